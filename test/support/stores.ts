import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { once } from '../../src/base/once.ts';
import { isMachineStore, type MachineStore, type Store } from '../../src/domain/stores/store.ts';
import { createStore } from '../../src/features/sqlite.ts';
import { storeIdOf } from '../../src/storage/sqlite/disk/identity.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';

/** The bytes of a new store, and where its id is in them. */
const newStore = once(() => {
  const folder = mkdtempSync(join(tmpdir(), 'memory-service-'));
  const { sqlite } = openConnection(join(folder, 'memory.db'));
  const bytes = sqlite.serialize();
  const idAt = bytes.indexOf(storeIdOf(sqlite));
  sqlite.close();
  rmSync(folder, { recursive: true });
  return { bytes, idAt };
});

/** The engine on one file. A new one is a copy with an id of its own: the schema takes ten times as long to run. */
export function openStore(path: string): MachineStore {
  if (!existsSync(path)) {
    const { bytes, idAt } = newStore();
    bytes.write(randomBytes(16).toString('hex'), idAt);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
  }
  return createStore(openConnection(path));
}

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
