import type { ApiKey, NewKey } from '../../../domain/tenant.ts';
import { keyNotFound } from '../../../domain/tenant-rules.ts';
import { type KeyRow, lookupBytes, toKey } from '../../rows/tenancy.ts';
import type { Unit } from '../unit.ts';

const selectKeys = `
  SELECT api_keys.*, tenants.id AS tenant_id, members.name AS member
  FROM api_keys JOIN members ON members.id = api_keys.member_id JOIN tenants ON tenants.no = members.tenant_no`;
export const listKeys = `${selectKeys} WHERE members.tenant_no = $1 ORDER BY api_keys.created_at, api_keys.id`;

/** Inside a write unit that has checked the tier's limit. */
export async function insertKey(q: Unit, memberId: string, { id, name, hash }: NewKey, now: number): Promise<ApiKey> {
  q.send(
    'INSERT INTO api_keys (id, member_id, name, hash, hash_start, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    id,
    memberId,
    name,
    hash,
    hash.subarray(0, lookupBytes),
    now,
  );
  return requireKey(q, id);
}

/** NotFound. */
export async function requireKey(q: Unit, keyId: string): Promise<ApiKey> {
  const row = await q.get<KeyRow>(`${selectKeys} WHERE api_keys.id = $1`, keyId);
  if (!row) throw keyNotFound(keyId);
  return toKey(row);
}
