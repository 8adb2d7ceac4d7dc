import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Character } from '../../../src/domain/character.ts';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import { addition, id } from '../../support/builders.ts';
import { engines } from '../../support/engines.ts';
import { fc, holds } from '../../support/law.ts';
import { counts, runSteps, steps } from '../../support/replica-model.ts';
import { expectEqual } from '../../support/replica-steps.ts';
import {
  change,
  exchangeWith,
  openSides,
  type ReplicaSide,
  type Side,
  settleAll,
  shownAt,
} from '../../support/replicas.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const update = (n: number, fields: object): MemoryChange => ({ kind: 'update', memoryId: id(n), fields });
const drop = (n: number): MemoryChange => ({ kind: 'delete', memoryId: id(n) });

const open = async (count = 2) => {
  const sides = await openSides(openStore(join(temporaryFolder(), 'server.db')), count);
  const [first, second] = sides.replicas as [ReplicaSide, ReplicaSide];
  return { ...sides, first, second };
};

const current = async ({ store, principal, characterId }: Side, n: number) =>
  (await store.memories.get(principal, characterId, id(n)).catch(() => undefined))?.content;
const texts = async ({ store, principal, characterId }: Side, n: number) =>
  (await store.memories.history(principal, characterId, id(n))).map(
    ({ changeType, content }) => `${changeType} ${content}`,
  );
const conflicts = async ({ store, principal, characterId }: Side) =>
  (await store.changes.list(principal, { characterId, toReview: true, limit: 100 })).map(
    ({ changeType, content, previousContent, isConflict }) => ({ changeType, content, previousContent, isConflict }),
  );

