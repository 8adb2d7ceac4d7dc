import { Pace } from '../../base/pace.ts';
import type { NewMemory } from '../../domain/memory.ts';
import { replacementKey } from '../../files/export/format.ts';
import type { Context } from '../context.ts';

/** Memories that are read at a time. */
const readAtOnce = 1_000;
/** A step ends after this many letters, about 20 milliseconds, because searches in the same thread wait for it. */
export const stepLetters = 15_000;
/** Letters that take as long as one link. */
const lettersOfLink = 20;

/** A memory of an export, and the key of the text that replaces it. */
export interface Replaced {
  memory: NewMemory;
  by: string;
}

/** Ends memories of an import that others of it, or stored ones, replace. */
export async function endReplaced(
  context: Context,
  characterId: string,
  added: readonly NewMemory[],
  replaced: readonly Replaced[],
): Promise<void> {
  if (replaced.length === 0) return;
  const pace = new Pace(stepLetters);
  const ids = new Map<string, string>();
  for (const { id, content } of added) {
    await pace.before(content.length + lettersOfLink);
    ids.set(replacementKey(content), id);
  }
  if (replaced.some(({ by }) => !ids.has(by))) {
    for (const [key, id] of await storedKeys(context, characterId, pace)) if (!ids.has(key)) ids.set(key, id);
  }
  const chains = new Chains();
  for (const { memory, by } of replaced) {
    await pace.before(lettersOfLink);
    const newer = ids.get(by);
    // In a circle nothing would hold.
    if (newer !== undefined && !chains.add(memory.id, newer)) continue;
    memory.supersededBy = newer;
    // What replaced it is in another part of the export: it has ended nevertheless.
    if (newer === undefined) memory.validUntil = Math.min(memory.validUntil ?? Infinity, context.now());
  }
}

/** Chains of memories that replace each other: a disjoint-set forest with path halving. */
class Chains {
  /** A later memory of the same chain, by each that is not its last. */
  readonly #later = new Map<string, string>();

  /** False: it would close a circle, and was not added. */
  add(id: string, newer: string): boolean {
    const last = this.#lastOf(newer);
    if (last === id) return false;
    this.#later.set(id, last);
    return true;
  }

  #lastOf(id: string): string {
    let at = id;
    for (let next = this.#later.get(at); next !== undefined; next = this.#later.get(at)) {
      const after = this.#later.get(next);
      if (after !== undefined) this.#later.set(at, after);
      at = after ?? next;
    }
    return at;
  }
}

/** The active memories of a character by the keys of their texts. */
async function storedKeys(
  { store, principal }: Context,
  characterId: string,
  pace: Pace,
): Promise<[key: string, id: string][]> {
  const keys: [string, string][] = [];
  for (let after = 0, more = true; more; ) {
    const { copies, last } = await store.memories.copies(principal, characterId, after, readAtOnce);
    for (const { id, content } of copies) {
      await pace.before(content.length);
      keys.push([replacementKey(content), id]);
    }
    after = last;
    more = copies.length === readAtOnce;
  }
  return keys;
}
