import type { Scope } from '../../../domain/principal.ts';
import { callerOf, isNotDeleted, isSeen, selectAccess } from '../../rows/sharing.ts';

const naming = { tenantKey: 'tenant_id', tenant: '@tenantId', memberId: '@memberId', seesAll: '@seesAll' };

/** What the caller may do with a row of `characters`, in a statement with the values of `caller`. */
export const access = selectAccess(naming);

/** Whether somebody, who need not be the caller, has a right to a row that is looked up. */
export function isVisibleTo(memberId: string, seesAll: string): string {
  return `(${selectAccess({ ...naming, memberId, seesAll })}) IS NOT NULL`;
}

/** Whether the caller has a right to the row, though it be deleted: of one that is looked up, and of many. */
export const isAllowed = isVisibleTo(naming.memberId, naming.seesAll);
export const isAmongAllowed = isSeen(naming);
/** Whether the row exists for the caller: of one that is looked up, and of many that are looked through. */
export const isVisible = `${isNotDeleted} AND ${isAllowed}`;
export const isAmongVisible = `${isNotDeleted} AND ${isAmongAllowed}`;

/** Who asks, as the values of a statement. */
export function caller(scope: Scope) {
  const { memberId, seesAll } = callerOf(scope);
  return { tenantId: scope.tenantId, memberId, seesAll: Number(seesAll) };
}
