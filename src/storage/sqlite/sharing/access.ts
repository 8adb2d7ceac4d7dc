import type { Scope } from '../../../domain/principal.ts';
import { callerOf, isNotDeleted, isSeen, selectAccess } from '../../rows/sharing.ts';

const naming = { tenantKey: 'tenant_id', tenant: '@tenantId', memberId: '@memberId', seesAll: '@seesAll' };

/** The caller's access to a row of `characters`, in a statement with the values of `caller`. */
export const access = selectAccess(naming);

/** Whether a member, maybe another than the caller, has access to a looked-up row. */
export function isVisibleTo(memberId: string, seesAll: string): string {
  return `(${selectAccess({ ...naming, memberId, seesAll })}) IS NOT NULL`;
}

/** Whether the caller has access to the row, also when deleted: for one looked-up row, and for a scan. */
export const isAllowed = isVisibleTo(naming.memberId, naming.seesAll);
export const isAmongAllowed = isSeen(naming);
/** Whether the row exists for the caller: for one looked-up row, and for a scan. */
export const isVisible = `${isNotDeleted} AND ${isAllowed}`;
export const isAmongVisible = `${isNotDeleted} AND ${isAmongAllowed}`;

/** The caller, as the values of a statement. */
export function caller(scope: Scope) {
  const { memberId, seesAll } = callerOf(scope);
  return { tenantId: scope.tenantId, memberId, seesAll: Number(seesAll) };
}
