import { nameWithoutMember } from '../../domain/principal.ts';
import type { Access, Share, ShownMember } from '../../domain/sharing.ts';

/** The SQL expressions of an engine that the rule of access needs: for the tenant and for the caller. */
interface Naming {
  tenantKey: string;
  tenant: string;
  memberId: string;
  /** Whether the caller also sees private characters, as OWNERs do. */
  ownsAll: string;
  /** Whether the row is among the characters that the caller's grant is limited to; absent: it has no limit. */
  within?: string;
}

const hasAll = ({ memberId, ownsAll }: Naming) =>
  `${ownsAll} OR characters.visibility = 'PUBLIC' OR characters.owner_id = ${memberId}`;

/** Whether a row of `characters` is visible to anyone. */
export const isNotDeleted = "characters.status <> 'DELETED'";

/**
 * The caller's access to a row of `characters`: READ, WRITE, or NULL when it does not exist for the caller. Every
 * statement that finds characters by anything but their numbers uses this (or `isSeen`, for many), so that no list,
 * count or page reveals one.
 */
export function selectAccess(naming: Naming): string {
  const { tenantKey, memberId, within } = naming;
  return `CASE ${within === undefined ? '' : `WHEN NOT ${within} THEN NULL `}WHEN ${hasAll(naming)} THEN 'WRITE' ELSE (
    SELECT shares.access FROM shares WHERE shares.${tenantKey} = characters.${tenantKey}
      AND shares.member_id = ${memberId} AND shares.character_no = characters.no) END`;
}

/** Whether the caller has access, for a statement on many rows: it reads the caller's shares once. */
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
