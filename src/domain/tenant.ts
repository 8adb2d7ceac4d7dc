import type { Role } from './principal.ts';
import type { Tier } from './tier.ts';

export interface Tenant {
  id: string;
  name: string;
  /** The tier in force. */
  tier: Tier;
  /** A downgrade that waits for `periodEnd` (ISO-8601 UTC); both absent when none does. */
  nextTier?: Tier;
  periodEnd?: string;
  createdAt: string;
}

export const memberStatuses = ['ACTIVE', 'SUSPENDED'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export interface Member {
  id: string;
  tenantId: string;
  /** Unique within the tenant. */
  name: string;
  role: Role;
  status: MemberStatus;
  createdAt: string;
}

/** An API key as it is shown; its text is known to its owner only. */
export interface ApiKey {
  id: string;
  name: string;
  tenantId: string;
  /** Name of the member it belongs to. */
  member: string;
  createdAt: string;
  /** Exact to a minute. */
  lastUsedAt?: string;
  revokedAt?: string;
}

/** A key to be stored: of its text only the SHA-256. */
export interface NewKey {
  id: string;
  name: string;
  hash: Uint8Array;
}

/** What a presented key leads to, as things stand now. */
export interface Credential {
  keyId: string;
  tenantId: string;
  tier: Tier;
  memberId: string;
  /** The member's name. */
  member: string;
  role: Role;
  memberStatus: MemberStatus;
  revoked: boolean;
  /** Milliseconds; undefined: never. */
  lastUsedAt: number | undefined;
}
