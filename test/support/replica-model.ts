import { expect } from 'vitest';
import type { MemoryChange } from '../../src/domain/memory.ts';
import { contentIdentity } from '../../src/domain/text.ts';
import { addition, id } from './builders.ts';
import { fc } from './law.ts';
import { words } from './random-steps.ts';
import { change, exchangeWith, type Fault, type ReplicaSide, type Side, settleAll, shownAt } from './replicas.ts';

// Model-based test of replication: random operations, faults of the network and of processes, then all sides are compared.

export type Step =
  | { kind: 'add'; side: number; memory: number; text: string; category: string; salience: number }
  | { kind: 'update'; side: number; memory: number; text: string | undefined; category: string | undefined }
  | { kind: 'drop' | 'restore'; side: number; memory: number }
  | { kind: 'exchange'; side: number; fault: Fault };

const side = fc.integer({ min: 0, max: 5 });
const memory = fc.integer({ min: 0, max: 3 });
const text = fc
  .tuple(fc.constantFrom(...words.slice(0, 3)), fc.constantFrom(...words.slice(4, 6)))
  .map((all) => all.join(' '));
const category = fc.constantFrom('facts', 'goals', 'general');
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>({ kind: 'none' }, { kind: 'no request' }, { kind: 'no answer' }, { kind: 'twice' }),
  fc.integer({ min: 1, max: 30 }).map((at): Fault => ({ kind: 'crash', at })),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), side, memory, text, category, salience: fc.constantFrom(0.2, 0.5) }),
  fc.record({
    kind: fc.constant('update' as const),
    side,
    memory,
    text: fc.option(text, { nil: undefined }),
    category: fc.option(category, { nil: undefined }),
  }),
  fc.record({ kind: fc.constantFrom('drop' as const, 'restore' as const), side, memory }),
  fc.record({ kind: fc.constant('exchange' as const), side, fault }),
);

/** How many replicas there are, and what happens. */
export const counts = fc.integer({ min: 2, max: 4 });
export const steps = fc.array(step, { minLength: 30, maxLength: 90 });

export async function expectEqual(server: Side, replicas: readonly ReplicaSide[]): Promise<void> {
  const expected = await shownAt(server);
  for (const replica of replicas) expect(await shownAt(replica)).toStrictEqual(expected);
}

/** Carries out the steps; then all sides must be equal, and every text that a side took must be in a history. */
export async function runSteps(server: Side, replicas: readonly ReplicaSide[], all: readonly Step[]): Promise<void> {
  const sides = [server, ...replicas];
  const acknowledged = new Set<string>();
  let made = 0;
  for (const one of all) {
    const at = sides[one.side % sides.length] as Side;
    if (one.kind === 'exchange') {
      const replica = replicas[one.side % replicas.length] as ReplicaSide;
      await exchangeWith(server, replica, one.fault);
      continue;
    }
    made += 1;
    const wanted: MemoryChange =
      one.kind === 'add'
        ? addition(100 * made + one.memory, one.text, { category: one.category, salience: one.salience })
        : one.kind === 'update'
          ? {
              kind: 'update',
              memoryId: await anyOf(at, one.memory),
              fields: { content: one.text, category: one.category },
            }
          : { kind: one.kind === 'drop' ? 'delete' : 'restore', memoryId: await anyOf(at, one.memory) };
    const isDone = await change(at, [wanted]);
    if (isDone && 'text' in one && one.text !== undefined) acknowledged.add(contentIdentity(one.text));
  }
  await settleAll(server, replicas);
  await expectEqual(server, replicas);
  const shown = await shownAt(server);
  const kept = new Set(shown.memories.flatMap(({ history }) => history.map(({ content }) => contentIdentity(content))));
  expect([...acknowledged].filter((one) => !kept.has(one))).toStrictEqual([]);
  for (const replica of replicas) {
    const [connection] = await replica.store.replicas.list(replica.clock.now);
    expect(connection?.replicas[0]).toMatchObject({ waiting: 0, refused: 0 });
  }
}

/** The id of some memory of a side. */
async function anyOf({ store, principal, characterId }: Side, n: number): Promise<string> {
  const { memories } = await store.memories.list(principal, characterId, { state: 'ALL', page: 0, limit: 1_000 });
  const ids = memories.map((one) => one.id).toSorted();
  return ids[n % Math.max(1, ids.length)] ?? id(1);
}
