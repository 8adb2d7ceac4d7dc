import type { Connection } from './connection.ts';

/** What the index needs to know of a memory. */
export interface IndexedMemory {
  memoryNo: number;
  characterNo: number;
  content: string;
  sessionId: string | null;
  occurredAt: number;
}

/** Follows every write of memories, inside the same unit. */
export interface MemoryIndex {
  add(memory: IndexedMemory): void;
  remove(memory: Pick<IndexedMemory, 'memoryNo' | 'characterNo'>): void;
}

/** The parts of the SQLite engine that its stores share. */
export interface Engine {
  db: Connection;
  index: MemoryIndex;
}
