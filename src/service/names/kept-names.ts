import { setImmediate as turn } from 'node:timers/promises';
import { Lru } from '../../base/lru.ts';
import type { Scope } from '../../domain/principal.ts';
import type { MemoryPlace } from '../../domain/stores/pairs.ts';
import type { Store } from '../../domain/stores/store.ts';
import { CharacterNames } from './character-names.ts';

/** Memories that one process keeps the names of, in all characters together. */
const maxKept = 500_000;
/** Memories that are read at once, and between two looks at the clock. */
const readAtOnce = 1_000;

interface Kept {
  names: CharacterNames;
  /** The first read goes on behind this place. */
  before?: MemoryPlace | undefined;
  isWhole: boolean;
  /** Changes from this time (ms) on may be unknown. */
  since: number;
  /** What the lists of changes began with. */
  state: string;
  /** Of the latest call: others wait for it. */
  reading: Promise<unknown>;
}

/**
 * The names in the memories of characters, kept in this process and brought up to date at each call: nothing of them is
 * stored, so nothing stays behind an erasure.
 */
export class KeptNames {
  readonly #store: Store;
  readonly #kept = new Lru<string, Kept>(maxKept, ({ names }) => Math.max(1, names.memories.size));

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The names of a character, read until the deadline (`performance.now`) at the latest; the next call goes on.
   * CharacterNotFound.
   */
  async of(scope: Scope, characterId: string, deadline: number): Promise<{ names: CharacterNames; isWhole: boolean }> {
    const key = `${scope.tenantId} ${characterId}`;
    const kept = this.#kept.get(key) ?? fresh();
    this.#kept.set(key, kept);
    const reading = kept.reading.then(() => this.#read(scope, characterId, kept, deadline));
    kept.reading = reading.catch(() => undefined);
    await reading;
    this.#kept.remeasure(key);
    return { names: kept.names, isWhole: kept.isWhole };
  }

  async #read(scope: Scope, characterId: string, kept: Kept, deadline: number): Promise<void> {
    const { state, active, since } = await this.#state(scope, characterId);
    if (!kept.isWhole) {
      if (kept.before === undefined) Object.assign(kept, { ...fresh(), reading: kept.reading, state, since });
      await this.#readOn(scope, characterId, kept, deadline);
    }
    if (!kept.isWhole || kept.state === state) return;
    for (const of of ['ACTIVE', 'DELETED'] as const) await this.#readChanges(scope, characterId, kept, of);
    kept.names.findTold();
    Object.assign(kept, { state, since });
    // What was erased or has moved left no change behind.
    if (kept.names.memories.size !== active) Object.assign(kept, { isWhole: false, before: undefined });
    if (!kept.isWhole) await this.#read(scope, characterId, kept, deadline);
  }

  /** The first read, newest first. */
  async #readOn(scope: Scope, characterId: string, kept: Kept, deadline: number): Promise<void> {
    do {
      const asked = { characterId, before: kept.before, limit: readAtOnce };
      const { memories } = await this.#store.pairs.newest(scope, asked);
      for (const one of memories) kept.names.add(one);
      kept.isWhole = memories.length < readAtOnce;
      kept.before = memories.at(-1)?.place;
      // Other calls come in between.
      await turn();
    } while (!kept.isWhole && performance.now() < deadline);
    if (kept.isWhole) kept.names.findTold();
  }

  async #readChanges(scope: Scope, characterId: string, { names, since }: Kept, state: 'ACTIVE' | 'DELETED') {
    let after: readonly (string | number)[] | undefined;
    for (;;) {
      const asked = { state, sort: 'changed' as const, page: 0, limit: readAtOnce, after };
      const { memories, places, isMore } = await this.#store.memories.list(scope, characterId, asked);
      let isNews = false;
      for (const one of memories) {
        if (Date.parse(one.updatedAt) < since) return;
        const isOne = state === 'ACTIVE' ? names.add(one) : names.remove(one.id);
        isNews ||= isOne;
      }
      // An import gives all its memories one time.
      if (!isNews) return;
      after = places.at(-1);
      if (!isMore || after === undefined) return;
      await turn();
    }
  }

  /** What the lists of changes begin with: it differs after any change. */
  async #state(scope: Scope, characterId: string) {
    const [active, deleted] = await Promise.all(
      (['ACTIVE', 'DELETED'] as const).map((state) =>
        this.#store.memories.list(scope, characterId, { state, sort: 'changed', page: 0, limit: 1 }),
      ),
    );
    const latest = [active!, deleted!].map(({ total, memories: [first] }) => [
      total,
      first?.id,
      first?.revision,
      first?.updatedAt,
    ]);
    return {
      state: JSON.stringify(latest),
      active: active!.total,
      since: Date.parse(active!.memories[0]?.updatedAt ?? '') || 0,
    };
  }
}

const fresh = (): Kept => ({
  names: new CharacterNames(),
  isWhole: false,
  since: 0,
  state: '',
  reading: Promise.resolve(),
});
