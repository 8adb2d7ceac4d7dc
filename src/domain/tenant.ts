import * as z from 'zod';
import { captureName } from './captured-clause.ts';
import { judgeName } from './judging.ts';
import { limits } from './limits.ts';
import { type Role, roles } from './principal.ts';
import type { Admission } from './rate-limit.ts';
import { type Access, accesses } from './sharing.ts';
import { foldCase, label, normalized, text } from './text.ts';
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

/** The name of a member or a key. */
export const memberName = label(limits.memberName);
/** Names under which the service and the person of this machine act: no member may be taken for one. */
const actorNames: ReadonlySet<string> = new Set([
  ...['local', 'dashboard', 'service', 'hook', captureName, judgeName],
  ...['file watcher', 'replica', 'restore', 'rehearsal'],
]);
/** The name of a new member, or a new name of one. */
export const newMemberName = memberName.check((ctx) => {
  if (!actorNames.has(foldCase(normalized(ctx.value, 'NFKC')).trim())) return;
  const message = 'must not be a name that the service or the person of this machine acts under, such as "local"';
  ctx.issues.push({ code: 'custom', input: ctx.value, message });
});
/** The identity provider's id of a member: the claim `sub` of its tokens, compared exactly. */
export const externalId = text(limits.subject, 1);

/** A member as its tenant sees it. */
export const member = z.object({
  id: z.string(),
  /** Unique within the tenant. */
  name: z.string(),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  /** Unique within the tenant. */
  externalId: z.string().optional(),
  createdAt: z.string(),
});

export type Member = z.output<typeof member> & { tenantId: string };

/** A member to be added. */
export interface NewMember {
  id: string;
  name: string;
  role: Role;
  externalId?: string | undefined;
}

/** What of a member changes; null clears. */
export interface MemberChange {
  name?: string | undefined;
  role?: Role | undefined;
  status?: MemberStatus | undefined;
  externalId?: string | null | undefined;
}

/** An API key as its tenant sees it. */
export const shownKey = z.object({
  id: z.string(),
  name: z.string(),
  member: z.object({ id: z.string(), name: z.string() }),
  /** READ: it changes nothing. */
  access: z.enum(accesses),
  characterIds: z.array(z.string()).optional().describe('The only characters it has; absent: all of the member’s'),
  createdAt: z.string(),
  /** Exact to a minute. */
  lastUsedAt: z.string().optional(),
  expiresAt: z.string().optional(),
  revokedAt: z.string().optional(),
});

/** What a key may do. */
export interface KeyScope {
  access: Access;
  /** The only characters that it has; absent: all of its member. */
  characterIds?: readonly string[] | undefined;
}

/** An API key as it is stored; its text is known to its owner only. */
export interface ApiKey extends KeyScope {
  id: string;
  name: string;
  tenantId: string;
  memberId: string;
  /** Name of the member it belongs to. */
  member: string;
  createdAt: string;
  /** Exact to a minute. */
  lastUsedAt?: string;
  expiresAt?: string;
  revokedAt?: string;
}

/** A key to be stored: of its text only the SHA-256. Absent: it never ends, and may do what its member may. */
export interface NewKey extends Pick<Partial<KeyScope>, 'characterIds'> {
  access?: Access | undefined;
  id: string;
  name: string;
  hash: Uint8Array;
  /** Milliseconds. */
  expiresAt?: number | undefined;
}

/** A key that takes the place of another, whose name and scope it has. */
export interface RotatedKey extends Pick<NewKey, 'id' | 'hash' | 'expiresAt'> {
  /** When the other ends (ms): at once when that is not in the future. */
  until: number;
}

/** The caller of a presented key, as of now. */
export interface Credential extends KeyScope {
  keyId: string;
  keyName: string;
  tenantId: string;
  tier: Tier;
  memberId: string;
  /** The member's name. */
  member: string;
  role: Role;
  memberStatus: MemberStatus;
  revoked: boolean;
  expired: boolean;
  /** Milliseconds; undefined: never. */
  lastUsedAt: number | undefined;
  /** Present where its request was counted with the look-up. */
  admission?: Admission | undefined;
}
