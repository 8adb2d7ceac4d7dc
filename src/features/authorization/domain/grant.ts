import * as z from 'zod';
import { ServiceError } from '../../../domain/errors.ts';
import { replicaScope, scopes, type TokenScope } from '../../../domain/principal.ts';
import { accesses } from '../../../domain/sharing.ts';
import type { Credential } from '../../../domain/tenant.ts';

/** What a client may do; each level includes the one before it. REPLICATE: as a replica (`replicaScope`). */
export const grantAccesses = [...accesses, 'REPLICATE'] as const;
export type GrantAccess = (typeof grantAccesses)[number];

/** Whether an access includes `needed`. */
export function accessIncludes(access: GrantAccess, needed: GrantAccess): boolean {
  return grantAccesses.indexOf(access) >= grantAccesses.indexOf(needed);
}

/** The OAuth scopes of an access. */
export function scopesOf(access: GrantAccess): TokenScope[] {
  const all: readonly TokenScope[] = [...scopes, replicaScope];
  return all.slice(0, grantAccesses.indexOf(access) + 1);
}

/** A member's grant to a client, for display. */
export const shownGrant = z.object({
  id: z.string(),
  client: z.string().describe('What the client calls itself'),
  clientId: z.string(),
  member: z.object({ id: z.string(), name: z.string() }),
  access: z.enum(grantAccesses),
  characterIds: z.array(z.string()).optional().describe('The only characters it has; absent: all of the member’s'),
  createdAt: z.string(),
  lastUsedAt: z.string().optional(),
  /** When it ends unless the client renews it. */
  expiresAt: z.string(),
});
export type Grant = z.output<typeof shownGrant>;

/** A grant to be stored. */
export interface NewGrant {
  id: string;
  memberId: string;
  client: string;
  clientId: string;
  access: Grant['access'];
  characterIds?: readonly string[] | undefined;
  /** The address that its tokens are for. */
  resource: string;
}

/** The proof for exchanging a code: its redirect address, and the S256 challenge of its verifier (RFC 7636). */
export interface CodeProof {
  redirectUri: string;
  challenge: string;
}

/** A token to be stored: of its text only the SHA-256. */
export interface NewToken {
  hash: Uint8Array;
  /** Milliseconds. */
  expiresAt: number;
}

/** The purpose of codes and refresh tokens, each valid once. */
export const exchangeables = ['code', 'refresh'] as const;
export type Exchangeable = (typeof exchangeables)[number];

/** The action of a token exchange in the audit log. */
export const exchanges: { readonly [Kind in Exchangeable]: string } = { code: 'redeem_code', refresh: 'refresh_grant' };

/** The grant of a code or a refresh token, and its member, as of now; `proof` belongs to a code. */
export interface Exchanged
  extends Pick<NewGrant, 'clientId' | 'access' | 'resource'>,
    Pick<Credential, 'tenantId' | 'memberId' | 'member' | 'role' | 'memberStatus'> {
  grantId: string;
  proof?: CodeProof | undefined;
}

/** The caller of a client's access token, as of now. `lastUsedAt` is the grant's. */
export interface GrantedAccess
  extends Pick<Credential, 'tenantId' | 'tier' | 'memberId' | 'member' | 'role' | 'memberStatus' | 'lastUsedAt'>,
    Omit<NewGrant, 'id'> {
  grantId: string;
}

/** The most clients that a member may have allowed; beyond it the least recently used is revoked. */
export const grantsOfMember = 100;

export function grantNotFound(grantId: string): ServiceError {
  return new ServiceError('NotFound', `There is no grant ${grantId}.`);
}
