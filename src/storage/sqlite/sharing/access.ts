import type { Scope } from '../../../domain/principal.ts';
import { callerOf, selectAccess } from '../../rows/sharing.ts';

/** What the caller may do with a row of `characters`, in a statement with the values of `caller`. */
export const access = selectAccess({ tenantKey: 'tenant_id', memberId: '@memberId', seesAll: '@seesAll' });

/** Whether the row exists for him. */
export const isVisible = `(${access}) IS NOT NULL`;

/** Who asks, as the values of a statement. */
export function caller(scope: Scope) {
  const { memberId, seesAll } = callerOf(scope);
  return { tenantId: scope.tenantId, memberId, seesAll: Number(seesAll) };
}
