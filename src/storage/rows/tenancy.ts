import { timingSafeEqual } from 'node:crypto';
import type { Role } from '../../domain/principal.ts';
import { windowMs } from '../../domain/rate-limit.ts';
import type { Access } from '../../domain/sharing.ts';
import type { ApiKey, Credential, KeyScope, Member, MemberStatus, NewKey, Tenant } from '../../domain/tenant.ts';
import * as rules from '../../domain/tenant-rules.ts';
import { iso } from '../../domain/text.ts';
import type { Tier } from '../../domain/tier.ts';

export interface TenantRow {
  id: string;
  name: string;
  tier: Tier;
  next_tier: Tier | null;
  period_end: number | null;
  created_at: number;
}

type ScheduleRow = Pick<TenantRow, 'tier' | 'next_tier' | 'period_end'>;

export function scheduleOf({ tier, next_tier: nextTier, period_end: periodEnd }: ScheduleRow): rules.TierSchedule {
  return { tier, nextTier, periodEnd };
}

export function tierInForce(row: ScheduleRow, now: number): Tier {
  return rules.tierInForce(scheduleOf(row), now);
}

export function toTenant(row: TenantRow, now: number): Tenant {
  const waiting = rules.waitingTier(scheduleOf(row), now);
  return {
    id: row.id,
    name: row.name,
    tier: tierInForce(row, now),
    ...(waiting && { nextTier: waiting.tier, periodEnd: iso(waiting.at) }),
    createdAt: iso(row.created_at),
  };
}

export interface MemberRow {
  id: string;
  tenant_id: string;
  name: string;
  role: Role;
  status: MemberStatus;
  created_at: number;
  removed_at: number | null;
  external_id: string | null;
}

export function toMember({ id, tenant_id: tenantId, name, role, status, ...row }: MemberRow): Member {
  const { external_id: externalId, created_at: created } = row;
  return { id, tenantId, name, role, status, ...(externalId !== null && { externalId }), createdAt: iso(created) };
}

/** As MemberStore.identify. Prefers a row that is not removed. */
export function standingOf(row: MemberRow | undefined): Member | 'removed' | undefined {
  if (!row) return undefined;
  return row.removed_at === null ? toMember(row) : 'removed';
}

/** How much of a key's hash is looked up; the whole is compared in constant time. */
export const lookupBytes = 8;

/** A key with its member and tenant. */
export interface KeyRow {
  id: string;
  member_id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  access: Access;
  characters: string | null;
  tenant_id: string;
  member: string;
}

/** id, name, hash, hash_start, access, characters, expires_at of a new key. */
export function keyValues({ id, name, hash, access = 'WRITE', characterIds, expiresAt }: NewKey) {
  const characters = characterIds === undefined ? null : JSON.stringify(characterIds);
  return [id, name, hash, hash.subarray(0, lookupBytes), access, characters, expiresAt ?? null] as const;
}

function scopeOf({ access, characters }: Pick<KeyRow, 'access' | 'characters'>): KeyScope {
  return { access, ...(characters !== null && { characterIds: JSON.parse(characters) as string[] }) };
}

export function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    tenantId: row.tenant_id,
    memberId: row.member_id,
    member: row.member,
    ...scopeOf(row),
    createdAt: iso(row.created_at),
    ...(row.last_used_at !== null && { lastUsedAt: iso(row.last_used_at) }),
    ...(row.expires_at !== null && { expiresAt: iso(row.expires_at) }),
    ...(row.revoked_at !== null && { revokedAt: iso(row.revoked_at) }),
  };
}

/** The member and tenant of a key, a session or a grant, which decide what a call may do. */
export interface HolderRow extends ScheduleRow {
  tenant_id: string;
  member_id: string;
  member: string;
  role: Role;
  status: MemberStatus;
  last_used_at: number | null;
}

export function toHolder(row: HolderRow, now: number) {
  return {
    tenantId: row.tenant_id,
    tier: tierInForce(row, now),
    memberId: row.member_id,
    member: row.member,
    role: row.role,
    memberStatus: row.status,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

/** A key with everything that a call in its name depends on. */
export interface CredentialRow extends KeyRow, HolderRow {
  hash: Uint8Array;
}

/** The credential of the key with this hash, among rows whose hashes have the same prefix. */
export function credentialOf(rows: readonly CredentialRow[], hash: Uint8Array, now: number): Credential | undefined {
  const row = rows.find((one) => timingSafeEqual(one.hash, hash));
  return (
    row && {
      keyId: row.id,
      keyName: row.name,
      ...toHolder(row, now),
      ...scopeOf(row),
      revoked: row.revoked_at !== null,
      expired: row.expires_at !== null && row.expires_at <= now,
    }
  );
}

/** The clocks of nodes differ a little: a request in the previous window counts in the current one. */
const isSameWindow = `counted.since IN (excluded.since, excluded.since + ${windowMs})`;

/**
 * The ON CONFLICT clause of an upsert of a request into rate_counts AS counted; it returns the count if the request
 * passes.
 */
export function countOrRefuse(limit: string): string {
  return `DO UPDATE SET
      count = CASE WHEN ${isSameWindow} THEN counted.count + 1 ELSE 1 END,
      since = CASE WHEN ${isSameWindow} THEN counted.since ELSE excluded.since END
    WHERE NOT (${isSameWindow}) OR counted.count < ${limit}
    RETURNING count`;
}
