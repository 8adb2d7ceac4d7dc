import { nameWithoutMember } from '../../domain/principal.ts';
import type { Access, Share, ShownMember } from '../../domain/sharing.ts';

/** How an engine names what the rule of access looks at: the tenant's key and its value, and those of the caller. */
interface Naming {
  tenantKey: string;
  tenant: string;
  memberId: string;
  /** Whether what is private is the caller's too, as that of OWNERs. */
  ownsAll: string;
  /** Whether the row is among the characters that the caller's grant is limited to; absent: it has no limit. */
  within?: string;
}

const hasAll = ({ memberId, ownsAll }: Naming) =>
  `${ownsAll} OR characters.visibility = 'PUBLIC' OR characters.owner_id = ${memberId}`;

/** Whether a row of `characters` is there for anybody. */
export const isNotDeleted = "characters.status <> 'DELETED'";

/**
 * What the caller may do with a row of `characters`: READ, WRITE, or NULL when it does not exist for him. Every
 * statement that reaches a character by anything but its number asks this (or `isSeen`, of many), so that no list, count
 * or page tells of it.
 */
export function selectAccess(naming: Naming): string {
  const { tenantKey, memberId, within } = naming;
  return `CASE ${within === undefined ? '' : `WHEN NOT ${within} THEN NULL `}WHEN ${hasAll(naming)} THEN 'WRITE' ELSE (
    SELECT shares.access FROM shares WHERE shares.${tenantKey} = characters.${tenantKey}
      AND shares.member_id = ${memberId} AND shares.character_no = characters.no) END`;
}

/** Whether the access is one, for a statement that looks at many rows: what is shared with the caller is read once. */
export function isSeen(naming: Naming): string {
  const { tenantKey, tenant, memberId, within } = naming;
  const seen = `(${hasAll(naming)} OR characters.no IN (
    SELECT shares.character_no FROM shares WHERE shares.${tenantKey} = ${tenant} AND shares.member_id = ${memberId}))`;
  return within === undefined ? seen : `(${within} AND ${seen})`;
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
