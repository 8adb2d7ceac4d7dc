import type { Store } from '../../domain/stores/store.ts';
import type { Connection } from './connection.ts';
import type { Directory } from './directory.ts';
import type { IndexReader } from './search-index/index-reader.ts';
import type { Reach } from './sharing/reach.ts';

/** The parts of the PostgreSQL engine that its stores share. */
export interface Engine {
  db: Connection;
  directory: Directory;
  reach: Reach;
  index: IndexReader;
  /** Why vectors can't be stored; undefined: they can. */
  withoutVectors: string | undefined;
}

/** What a feature adds to the engine. */
export interface StorePart {
  stores(engine: Engine): Partial<Store>;
}
