import type { ApiKey, NewKey } from '../../../domain/tenant.ts';
import { keyNotFound } from '../../../domain/tenant-rules.ts';
import { type KeyRow, lookupBytes, toKey } from '../../rows/tenancy.ts';
import type { Connection } from '../connection.ts';

const selectKeys = `
  SELECT api_keys.*, members.tenant_id, members.name AS member
  FROM api_keys JOIN members ON members.id = api_keys.member_id`;

/** Inside a write unit that has checked the tier's limit. */
export function insertKey(db: Connection, memberId: string, { id, name, hash }: NewKey, now: number): ApiKey {
  db.run(
    'INSERT INTO api_keys (id, member_id, name, hash, hash_start, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    memberId,
    name,
    hash,
    hash.subarray(0, lookupBytes),
    now,
  );
  return requireKey(db, id);
}

/** The keys of a tenant, oldest first. */
export function keysOf(db: Connection, tenantId: string): ApiKey[] {
  return db
    .all<KeyRow>(`${selectKeys} WHERE members.tenant_id = ? ORDER BY api_keys.created_at, api_keys.id`, tenantId)
    .map(toKey);
}

/** NotFound. */
export function requireKey(db: Connection, keyId: string): ApiKey {
  const row = db.get<KeyRow>(`${selectKeys} WHERE api_keys.id = ?`, keyId);
  if (!row) throw keyNotFound(keyId);
  return toKey(row);
}
