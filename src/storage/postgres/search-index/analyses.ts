import type { Author, MemoryChange, NewMemory } from '../../../domain/memory.ts';
import { type IndexEntry, type IndexedMemory, indexAs, indexMemory } from '../../../search/index/indexed-memory.ts';

/**
 * The analysed texts of memories. Analysing a text takes longest, so it is done before a unit locks anything, and only
 * once if the unit is retried.
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

  /** The number of passages of a memory. */
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

/** Analyses a memory that will be added. */
export function prepareMemory(analyses: Analyses, memory: NewMemory, { now }: Author): void {
  const { content, sessionId, occurredAt = now, said = false } = memory;
  analyses.prepare({ characterNo: 0, content, sessionId, occurredAt, said });
}

/** The text, and whether it was said in a conversation: a memory has another time than the piece that it follows. */
function analysisKey({ content, said }: Omit<IndexEntry, 'memoryNo'>): string {
  return `${said ? 'said' : 'read'} ${content}`;
}
