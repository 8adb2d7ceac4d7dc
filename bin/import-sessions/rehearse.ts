import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../src/settings/config.ts';
import { checkedCopy } from '../../src/storage/sqlite/copies/checked-copy.ts';
import { keepSessions, type Outcome } from './keep.ts';
import type { Project } from './projects.ts';

/**
 * A dry run of these sessions on a copy of the store, which is removed. The copy is beside the store, where there is
 * enough space and other users can't read it.
 */
export async function rehearse(config: Config, projects: readonly Project[], signal: AbortSignal): Promise<Outcome[]> {
  const { databasePath } = config;
  if (projects.length === 0) return [];
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(dirname(databasePath), '.sessions-'));
  try {
    const copy = join(folder, 'memory.db');
    if (existsSync(databasePath)) await checkedCopy(databasePath, copy, { signal });
    return await keepSessions(config, copy, projects, signal, 'reading');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
