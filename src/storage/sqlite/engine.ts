import type { Connection } from './connection.ts';
import type { SearchIndex } from './search-index/search-index.ts';

/** The parts of the SQLite engine that its stores share. */
export interface Engine {
  db: Connection;
  /** Follows every write of memories, inside the same unit; another one once the file has been opened again. */
  readonly index: SearchIndex;
}
