import type { MachineStore } from '../domain/stores/store.ts';
import type { Connection } from '../storage/sqlite/connection.ts';
import { connectionInMemory, createStore as createWith } from '../storage/sqlite/store.ts';
import { grantsPart } from './authorization/storage/sqlite.ts';
import { replicasPart } from './replicas/storage/sqlite.ts';
import { signInPart } from './sign-in/storage/sqlite.ts';
import { aiSettingsPart } from './tenants-ai/storage/sqlite.ts';
import { watchingPart } from './watching/storage/sqlite.ts';
import { webhooksPart } from './webhooks/storage/sqlite.ts';

const parts = [aiSettingsPart, replicasPart, webhooksPart, grantsPart, signInPart, watchingPart];

/**
 * The Store on one open SQLite file, with the stores of all features.
 * @param onIndexRead called for each search with whether its character's index was cached
 */
export function createStore(db: Connection, onIndexRead?: (isCached: boolean) => void): MachineStore {
  return createWith(db, parts, onIndexRead);
}

/** An empty in-memory store. */
export function storeInMemory(): MachineStore {
  return createStore(connectionInMemory());
}
