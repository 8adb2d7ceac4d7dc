import Database from 'better-sqlite3';
import schema from '../../../schema.sql';
import type { Store } from '../../domain/stores/store.ts';
import { Connection } from './connection.ts';
import { createStore } from './store.ts';
import { inMemory } from './store-file.ts';

/** An empty store that is nowhere but in memory. */
export function storeInMemory(): Store {
  return createStore(new Connection(inMemory(new Database(':memory:').exec(schema))));
}
