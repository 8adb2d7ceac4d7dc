import { characterNotFound } from '../../../domain/character.ts';
import type { Scope } from '../../../domain/principal.ts';
import { type Access, seesAll } from '../../../domain/sharing.ts';
import { isNotDeleted, isSeen, selectAccess } from '../../rows/sharing.ts';
import type { Place } from '../directory.ts';
import type { Unit } from '../unit.ts';

const tenancy = { tenantKey: 'tenant_no', tenant: '$1' };
/** @param reach the parameter of `caller`'s second value */
const naming = (memberId: string, reach: string) => ({
  ...tenancy,
  memberId,
  ownsAll: `(${reach}::text[])[1]::boolean`,
  within: `(cardinality(${reach}::text[]) = 1 OR characters.id::text = ANY(${reach}::text[]))`,
});

/** SQL for the caller's access to a row of `characters`, in a statement of tenant $1 with the values of `caller`. */
export function access(memberId: string, reach: string): string {
  return selectAccess(naming(memberId, reach));
}

/** Whether the caller has access to the single row that is looked up, deleted or not. */
export function isAllowed(memberId: string, reach: string): string {
  return `(${access(memberId, reach)}) IS NOT NULL`;
}

/** The same for a given member instead of the caller. */
export function isVisibleTo(memberId: string, ownsAll: string): string {
  return `(${selectAccess({ ...tenancy, memberId, ownsAll })}) IS NOT NULL`;
}

/** The same, of many rows that are looked through. */
export function isAmongAllowed(memberId: string, reach: string): string {
  return isSeen(naming(memberId, reach));
}

/** Whether the caller can see the row that is looked up. */
export function isVisible(memberId: string, reach: string): string {
  return `${isNotDeleted} AND ${isAllowed(memberId, reach)}`;
}

/** The same, of many rows that are looked through. */
export function isAmongVisible(memberId: string, reach: string): string {
  return `${isNotDeleted} AND ${isAmongAllowed(memberId, reach)}`;
}

/**
 * The caller as two values of a statement. The second has whether the caller also sees private characters, followed by
 * the characters of its grant; with one item there is no limit.
 */
export function caller({ memberId, role, only }: Scope): [memberId: string, reach: string[]] {
  return [memberId, [String(role === 'OWNER'), ...(only ? ['', ...only] : [])]];
}

const accessAt = `SELECT ${access('$3', '$4')} AS access FROM characters WHERE tenant_no = $1 AND no = $2`;

/** The caller's access to an existing character. Undefined: it does not exist for the caller. */
export async function accessTo(
  q: Pick<Unit, 'get'>,
  { scope, tenantNo, characterNo }: Place,
): Promise<Access | undefined> {
  // A caller that sees everything needs no check: the directory has the character, and an earlier statement found it
  // not deleted.
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
