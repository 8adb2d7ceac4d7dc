import type { Scope } from '../../../domain/principal.ts';
import { callerOf, isSeen, selectAccess } from '../../rows/sharing.ts';

const naming = { tenantKey: 'tenant_id', tenant: '@tenantId', memberId: '@memberId', seesAll: '@seesAll' };

/** What the caller may do with a row of `characters`, in a statement with the values of `caller`. */
export const access = selectAccess(naming);

/** Whether a row that is looked up exists for somebody, who need not be the caller. */
export function isVisibleTo(memberId: string, seesAll: string): string {
  return `(${selectAccess({ ...naming, memberId, seesAll })}) IS NOT NULL`;
}

/** Whether the row exists for him: of one that is looked up, and of many that are looked through. */
export const isVisible = isVisibleTo(naming.memberId, naming.seesAll);
export const isAmongVisible = isSeen(naming);

/** Who asks, as the values of a statement. */
export function caller(scope: Scope) {
  const { memberId, seesAll } = callerOf(scope);
  return { tenantId: scope.tenantId, memberId, seesAll: Number(seesAll) };
}
