import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Store } from '../../src/domain/stores/store.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { createStore } from '../../src/storage/sqlite/store.ts';

/** The engine on one file. */
export const openStore = (path: string): Store => createStore(openConnection(path));

/** A temporary folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'memory-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
