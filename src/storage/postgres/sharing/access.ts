import { characterNotFound } from '../../../domain/character.ts';
import type { Scope } from '../../../domain/principal.ts';
import { type Access, seesAll } from '../../../domain/sharing.ts';
import { callerOf, isNotDeleted, isSeen, selectAccess } from '../../rows/sharing.ts';
import type { Place } from '../directory.ts';
import type { Unit } from '../unit.ts';

const naming = (memberId: string, sees: string) => ({
  tenantKey: 'tenant_no',
  tenant: '$1',
  memberId,
  seesAll: `${sees}::boolean`,
});

/** What the caller may do with a row of `characters`, in a statement of tenant $1 with the values of `caller`. */
export function access(memberId: string, sees: string): string {
  return selectAccess(naming(memberId, sees));
}

/** Whether a member has access to the row that is looked up, deleted or not. */
export function isAllowed(memberId: string, sees: string): string {
  return `(${access(memberId, sees)}) IS NOT NULL`;
}

/** The same, of many rows that are looked through. */
export function isAmongAllowed(memberId: string, sees: string): string {
  return isSeen(naming(memberId, sees));
}

/** Whether a member can see the row that is looked up. */
export function isVisible(memberId: string, sees: string): string {
  return `${isNotDeleted} AND ${isAllowed(memberId, sees)}`;
}

/** The same, of many rows that are looked through. */
export function isAmongVisible(memberId: string, sees: string): string {
  return `${isNotDeleted} AND ${isAmongAllowed(memberId, sees)}`;
}

/** Who asks, as the values of a statement. */
export function caller(scope: Scope): [memberId: string, seesAll: boolean] {
  const { memberId, seesAll: sees } = callerOf(scope);
  return [memberId, sees];
}

const accessAt = `SELECT ${access('$3', '$4')} AS access FROM characters WHERE tenant_no = $1 AND no = $2`;

/** What the caller may do with a character that is there; undefined: it does not exist for him. */
export async function accessTo(
  q: Pick<Unit, 'get'>,
  { scope, tenantNo, characterNo }: Place,
): Promise<Access | undefined> {
  // A caller that sees all needs no check: the directory knows that it is there, and a call has found it not deleted.
  if (seesAll(scope)) return 'WRITE';
  const row = await q.get<{ access: Access | null }>(accessAt, tenantNo, characterNo, ...caller(scope));
  return row?.access ?? undefined;
}

/** As accessTo. CharacterNotFound. */
export async function requireSeen(q: Pick<Unit, 'get'>, place: Place, characterId: string): Promise<Access> {
  const found = await accessTo(q, place);
  if (found === undefined) throw characterNotFound(characterId);
  return found;
}
