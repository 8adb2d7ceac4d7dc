import type { Author, MemoryChange, NewMemory } from '../../../domain/memory.ts';
import { type IndexEntry, type IndexedMemory, indexAs, indexMemory } from '../../../search/index/indexed-memory.ts';

/**
 * What memories' texts come to in the index. Reading the words out of a text takes longest, so it is done before a unit
 * locks anything, and once however often the unit is tried.
 */
export class Analyses {
  readonly #known: Map<string, IndexedMemory>;

  constructor(others: readonly Analyses[] = []) {
    this.#known = new Map(others.flatMap((other) => [...other.#known]));
  }

  prepare(entry: Omit<IndexEntry, 'memoryNo'>): void {
    const key = analysisKey(entry);
    if (!this.#known.has(key)) this.#known.set(key, indexMemory({ ...entry, memoryNo: 0 }));
  }

  /** How many passages a memory comes to. */
  passages({ content, sessionId, occurredAt, said = false }: NewMemory, { now }: Author): number {
    return this.of({ characterNo: 0, memoryNo: 0, content, sessionId, occurredAt: occurredAt ?? now, said }).length;
  }

  of(entry: IndexEntry): IndexedMemory {
    const known = this.#known.get(analysisKey(entry));
    return known ? indexAs(entry, known) : indexMemory(entry);
  }
}

export function analysesOf(changes: readonly MemoryChange[], by: Author): Analyses {
  const analyses = new Analyses();
  for (const change of changes) if (change.kind === 'add') prepareMemory(analyses, change.memory, by);
  return analyses;
}

/** Analyses a memory as it will be indexed when it is added. */
export function prepareMemory(analyses: Analyses, memory: NewMemory, { now }: Author): void {
  const { content, sessionId, occurredAt = now, said = false } = memory;
  analyses.prepare({ characterNo: 0, content, sessionId, occurredAt, said });
}

/** The text, and whether somebody said it: a memory that follows its piece is of another time than the piece. */
function analysisKey({ content, said }: Omit<IndexEntry, 'memoryNo'>): string {
  return `${said ? 'said' : 'read'} ${content}`;
}