describe('a replica and its server', () => {
  test('a change on one machine reaches the other after one exchange of each', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [
      addition(1, 'Mia plays the violin'),
      addition(2, 'The harbour is open', { category: 'facts' }),
    ]);
    await settleAll(server, replicas);
    expect(await current(second, 1)).toBe('Mia plays the violin');
    await change(second, [update(1, { content: 'Mia plays the cello' })]);
    await settleAll(server, replicas);
    expect(await texts(first, 1)).toStrictEqual(['CREATED Mia plays the violin', 'UPDATED Mia plays the cello']);
    await expectEqual(server, replicas);
    expect(await conflicts(server)).toStrictEqual([]);
  });

  test('memories from before 1970 are exchanged', async () => {
    const { server, replicas, first, second } = await open();
    const born = Date.parse('1935-04-02T00:00:00.000Z');
    await change(first, [addition(1, 'Großmutter wurde in Łódź geboren', { occurredAt: born })]);
    await settleAll(server, replicas);
    const { store, principal, characterId } = second;
    expect(await store.memories.get(principal, characterId, id(1))).toMatchObject({
      content: 'Großmutter wurde in Łódź geboren',
      occurredAt: '1935-04-02T00:00:00.000Z',
    });
  });

  test('a change that the server refuses stays here with the reason and blocks no other', async () => {
    const { server, replicas, first, second } = await open();
    // An older store may hold what no rule of today lets in.
    await change(first, [addition(1, 'one\u0000two'), addition(2, 'Mia plays the cello', { occurredAt: 1e15 })]);
    await change(first, [addition(3, 'The harbour is open')]);
    await settleAll(server, replicas);
    expect(await current(second, 3)).toBe('The harbour is open');
    expect(await current(first, 1)).toBe('one\u0000two');
    const { store, principal, characterId } = first;
    const { memories } = await store.replicas.refused(principal, characterId, { page: 0, limit: 9 });
    const refused = memories.toReversed();
    expect(refused.map((one) => one.id)).toStrictEqual([id(1), id(2)]);
    expect(refused.map(({ reason }) => reason).join(', ')).toBe(
      'content must not hold the control character U+0000., occurredAt must be in the years 0001 to 9999 (UTC).',
    );
  });

  test('changes of different fields are merged', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [addition(1, 'Mia plays the violin')]);
    await settleAll(server, replicas);
    await change(first, [update(1, { content: 'Mia plays the cello' })]);
    await change(second, [update(1, { category: 'facts', salience: 0.9 })]);
    await settleAll(server, replicas);
    const { store, principal, characterId } = server;
    expect(await store.memories.get(principal, characterId, id(1))).toMatchObject({
      content: 'Mia plays the cello',
      category: 'facts',
      salience: 0.9,
    });
    await expectEqual(server, replicas);
    expect(await conflicts(server)).toStrictEqual([]);
  });

  test('the later of two texts is current, and both are shown as a conflict', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [addition(1, 'Mia plays the violin')]);
    await settleAll(server, replicas);
    await change(first, [update(1, { content: 'Mia plays the cello' })]);
    await change(second, [update(1, { content: 'Mia plays the harp' })]);
    await settleAll(server, replicas);
    expect(await texts(second, 1)).toStrictEqual([
      'CREATED Mia plays the violin',
      'UPDATED Mia plays the cello',
      'UPDATED Mia plays the harp',
    ]);
    const shown = {
      changeType: 'UPDATED',
      content: 'Mia plays the harp',
      previousContent: 'Mia plays the cello',
      isConflict: true,
    };
    for (const side of [server, first, second]) expect(await conflicts(side)).toStrictEqual([shown]);
    await expectEqual(server, replicas);
  });

  test('an update wins over a deletion in either order', async () => {
    for (const order of [0, 1]) {
      const { server, replicas, first, second } = await open();
      await change(first, [addition(1, 'Mia plays the violin')]);
      await settleAll(server, replicas);
      await change(first, [drop(1)]);
      await change(second, [update(1, { content: 'Mia plays the harp' })]);
      await settleAll(server, order === 0 ? replicas : replicas.toReversed());
      expect(await current(server, 1)).toBe('Mia plays the harp');
      expect(await conflicts(first)).toMatchObject([{ changeType: 'RESTORED', isConflict: true }]);
      await expectEqual(server, replicas);
    }
  });

  test('equal texts of both sides become one memory, and the other id redirects to it', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [addition(1, 'Mia plays the violin')]);
    await change(second, [addition(2, 'Mia plays  the violin')]);
    await settleAll(server, replicas);
    for (const { store, principal, characterId } of [server, first, second]) {
      expect((await store.memories.get(principal, characterId, id(2))).id).toBe(id(1));
      expect((await store.memories.list(principal, characterId, { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(1);
    }
    await expectEqual(server, replicas);
  });

  test('an end of a text that both sides have ends the memory on both', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [addition(1, 'I live in Leeds')]);
    await change(second, [addition(2, 'I live in Leeds')]);
    await change(second, [addition(3, 'I moved to Lisbon', { supersedes: [id(2)] })]);
    await settleAll(server, replicas);
    for (const { store, principal, characterId } of [server, first, second]) {
      const memory = await store.memories.get(principal, characterId, id(1));
      expect(memory).toMatchObject({ supersededBy: id(3) });
      expect(await store.memories.get(principal, characterId, id(3))).toMatchObject({ supersedes: [id(1)] });
    }
    await expectEqual(server, replicas);
  });

  test('a text added on one side after its end on the other holds again', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [addition(1, 'I live in Leeds')]);
    await change(first, [addition(3, 'I moved to Lisbon', { supersedes: [id(1)] })]);
    await exchangeWith(server, first);
    // An hour later, by the clock of the second.
    await change(second, [addition(2, 'I live in Leeds')]);
    await settleAll(server, replicas);
    const { store, principal, characterId } = first;
    expect(await store.memories.get(principal, characterId, id(1))).toMatchObject({ supersedes: [id(3)] });
    expect(await store.memories.get(principal, characterId, id(3))).toMatchObject({ supersededBy: id(1) });
    await expectEqual(server, replicas);
  });

  test('a change sent twice after a lost answer is applied once', async () => {
    const { server, replicas, first } = await open();
    await change(first, [addition(1, 'one')]);
    for (const content of ['two', 'one', 'two', 'three']) await change(first, [update(1, { content })]);
    for (const kind of ['no answer', 'twice', 'no answer'] as const) await exchangeWith(server, first, { kind });
    await settleAll(server, replicas);
    expect(await texts(server, 1)).toStrictEqual([
      'CREATED one',
      ...['two', 'one', 'two', 'three'].map((content) => `UPDATED ${content}`),
    ]);
    expect(await conflicts(server)).toStrictEqual([]);
    await expectEqual(server, replicas);
  });

  test('a text with a secret is refused and stays here, with the reason', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [addition(1, 'The key is AKIAIOSFODNN7EXAMPLE'), addition(2, 'The harbour is open')]);
    await settleAll(server, replicas);
    expect(await current(first, 1)).toBe('The key is AKIAIOSFODNN7EXAMPLE');
    expect([await current(second, 1), await current(second, 2)]).toStrictEqual([undefined, 'The harbour is open']);
    const [connection] = await first.store.replicas.list(first.clock.now);
    expect(connection?.replicas[0]).toMatchObject({ waiting: 0, refused: 1 });
    expect(connection?.replicas[0]?.reasons[0]?.reason).toMatch(
      /^The server stores no text with what looks like a secret \(.+\)\. Correct it, or keep it here\.$/,
    );
    const { memories } = await first.store.replicas.refused(first.principal, first.characterId, { page: 0, limit: 9 });
    expect(memories).toMatchObject([{ id: id(1), content: 'The key is AKIAIOSFODNN7EXAMPLE', isAtServer: false }]);
  });

  test('personal data is refused where the server’s memory takes none, and stays here', async () => {
    const { server, replicas, first, second } = await open();
    const refusing = ({ profile }: Pick<Character, 'profile'>) => ({
      profile: { ...profile, personalData: 'refuse' as const },
    });
    await server.store.characters.change(server.principal, server.characterId, refusing, server.clock.now);
    await change(first, [addition(1, 'Write to mara@kranich-works.net'), addition(2, 'The harbour is open')]);
    await settleAll(server, replicas);
    expect(await current(first, 1)).toBe('Write to mara@kranich-works.net');
    expect([await current(second, 1), await current(second, 2)]).toStrictEqual([undefined, 'The harbour is open']);
    const [connection] = await first.store.replicas.list(first.clock.now);
    expect(connection?.replicas[0]?.reasons[0]?.reason).toContain('takes no personal data (e-mail address)');
  });

  for (const between of ['in one exchange', 'after the refusal']) {
    test(`a refused text that is corrected ${between} is accepted at once`, async () => {
      const { server, replicas, first, second } = await open();
      await change(first, [addition(1, 'Mia plays the violin', { category: 'facts' })]);
      await settleAll(server, replicas);
      await change(first, [addition(2, 'The key is AKIAIOSFODNN7EXAMPLE', { salience: 0.9 })]);
      await change(first, [update(1, { content: 'Her key is AKIAIOSFODNN7EXAMPLE', category: 'goals' })]);
      if (between === 'after the refusal') await settleAll(server, replicas);
      await change(first, [update(2, { content: 'The key lies in the safe' })]);
      await change(first, [update(1, { content: 'Mia plays the cello' })]);
      await settleAll(server, replicas);
      const { store, principal, characterId } = second;
      expect(await store.memories.get(principal, characterId, id(1))).toMatchObject({
        content: 'Mia plays the cello',
        category: 'goals',
      });
      expect(await store.memories.get(principal, characterId, id(2))).toMatchObject({
        content: 'The key lies in the safe',
        salience: 0.9,
      });
      expect(await conflicts(server)).toStrictEqual([]);
      expect((await first.store.replicas.list(first.clock.now))[0]?.replicas[0]).toMatchObject({
        waiting: 0,
        refused: 0,
      });
      await expectEqual(server, replicas);
    });
  }

  test('a refused text is not accepted before it is corrected, and the reason stays', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [addition(1, 'The key is AKIAIOSFODNN7EXAMPLE')]);
    await change(first, [update(1, { category: 'goals' })]);
    await change(first, [addition(2, 'Her key is AKIAIOSFODNN7EXAMPLE')]);
    await change(first, [drop(2)]);
    await settleAll(server, replicas);
    expect([await current(server, 1), await current(second, 2)]).toStrictEqual([undefined, undefined]);
    const { reasons, refused } = (await first.store.replicas.list(first.clock.now))[0]?.replicas[0] ?? {};
    expect([refused, reasons?.length]).toStrictEqual([2, 1]);
    expect(reasons?.[0]?.reason).toContain('secret');
  });

  test('a deletion behind a refused text deletes the server’s version', async () => {
    const { server, replicas, first, second } = await open();
    await change(first, [addition(1, 'Mia plays the violin')]);
    await settleAll(server, replicas);
    await change(first, [update(1, { content: 'Her key is AKIAIOSFODNN7EXAMPLE', category: 'goals' })]);
    await change(first, [drop(1)]);
    await settleAll(server, replicas);
    expect(await current(second, 1)).toBe(undefined);
    await expectEqual(server, replicas);
  });

  test('categories, tags and the profile are merged by field', async () => {
    const { server, replicas, first, second } = await open();
    await settleAll(server, replicas);
    const { store, principal, characterId, clock } = first;
    const description = 'What to cook';
    const category = { name: 'recipes', description, importance: 'NORMAL' as const, hints: ['cook'], isDefault: false };
    await store.categories.add(principal, characterId, category, clock.now);
    await store.characters.change(principal, characterId, () => ({ tags: ['red'] }), clock.now);
    await change(first, [addition(1, 'Soup needs salt', { category: 'recipes' })]);
    await second.store.characters.change(
      second.principal,
      second.characterId,
      ({ profile }) => ({ profile: { ...profile, background: 'From Oslo' } }),
      second.clock.now,
    );
    await settleAll(server, replicas);
    await expectEqual(server, replicas);
    expect(await shownAt(second)).toMatchObject({ tags: ['red'], profile: { background: 'From Oslo' } });
    await second.store.categories.change(
      second.principal,
      second.characterId,
      'recipes',
      { name: 'cooking' },
      second.clock.now,
    );
    await settleAll(server, replicas);
    await expectEqual(server, replicas);
    expect((await shownAt(first)).memories[0]?.memory.category).toBe('cooking');
  });
});

describe('a random history', () => {
  for (const engine of engines) {
    test(`all stores are equal after a random history and lose no text: ${engine.name}`, async () => {
      await holds(
        fc.asyncProperty(counts, steps, async (count, all) => {
          const place = await engine.place();
          const store = await place.open();
          const { server, replicas } = await openSides(store, count);
          await runSteps(server, replicas, all);
          for (const replica of replicas) await replica.store.close();
          await store.close();
        }),
        engine.isSampled ? 1 : 4,
      );
    });
  }
});
