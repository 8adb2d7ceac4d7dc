import { expect } from 'vitest';
import type { MemoryChange } from '../../src/domain/memory.ts';
import { contentIdentity } from '../../src/domain/text.ts';
import { addition, id } from './builders.ts';
import { fc } from './law.ts';
import { words } from './random-steps.ts';
import { change, type Side, shownAt } from './replicas.ts';

/** A change that somebody makes at one of the sides. */
export type ChangeStep =
  | { kind: 'add'; side: number; memory: number; text: string; category: string; salience: number }
  | { kind: 'update'; side: number; memory: number; text: string | undefined; category: string | undefined }
  | { kind: 'drop' | 'restore'; side: number; memory: number };

export const side = fc.integer({ min: 0, max: 5 });
const memory = fc.integer({ min: 0, max: 3 });
const text = fc
  .tuple(fc.constantFrom(...words.slice(0, 3)), fc.constantFrom(...words.slice(4, 6)))
  .map((all) => all.join(' '));
const category = fc.constantFrom('facts', 'goals', 'general');

export const changeStep: fc.Arbitrary<ChangeStep> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), side, memory, text, category, salience: fc.constantFrom(0.2, 0.5) }),
  fc.record({
    kind: fc.constant('update' as const),
    side,
    memory,
    text: fc.option(text, { nil: undefined }),
    category: fc.option(category, { nil: undefined }),
  }),
  fc.record({ kind: fc.constantFrom('drop' as const, 'restore' as const), side, memory }),
);

/** Makes changes, and knows every text that a store has acknowledged. */
export class Changes {
  readonly #acknowledged = new Set<string>();
  #made = 0;

  async make(at: Side, one: ChangeStep): Promise<void> {
    this.#made += 1;
    const isDone = await change(at, [await this.#wanted(at, one)]);
    if (isDone && 'text' in one && one.text !== undefined) this.#acknowledged.add(contentIdentity(one.text));
  }

  /** The texts that are in no history of a side. */
  async lostAt(at: Side): Promise<string[]> {
    const { memories } = await shownAt(at);
    const kept = new Set(memories.flatMap(({ history }) => history.map(({ content }) => contentIdentity(content))));
    return [...this.#acknowledged].filter((one) => !kept.has(one));
  }

  async #wanted(at: Side, one: ChangeStep): Promise<MemoryChange> {
    if (one.kind === 'add') {
      return addition(100 * this.#made + one.memory, one.text, { category: one.category, salience: one.salience });
    }
    const memoryId = await anyOf(at, one.memory);
    if (one.kind === 'update')
      return { kind: 'update', memoryId, fields: { content: one.text, category: one.category } };
    return { kind: one.kind === 'drop' ? 'delete' : 'restore', memoryId };
  }
}

/** The id of some memory of a side. */
async function anyOf({ store, principal, characterId }: Side, n: number): Promise<string> {
  const { memories } = await store.memories.list(principal, characterId, { state: 'ALL', page: 0, limit: 1_000 });
  const ids = memories.map((one) => one.id).toSorted();
  return ids[n % Math.max(1, ids.length)] ?? id(1);
}

export async function expectEqual(server: Side, replicas: readonly Side[]): Promise<void> {
  const expected = await shownAt(server);
  for (const replica of replicas) expect(await shownAt(replica)).toStrictEqual(expected);
}
