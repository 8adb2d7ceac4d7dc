import { characterNotFound } from '../../../domain/character.ts';
import type { Scope } from '../../../domain/principal.ts';
import { type Access, seesAll } from '../../../domain/sharing.ts';
import { callerOf, selectAccess } from '../../rows/sharing.ts';
import type { Place } from '../directory.ts';
import type { Unit } from '../unit.ts';

/** What the caller may do with a row of `characters`, in a statement that is given the values of `caller`. */
export function access(memberId: string, sees: string): string {
  return selectAccess({ tenantKey: 'tenant_no', memberId, seesAll: `${sees}::boolean` });
}

/** Whether the row exists for him. */
export function isVisible(memberId: string, sees: string): string {
  return `(${access(memberId, sees)}) IS NOT NULL`;
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
  // Whoever sees all need not be asked for: the directory knows that it is there.
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
