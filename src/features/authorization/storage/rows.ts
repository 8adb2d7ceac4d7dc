import type { Scope } from '../../../domain/principal.ts';
import { iso } from '../../../domain/text.ts';
import { type HolderRow, toHolder } from '../../../storage/rows/tenancy.ts';
import type { CodeProof, Exchanged, Grant, GrantedAccess } from '../domain/grant.ts';

/** A row of `grants` with its member and tenant. */
export interface GrantRow extends HolderRow {
  id: string;
  client_id: string;
  client_name: string;
  access: Grant['access'];
  characters: string | null;
  resource: string;
  created_at: number;
  expires_at: number;
}

/** A grant with one of its tokens. */
export interface TokenRow extends GrantRow {
  proof: string | null;
  used_at: number | null;
}

const charactersOf = ({ characters }: GrantRow) => {
  return characters === null ? {} : { characterIds: JSON.parse(characters) as string[] };
};

export function toGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    client: row.client_name,
    clientId: row.client_id,
    member: { id: row.member_id, name: row.member },
    access: row.access,
    ...charactersOf(row),
    createdAt: iso(row.created_at),
    ...(row.last_used_at !== null && { lastUsedAt: iso(row.last_used_at) }),
    expiresAt: iso(row.expires_at),
  };
}

export function toExchanged(row: TokenRow): Exchanged {
  const { id: grantId, client_id: clientId, access, resource, proof } = row;
  const { tenant_id: tenantId, member_id: memberId, member, role, status: memberStatus } = row;
  return {
    ...{ grantId, clientId, access, resource, tenantId, memberId, member, role, memberStatus },
    ...(proof !== null && { proof: JSON.parse(proof) as CodeProof }),
  };
}

export function toGrantedAccess(row: GrantRow, now: number): GrantedAccess {
  return {
    grantId: row.id,
    ...toHolder(row, now),
    client: row.client_name,
    clientId: row.client_id,
    access: row.access,
    ...charactersOf(row),
    resource: row.resource,
  };
}

/** The actor when tokens are exchanged or revoked: the member, through the client. */
export function clientScope({ tenant_id: tenantId, member_id: memberId, ...row }: GrantRow, action: string): Scope {
  const auditContext = { action, name: row.member, via: 'grant' as const, keyId: row.id };
  return { tenantId, memberId, role: row.role, auditContext };
}
