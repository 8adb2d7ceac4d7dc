import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isMachineStore, type MachineStore, type Store } from '../../src/domain/stores/store.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { createStore } from '../../src/storage/sqlite/store.ts';

/** The engine on one file. */
export const openStore = (path: string): MachineStore => createStore(openConnection(path));

/** A store that is known to be a file of this machine. */
export function onMachine(store: Store): MachineStore {
  if (!isMachineStore(store)) throw new Error('the store is no file of this machine');
  return store;
}

/** A temporary folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'memory-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
