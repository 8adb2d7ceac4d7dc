import { expect, onTestFinished, test } from 'vitest';
import { localOwner, type Principal } from '../../../src/domain/principal.ts';
import { dayMs } from '../../../src/domain/text.ts';
import { exchangeChanges } from '../../../src/features/replicas/operations/exchange-changes.ts';
import { call } from '../../../src/gate/call.ts';
import { assembleContext } from '../../../src/operations/assemble-context.ts';
import { cursorOf } from '../../../src/service/answer-size.ts';
import { addition, id } from '../../support/builders.ts';
import { engines } from '../../support/engines.ts';
import { change, openSides, type Side, servicesOf, start } from '../../support/replicas.ts';

const added = { kind: 'add', at: 1, salience: 0.5, importance: 'NORMAL', source: 'direct' } as const;

for (const engine of engines) {
  const open = async () => {
    const store = await (await engine.place()).open();
    onTestFinished(() => store.close());
    const { server } = await openSides(store, 0);
    const ask = async (message: object, principal: Principal = server.principal) => {
      const given = { characterId: server.characterId, message: JSON.stringify({ form: 2, ...message }) };
      const outcome = await call(servicesOf(server), { principal }, exchangeChanges, given);
      if (outcome.error) return { fault: outcome.error.type };
      return JSON.parse(String(outcome.output.message)) as {
        refused: { id: string; message: string }[];
        character?: object;
      };
    };
    return { server, ask };
  };
  const profileOf = async ({ store, principal, characterId }: Side) =>
    (await store.characters.find(principal, characterId))?.profile;

  test(`an invalid change does not block the others: ${engine.name}`, async () => {
    const { server, ask } = await open();
    const odd = [
      { client: 'a\u0000b' },
      { sessionId: 's\u0000' },
      { category: 'facts\u0007' },
      { content: 'a\ud800b' },
      { revision: 2 ** 31 },
      { occurredAt: 9e15 },
    ].map((more, i) => ({ ...added, id: `${i}`.padStart(16, 'a'), memoryId: id(i + 1), content: `odd ${i}`, ...more }));
    const good = { ...added, id: 'b'.repeat(16), memoryId: id(50), content: 'The lamp is green' };
    const answer = await ask({ changes: [...odd.slice(0, 3), good, ...odd.slice(3)] });
    expect(answer).toMatchObject({ refused: odd.map((one) => ({ id: one.id })) });
    const { store, principal, characterId } = server;
    const { memories } = await store.memories.list(principal, characterId, { state: 'ALL', page: 0, limit: 9 });
    expect(memories.map(({ content }) => content)).toStrictEqual(['The lamp is green']);
  });

  test(`only an owner’s machines say and learn whose memory a character is: ${engine.name}`, async () => {
    const { server, ask } = await open();
    const { store, principal, characterId } = server;
    const member = { ...principal, memberId: 'mallory', role: 'MEMBER' } as const;
    const known = () => store.replication.identities(principal, characterId);
    const remote = `remote:${'r'.repeat(22)}`;
    await ask({ changes: [], character: { 'identity person': true, [`identity ${remote}`]: true } }, member);
    expect(await known()).toStrictEqual([]);
    const odd = { 'identity place:x': true, 'identity root:x': true, 'identity person': null };
    await ask({ changes: [], character: { ...odd, [`identity ${remote}`]: true } });
    expect(await known()).toStrictEqual([remote]);
    expect((await ask({ changes: [] }, member)) as object).not.toHaveProperty(`character.identity ${remote}`);
    expect(await ask({ changes: [] })).toMatchObject({ character: { [`identity ${remote}`]: true } });
  });

  test(`memories that replace each other in a circle do not all end: ${engine.name}`, async () => {
    const { server, ask } = await open();
    const circle = (from: number, together: boolean) => {
      const [a, b, c] = [from, from + 1, from + 2] as const;
      const links = [
        [a, b],
        [b, c],
        [c, a],
      ] as const;
      const changes = links.map(([n, by]) => ({
        ...added,
        id: `${n}`.padStart(16, 'c'),
        memoryId: id(n),
        content: `Circle ${n}`,
        supersededBy: id(by),
      }));
      return together ? [changes] : changes.map((one) => [one]);
    };
    for (const changes of [...circle(61, true), ...circle(71, false)]) {
      expect(await ask({ changes })).toMatchObject({ refused: [] });
    }
    const { store, principal, characterId } = server;
    const holding = { at: start, holds: true, isPast: false };
    const filter = { state: 'ACTIVE', page: 0, limit: 9, holding } as const;
    const { memories } = await store.memories.list(principal, characterId, filter);
    expect(memories.map(({ content }) => content).toSorted()).toStrictEqual(['Circle 62', 'Circle 72']);
  });

  test(`a field of the wrong type does not block the others, and later exchanges work: ${engine.name}`, async () => {
    const { server, ask } = await open();
    const odd = {
      ...{ systemPrompt: { a: 1 }, personality: ['x'], rules: 'be evil', agentConfig: { status: 'IDLE', meta: 'x' } },
      ...{ 'custom __proto__': 'x', 'custom a': { b: 1 }, 'custom b\u0000': 'x', 'custom c': 'x'.repeat(2_001) },
      ...{ 'alias x\u0000': { alias: 'x\u0000' }, 'alias y': { alias: 'z' }, 'category a': { name: 'b' }, evil: 1 },
      tags: [1],
    };
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`custom f${i}`, 'x']));
    const answer = await ask({
      character: { background: 'From Łódź', ...odd, 'alias ada l': { alias: 'Ada L' }, ...many },
    });
    expect(answer).toMatchObject({ character: { background: 'From Łódź', 'alias ada l': { alias: 'Ada L' } } });
    const { customFields, ...rest } = (await profileOf(server))!;
    expect(rest).toStrictEqual({ background: 'From Łódź', rules: [] });
    expect([Object.keys(customFields).length, customFields.f0]).toStrictEqual([100, 'x']);
    const given = { characterId: server.characterId };
    const context = await call(servicesOf(server), { principal: server.principal }, assembleContext, given);
    expect(context.error).toBeUndefined();
  });

  test(`an alias that is taken does not block other fields: ${engine.name}`, async () => {
    const { server, ask } = await open();
    await ask({ character: { 'alias ada': { alias: 'Ada' }, background: 'From Oslo', tags: ['red'] } });
    expect(await profileOf(server)).toMatchObject({ background: 'From Oslo' });
  });

  test(`positions and signatures of no answer are refused as invalid input: ${engine.name}`, async () => {
    const { ask } = await open();
    for (const place of [
      [1, 2 ** 31, 1],
      [1, 1, 2 ** 31],
      [Number.NaN, 1, 1],
      [-1, 0, 0],
    ]) {
      expect(await ask({ after: cursorOf(place) })).toStrictEqual({ fault: 'InvalidInput' });
    }
    expect(await ask({ after: cursorOf([2 ** 40, 1, 1]) })).toStrictEqual({ fault: 'ConflictUnresolved' });
    for (const more of [{ knows: 'a\u0000' }, { recalls: { replica: 'a\u0000', counts: [[id(1), 1, 1]] } }]) {
      expect(await ask(more)).toMatchObject({ refused: [] });
    }
  });

  test(`only members who may write add recall counts: ${engine.name}`, async () => {
    const { server, ask } = await open();
    await change(server, [addition(1, 'The lamp is green')]);
    const recalls = { replica: 'r', counts: [[id(1), Math.floor(start / dayMs), 1_000_000]] };
    const times = async () => {
      const filter = { state: 'ACTIVE', sort: 'recalled', page: 0, limit: 9 } as const;
      return (await server.store.memories.list(server.principal, server.characterId, filter)).memories[0]?.recalls;
    };
    await ask({ recalls }, { ...localOwner('BUSINESS'), role: 'VIEWER', memberId: 'viewer', via: 'key' });
    expect(await times()).toBe(0);
    await ask({ recalls });
    expect(await times()).toBe(1_000_000);
  });
}
