import type { Memory } from '../../domain/memory.ts';
import type { LinkedMemories, MemoryPlace, PlacedMemory } from '../../domain/stores/pairs.ts';
import { contentKey } from '../../text/content-key.ts';
import { boundOf, type NumberedCharacter } from './changes.ts';
import { type MemoryRecord, memoryOf } from './memories.ts';

/** The key of a pair of texts, whichever comes first. */
export function pairKey([one, other]: readonly [string, string]): [lower: Buffer, higher: Buffer] {
  const keys = [contentKey(one), contentKey(other)].toSorted(Buffer.compare);
  return [keys[0]!, keys[1]!];
}

/** A bound on (occurred_at, no) of one character: everything below it comes after `place`. */
export function memoryBound(place: MemoryPlace | undefined, character: number): [at: number, memory: number] {
  const [at, memory] = boundOf(place && { ...place, revision: 0 }, character);
  return [at, memory];
}

/** The newest of those of several characters. */
export function newestMemories(
  rows: readonly Omit<MemoryRecord, 'character_id'>[],
  characters: readonly NumberedCharacter[],
  limit: number,
): PlacedMemory[] {
  const ids = new Map(characters.map(({ no, id }) => [no, id]));
  const inOrder = rows.toSorted(
    (a, b) => b.occurred_at - a.occurred_at || b.character_no - a.character_no || b.no - a.no,
  );
  return inOrder.slice(0, limit).map((row) => ({
    ...memoryOf(row, ids.get(row.character_no)!),
    place: { at: row.occurred_at, character: row.character_no, memory: row.no },
  }));
}

/** The ids of a link's memories. */
export interface LinkRow {
  older: string;
  newer: string;
  at: number;
}

/**
 * The links of memories that are not replaced; of one memory, all. An answer leaves the link, and what it does closes it: so
 * an undo asks again.
 */
export function linkedMemories(
  rows: readonly LinkRow[],
  find: (id: string) => Memory | undefined,
  { of, limit }: { of?: string | undefined; limit: number },
): LinkedMemories[] {
  const linked: LinkedMemories[] = [];
  for (const { at, ...ids } of rows) {
    if (linked.length >= limit) break;
    if (of !== undefined && of !== ids.older && of !== ids.newer) continue;
    const [older, newer] = [find(ids.older), find(ids.newer)];
    const isOpen = [older, newer].every((one) => one !== undefined && one.supersededBy === undefined);
    if (older && newer && (of !== undefined || isOpen)) linked.push({ older, newer, at });
  }
  return linked;
}
