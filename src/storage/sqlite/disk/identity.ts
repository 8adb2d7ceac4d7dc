import { type BigIntStats, statSync } from 'node:fs';
import type { Database as Sqlite } from 'better-sqlite3';
import { StoreUnusable } from '../../unusable.ts';
import { migrations } from '../migrations.ts';

/** Marks a file as a store of this service: "AMS1". */
export const applicationId = 0x414d5331;

/** The version of the schema that this program makes. */
export const latestVersion = migrations.length + 1;

/** Version of the schema, 0 for an empty file. StoreUnusable for a foreign or newer one; nothing is changed. */
export function versionOf(sqlite: Sqlite, latest = latestVersion): number {
  const { version, application, tables } = readIdentity(sqlite);
  if (application !== applicationId && (tables > 0 || application !== 0)) {
    throw new StoreUnusable(`${sqlite.name} is a database of another program. Nothing was changed.`);
  }
  if (version > latest) {
    throw new StoreUnusable(
      `The store ${sqlite.name} has version ${version}, this program knows versions up to ${latest}: use a newer agent-memory-service. Nothing was changed.`,
    );
  }
  return version;
}

/** Read in one snapshot: another process may be making the store just now. */
function readIdentity(sqlite: Sqlite): { version: number; application: number; tables: number } {
  const read = sqlite.transaction(() => ({
    version: Number(sqlite.pragma('user_version', { simple: true })),
    application: Number(sqlite.pragma('application_id', { simple: true })),
    tables: Number(sqlite.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()),
  }));
  return read();
}

/** The identity of a store and of its copies. */
export function storeIdOf(sqlite: Sqlite): string {
  return String(sqlite.prepare('SELECT id FROM store').pluck().get());
}

/** As `storeIdOf`, of a store that may be older than that: undefined in version 1. */
export function knownStoreId(sqlite: Sqlite): string | undefined {
  return versionOf(sqlite) > 1 ? storeIdOf(sqlite) : undefined;
}

/** A file's identity under any name: its device and inode. */
export type FileIdentity = Pick<BigIntStats, 'dev' | 'ino'>;

/** Undefined when it does not exist. */
export function fileIdentity(path: string): FileIdentity | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A parent folder does not exist or is closed to this user.
    return undefined;
  }
}

export function isSameFile(one: FileIdentity | undefined, other: FileIdentity | undefined): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}
