import type { Role } from '../../../domain/principal.ts';
import type { MemberStatus } from '../../../domain/tenant.ts';
import { iso } from '../../../domain/text.ts';
import type { Passkey, PasskeyHolder } from '../domain/passkey.ts';

/** A row of `passkeys` with its member. */
export interface PasskeyRow {
  id: string;
  member_id: string;
  member: string;
  name: string;
  credential: Uint8Array;
  public_key: Uint8Array;
  counter: number;
  created_at: number;
  last_used_at: number | null;
}

export function toPasskey({ id, name, created_at: createdAt, last_used_at: lastUsedAt, ...row }: PasskeyRow): Passkey {
  const member = { id: row.member_id, name: row.member };
  return { id, name, member, createdAt: iso(createdAt), ...(lastUsedAt !== null && { lastUsedAt: iso(lastUsedAt) }) };
}

/** A passkey with its tenant. */
export interface HeldPasskeyRow extends PasskeyRow {
  tenant_id: string;
  role: Role;
  status: MemberStatus;
}

export function toPasskeyHolder(row: HeldPasskeyRow): PasskeyHolder {
  return {
    tenantId: row.tenant_id,
    memberId: row.member_id,
    member: row.member,
    role: row.role,
    memberStatus: row.status,
    passkeyId: row.id,
    publicKey: row.public_key,
    counter: row.counter,
  };
}

/** Passkeys with their members, who are not removed. */
export const fromPasskeys =
  'FROM passkeys JOIN members ON members.id = passkeys.member_id AND members.removed_at IS NULL';
/** The columns of a HeldPasskeyRow, but for the tenant's. */
export const heldPasskeyColumns = 'passkeys.*, members.name AS member, members.role, members.status';
