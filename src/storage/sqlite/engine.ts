import type { MachineStore } from '../../domain/stores/store.ts';
import type { Connection } from './connection.ts';
import type { SearchIndex } from './search-index/search-index.ts';

/** The parts of the SQLite engine that its stores share. */
export interface Engine {
  db: Connection;
  /** Called after every write of memories, inside the same unit; a new one after the file has been reopened. */
  readonly index: SearchIndex;
}

/** The stores that a feature adds to those of the engine. */
export type StorePart = (engine: Engine) => Partial<MachineStore>;
