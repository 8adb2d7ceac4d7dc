import type { Connection } from './connection.ts';
import type { Directory } from './directory.ts';
import type { IndexReader } from './search-index/index-reader.ts';

/** The parts of the PostgreSQL engine that its stores share. */
export interface Engine {
  db: Connection;
  directory: Directory;
  index: IndexReader;
  /** Why vectors can't be kept; undefined: they can. */
  withoutVectors: string | undefined;
}
