import { ServiceError } from '../../src/domain/errors.ts';
import type { ChangeOutcome, Memory, MemoryChange } from '../../src/domain/memory.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { undoBatch } from '../../src/service/batches.ts';
import type { Context } from '../../src/service/context.ts';
import { id, newMemory } from './builders.ts';
import { Model } from './holding-model.ts';
import { fc } from './law.ts';

// What holds after statements, changes, ends, restatements, deletions and undoing: random steps.

const hourMs = 3_600_000;
const texts = ['Leeds', 'Lisbon', 'Porto', 'Rome', 'Ghent'];

const text = fc.integer({ min: 0, max: texts.length - 1 });
/** A memory, in the order in which they were stored. */
const memory = fc.integer({ min: 0, max: 11 });

export type Step =
  | { kind: 'say'; text: number; replaces: number[]; hours: number; until: number | undefined }
  | { kind: 'replace'; memory: number; replaces: number[] }
  | { kind: 'until'; memory: number; hours: number | null }
  | { kind: 'delete' | 'restore'; memory: number }
  | { kind: 'undo'; step: number }
  | { kind: 'wait'; hours: number };

const replaces = fc.array(memory, { minLength: 1, maxLength: 2 });
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      text,
      replaces: fc.oneof(fc.constant<number[]>([]), replaces),
      hours: fc.constantFrom(0, 0, 0, 3, 30),
      until: fc.constantFrom(undefined, undefined, undefined, 2, 9),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), memory, replaces }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('until' as const), memory, hours: fc.constantFrom(null, 0, 4) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const), memory }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), step: fc.integer({ min: 0, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 5 }) }) },
);

/** A store beside its model. */
export class Told {
  readonly model = new Model();
  readonly #store: Store;
  readonly #characterId: string;
  readonly #first: number;
  readonly #ids: string[] = [];
  #steps = 0;
  now = 100 * hourMs;

  /** @param first the number of its first memory */
  constructor(store: Store, characterId: string, first: number) {
    this.#store = store;
    this.#characterId = characterId;
    this.#first = first;
  }

  get #context() {
    const newId = () => `undo ${this.#steps}`;
    return { store: this.#store, principal: localOwner('BUSINESS'), now: () => this.now, newId } as unknown as Context;
  }

  /** Takes a step in both. @returns whether each refused it */
  async take(one: Step): Promise<{ store: boolean; model: boolean }> {
    this.now += hourMs;
    if (one.kind === 'wait') {
      this.now += one.hours * hourMs;
      this.model.pass(this.now);
      return { store: false, model: false };
    }
    const batch = `step ${this.#steps++}`;
    if (one.kind === 'undo') {
      const undone = await this.#refuses(undoBatch(this.#context, this.#characterId, `step ${one.step}`));
      this.model.take(this.now, () => this.model.undo(one.step));
      return { store: undone && false, model: false };
    }
    const change = this.#changeOf(one);
    const model = this.model.take(this.now, () => this.#tell(change));
    const author = { changedBy: 'tester', memberId: 'local', kind: 'user', batch, now: this.now } as const;
    const written = this.#store.memories.write(localOwner('BUSINESS'), this.#characterId, [change], author);
    const store = await this.#refuses(written.then((outcomes) => this.#remember(outcomes)));
    return { store, model };
  }

  /** What holds at the store, by its lists. */
  async holding(holds: boolean): Promise<Memory[]> {
    const holding = { at: this.now, holds, isPast: false };
    const filter = { state: 'ACTIVE', page: 0, limit: 100, holding } as const;
    return (await this.#store.memories.list(localOwner('BUSINESS'), this.#characterId, filter)).memories;
  }

  #remember(outcomes: readonly ChangeOutcome[]): void {
    for (const { operation, memory: stored } of outcomes) if (operation === 'ADD') this.#ids.push(stored.id);
  }

  async #refuses(promise: Promise<unknown>): Promise<boolean> {
    try {
      await promise;
      return false;
    } catch (error) {
      if (error instanceof ServiceError) return true;
      throw error;
    }
  }

  #idOf(n: number): string {
    return this.#ids[n % Math.max(1, this.#ids.length)] ?? id(99_999);
  }

  #changeOf(one: Exclude<Step, { kind: 'undo' | 'wait' }>): MemoryChange {
    switch (one.kind) {
      case 'say': {
        const supersedes = one.replaces.length === 0 ? undefined : one.replaces.map((n) => this.#idOf(n));
        const occurredAt = this.now - one.hours * hourMs;
        const validUntil = one.until === undefined ? undefined : this.now + one.until * hourMs;
        const content = texts[one.text] as string;
        return {
          kind: 'add',
          memory: newMemory(this.#first + this.#steps, content, { occurredAt, validUntil, supersedes }),
        };
      }
      case 'replace': {
        const supersedes = one.replaces.map((n) => this.#idOf(n));
        return { kind: 'update', memoryId: this.#idOf(one.memory), fields: {}, supersedes };
      }
      case 'until': {
        const validUntil = one.hours === null ? null : this.now + one.hours * hourMs;
        return { kind: 'update', memoryId: this.#idOf(one.memory), fields: { validUntil } };
      }
      default:
        return { kind: one.kind, memoryId: this.#idOf(one.memory) };
    }
  }

  #tell(change: MemoryChange): void {
    if (change.kind === 'add') this.model.say(change.memory);
    else if (change.kind !== 'update') this.model.setActive(change.memoryId, change.kind === 'restore');
    else if (change.supersedes) this.model.replace(change.memoryId, change.supersedes);
    else this.model.until(change.memoryId, change.fields.validUntil ?? null);
  }
}
