import { existsSync } from 'node:fs';
import { Database } from '../../../base/sqlite.ts';
import { localTenantId } from '../../../domain/principal.ts';
import { latestVersion, versionOf } from '../disk/identity.ts';
import { extractionsSince, hasActiveCharacter, hookTotals } from '../disk/inventory.ts';
import { requireReadable } from '../disk/probe.ts';

/** A store's data about the hooks that use it. */
export interface HookFacts {
  /** Milliseconds since the epoch, by host, if stored. */
  lastRuns: ReadonlyMap<string, number>;
  /** Sessions that models of hosts have read, or begun to, since the time asked for, and the memories found at any time. */
  extractions: { read: number; found: number };
  /** The requested ones that exist and are not archived, by id, alias or name. */
  characters: ReadonlySet<string>;
}

const timeoutMs = 500;

/** Reads it without changing anything; undefined without a store of this version, which other checks report. */
export async function hookFacts(
  path: string,
  references: readonly string[],
  since: number,
): Promise<HookFacts | undefined> {
  if (!existsSync(path)) return undefined;
  try {
    await requireReadable(path);
    const sqlite = new Database(path, { fileMustExist: true, timeout: timeoutMs });
    try {
      if (versionOf(sqlite) !== latestVersion) return undefined;
      return {
        lastRuns: new Map(hookTotals(sqlite).map(({ host, lastAt }) => [host, lastAt])),
        extractions: extractionsSince(sqlite, localTenantId, since),
        characters: new Set(references.filter((one) => hasActiveCharacter(sqlite, localTenantId, one))),
      };
    } finally {
      sqlite.close();
    }
  } catch {
    return undefined;
  }
}
