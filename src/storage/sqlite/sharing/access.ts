import type { Scope } from '../../../domain/principal.ts';
import { isNotDeleted, isSeen, selectAccess } from '../../rows/sharing.ts';

const tenancy = { tenantKey: 'tenant_id', tenant: '@tenantId' };
const naming = {
  ...tenancy,
  memberId: '@memberId',
  ownsAll: '@ownsAll',
  within: '(@only IS NULL OR characters.id IN (SELECT value FROM json_each(@only)))',
};

/** The caller's access to a row of `characters`, in a statement with the values of `caller`. */
export const access = selectAccess(naming);

/** Whether a member, maybe another than the caller, has access to a looked-up row. */
export function isVisibleTo(memberId: string, ownsAll: string): string {
  return `(${selectAccess({ ...tenancy, memberId, ownsAll })}) IS NOT NULL`;
}

/** Whether the caller has access to the row, also when deleted: for one looked-up row, and for a scan. */
export const isAllowed = `(${access}) IS NOT NULL`;
export const isAmongAllowed = isSeen(naming);
/** Whether the row exists for the caller: for one looked-up row, and for a scan. */
export const isVisible = `${isNotDeleted} AND ${isAllowed}`;
export const isAmongVisible = `${isNotDeleted} AND ${isAmongAllowed}`;

/** The caller, as the values of a statement. */
export function caller({ tenantId, memberId, role, only }: Scope) {
  return { tenantId, memberId, ownsAll: Number(role === 'OWNER'), only: only ? JSON.stringify(only) : null };
}
