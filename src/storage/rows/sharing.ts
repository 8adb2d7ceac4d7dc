import type { Scope } from '../../domain/principal.ts';
import { nameWithoutMember } from '../../domain/principal.ts';
import { type Access, type Share, type ShownMember, seesAll } from '../../domain/sharing.ts';

/** How an engine names what the rule of access looks at: the tenant's key and its value, and those of the caller. */
interface Naming {
  tenantKey: string;
  tenant: string;
  memberId: string;
  seesAll: string;
}

const hasAll = ({ memberId, seesAll: all }: Naming) =>
  `${all} OR characters.visibility = 'PUBLIC' OR characters.owner_id = ${memberId}`;

/** Whether a row of `characters` is there for anybody. */
export const isNotDeleted = "characters.status <> 'DELETED'";

/**
 * What the caller may do with a row of `characters`: READ, WRITE, or NULL when it does not exist for him. Every
 * statement that reaches a character by anything but its number asks this (or `isSeen`, of many), so that no list, count
 * or page tells of it.
 */
export function selectAccess(naming: Naming): string {
  const { tenantKey, memberId } = naming;
  return `CASE WHEN ${hasAll(naming)} THEN 'WRITE' ELSE (
    SELECT shares.access FROM shares WHERE shares.${tenantKey} = characters.${tenantKey}
      AND shares.member_id = ${memberId} AND shares.character_no = characters.no) END`;
}

/** Whether the access is one, for a statement that looks at many rows: what is shared with the caller is read once. */
export function isSeen(naming: Naming): string {
  const { tenantKey, tenant, memberId } = naming;
  return `(${hasAll(naming)} OR characters.no IN (
    SELECT shares.character_no FROM shares WHERE shares.${tenantKey} = ${tenant} AND shares.member_id = ${memberId}))`;
}

/** A row of `shares` with the member's name, if it is in the list of members. */
export interface ShareRow {
  member_id: string;
  access: Access;
  name: string | null;
}

export function toShare({ member_id: id, access, name }: ShareRow): Share {
  return { member: toShownMember(id, name), access };
}

export function toShownMember(id: string, name: string | null): ShownMember {
  return { id, name: name ?? nameWithoutMember(id) };
}

/** The caller's values. */
export function callerOf(scope: Scope): { memberId: string; seesAll: boolean } {
  return { memberId: scope.memberId, seesAll: seesAll(scope) };
}
