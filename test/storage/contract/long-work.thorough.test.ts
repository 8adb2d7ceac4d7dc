import { describe, expect, test } from 'vitest';
import type { SentChange } from '../../../src/features/replicas/domain/replication.ts';
import { indexMemory } from '../../../src/search/index/indexed-memory.ts';
import { at, id, newMemory, ours, withAda } from '../../support/builders.ts';
import { engines } from '../../support/engines.ts';
import { longestStep } from '../../support/longest-step.ts';

/** A text of words that no other text has. */
const long = (n: number) => Array.from({ length: 1_000 }, (_, i) => `é${n}w${i}`).join(' ');
const count = 8;
describe.each(engines)('work on many long texts yields after each text ($name)', (engine) => {
  const opened = async () => {
    const store = await (await engine.place()).open();
    await withAda(store);
    return store;
  };
  const given = Array.from({ length: count }, (_, i) => newMemory(20 + i, long(i)));
  /** The most that may be done at once: one text, and some of the next. */
  const most = async () => {
    const entry = { characterNo: 1, memoryNo: 1, content: long(count), occurredAt: 0, said: false };
    return 1.5 * (await longestStep(async () => indexMemory(entry))).longest;
  };
  const additions = given.map((memory) => ({ kind: 'add', memory }) as const);
  const ids = given.map((memory) => memory.id);

  test('memories added, deleted and restored in bulk are analysed in short steps', async () => {
    const { memories } = await opened();
    const added = await longestStep(() => memories.writeEach(ours, id(1), additions, at(5)));
    expect(added.result.map((one) => 'operation' in one && one.operation)).toStrictEqual(additions.map(() => 'ADD'));
    const drops = ids.map((memoryId) => ({ kind: 'delete', memoryId }) as const);
    await memories.writeEach(ours, id(1), drops, at(6));
    const restores = ids.map((memoryId) => ({ kind: 'restore', memoryId }) as const);
    const restored = await longestStep(() => memories.writeEach(ours, id(1), restores, at(7)));
    const bound = await most();
    expect([added, restored].filter(({ longest }) => longest > bound)).toStrictEqual([]);
  });

  test('memories of a replica are analysed in short steps', async () => {
    const { replication } = await opened();
    const changes = given.map(
      (memory, i): SentChange => ({
        id: `00000000000000${10 + i}`,
        memoryId: memory.id,
        kind: 'add',
        at: 5,
        content: memory.content,
        category: 'facts',
        salience: 0.5,
        importance: 'NORMAL',
        source: 'direct',
      }),
    );
    const received = await longestStep(() => replication.receive(ours, id(1), changes, at(5)));
    expect(received.result).toStrictEqual(changes.map(() => undefined));
    expect(received.longest).toBeLessThan(await most());
  });
});
