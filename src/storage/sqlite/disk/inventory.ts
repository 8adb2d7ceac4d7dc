import type { Database as Sqlite } from 'better-sqlite3';
import { readReference } from '../../../domain/character-rules.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { knownStoreId, versionOf } from './identity.ts';

// Exact counts of a store, for commands that people run, never for a server.

/** The counts of a store. */
export interface StoreContents {
  /** Undefined in stores of version 1. */
  storeId: string | undefined;
  /** Of the schema. */
  version: number;
  bytes: number;
  characters: number;
  /** Active ones. */
  memories: number;
  revisions: number;
  files: number;
}

export function contentsOf(sqlite: Sqlite): StoreContents {
  return {
    storeId: knownStoreId(sqlite),
    version: versionOf(sqlite),
    bytes: Number(sqlite.pragma('page_count', { simple: true })) * Number(sqlite.pragma('page_size', { simple: true })),
    characters: countOf(sqlite, 'characters'),
    memories: count(sqlite, `SELECT count(*) FROM memories WHERE state = 'ACTIVE'`),
    revisions: countOf(sqlite, 'revisions'),
    files: countOf(sqlite, 'files'),
  };
}

/** The tables by name; a virtual one stores its rows in others. */
export function tablesOf(sqlite: Sqlite): string[] {
  return sqlite
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`)
    .pluck()
    .all() as string[];
}

/** How many rows each table has. */
export function rowsOf(sqlite: Sqlite): Map<string, number> {
  return new Map(tablesOf(sqlite).map((name) => [name, countOf(sqlite, name)]));
}

/** Memories that an older release indexed. */
export function indexedBefore(sqlite: Sqlite): number {
  return count(sqlite, `SELECT count(*) FROM memories WHERE state = 'ACTIVE' AND index_version < ${INDEX_VERSION}`);
}

/** Whether a reference (id, alias or name) is a character that is not archived. */
export function hasActiveCharacter(sqlite: Sqlite, tenantId: string, given: string): boolean {
  const reference = readReference(given);
  const active = "SELECT count(*) FROM characters WHERE tenant_id = ? AND status = 'ACTIVE'";
  const found =
    reference.kind === 'id'
      ? sqlite.prepare(`${active} AND id = ?`).pluck().get(tenantId, reference.id)
      : reference.kind === 'user'
        ? sqlite
            .prepare(`${active} AND (name = ? OR external_id = ?)`)
            .pluck()
            .get(tenantId, reference.name, reference.externalId)
        : sqlite
            .prepare(
              `${active} AND (name = ? OR no = (SELECT character_no FROM aliases WHERE tenant_id = ? AND alias_key = ?))`,
            )
            .pluck()
            .get(tenantId, reference.name, tenantId, reference.aliasKey);
  return Number(found) > 0;
}

/** The stored activity of a host's hooks. */
interface HookTotals {
  host: string;
  given: number;
  tokens: number;
  captured: number;
  /** Milliseconds since the epoch. */
  lastAt: number;
  /** Reasons of left-out statements with their counts, the most frequent first. */
  leftOut: [reason: string, count: number][];
}

/** Sessions that the models of hosts have read since then (ms), and the memories that they have found at any time. */
export function extractionsSince(sqlite: Sqlite, tenantId: string, since: number): { read: number; found: number } {
  const sql = `SELECT count(*) FILTER (WHERE at >= ?) AS read, coalesce(sum(kept), 0) AS found
    FROM host_extractions WHERE tenant_id = ?`;
  return sqlite.prepare(sql).get(since, tenantId) as { read: number; found: number };
}

/** The host whose hooks ran last comes first. */
export function hookTotals(sqlite: Sqlite): HookTotals[] {
  const hosts = sqlite.prepare(
    `SELECT host, sum(given) AS given, sum(tokens) AS tokens, sum(captured) AS captured, max(at) AS lastAt
     FROM hook_receipts GROUP BY host ORDER BY lastAt DESC`,
  );
  const leftOut = sqlite
    .prepare(
      `SELECT key, sum(value) AS count FROM hook_receipts, json_each(left_out)
       WHERE host = ? GROUP BY key ORDER BY count DESC, key`,
    )
    .raw();
  return (hosts.all() as HookTotals[]).map((totals) => ({
    ...totals,
    leftOut: leftOut.all(totals.host) as HookTotals['leftOut'],
  }));
}

interface ProjectTotals {
  count: number;
  /** Memories that versions before 5 stored under a folder's name, with their present project. */
  takenOver: { name: string; folder: string }[];
}

export function projectsOf(sqlite: Sqlite): ProjectTotals {
  const taken = sqlite.prepare(
    `SELECT name, folder FROM projects JOIN characters ON characters.no = character_no
     WHERE identity GLOB 'name:*' AND folder IS NOT NULL ORDER BY name`,
  );
  return {
    count: count(sqlite, `SELECT count(DISTINCT character_no) FROM projects WHERE identity NOT GLOB 'name:*'`),
    takenOver: taken.all() as ProjectTotals['takenOver'],
  };
}

function countOf(sqlite: Sqlite, table: string): number {
  return count(sqlite, `SELECT count(*) FROM ${quoted(table)}`);
}

/** A name quoted for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function count(sqlite: Sqlite, sql: string): number {
  return Number(sqlite.prepare(sql).pluck().get());
}
