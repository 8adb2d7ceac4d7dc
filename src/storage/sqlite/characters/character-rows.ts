import { type Character, characterNotFound, requireActive } from '../../../domain/character.ts';
import { nameKey, onlyOneOf, readReference } from '../../../domain/character-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import { type Access, maySetSharing, requireAccess } from '../../../domain/sharing.ts';
import { type AliasRow, type CharacterFields, toCharacter as withAliases } from '../../rows/characters.ts';
import { isNotDeleted } from '../../rows/sharing.ts';
import type { Connection } from '../connection.ts';
import { access, caller, isAllowed, isAmongVisible } from '../sharing/access.ts';
import { shownShares } from '../sharing/shares.ts';

export interface CharacterRow extends CharacterFields {
  tenant_id: string;
  /** Rises with every change of its memories' embeddings. */
  vectors_version: number;
}

/**
 * Reads the CharacterRows to which the caller has access, deleted ones too; more conditions follow. For the values of
 * `caller`.
 */
export const selectAllCharacters = `
  SELECT characters.*, (SELECT name FROM members WHERE id = owner_id) AS owner_name, ${access} AS access
  FROM characters WHERE tenant_id = @tenantId AND ${isAllowed}`;
/** The same, of those that are not deleted. */
export const selectCharacters = `${selectAllCharacters} AND ${isNotDeleted}`;

export function toCharacter(db: Connection, scope: Scope, row: CharacterRow): Character {
  const aliases = db.all<AliasRow>(
    'SELECT alias, source_hint FROM aliases WHERE character_no = ? ORDER BY position',
    row.no,
  );
  const isShown = maySetSharing(scope, { visibility: row.visibility, ownerId: row.owner_id });
  return withAliases(scope, row, aliases, isShown ? shownShares(db, row.no) : undefined);
}

/** The row of a character by its id. CharacterNotFound. */
export function characterRow(db: Connection, scope: Scope, characterId: string): CharacterRow {
  const row = cachedRow(db, scope, 'id', characterId);
  if (!row) throw characterNotFound(characterId);
  return row;
}

/** The named one, or all visible ones. CharacterNotFound. */
export function charactersOf(
  db: Connection,
  scope: Scope,
  characterId: string | undefined,
): Pick<CharacterRow, 'no' | 'id' | 'memory_count'>[] {
  if (characterId !== undefined) return [characterRow(db, scope, characterId)];
  const sql = `SELECT no, id, memory_count FROM characters WHERE tenant_id = @tenantId AND ${isAmongVisible}`;
  return db.all(sql, caller(scope));
}

const finders = { id: rowById, reference: findRow };

/** The row of a character by its id or another reference: every request calls this. */
export function cachedRow(db: Connection, scope: Scope, by: keyof typeof finders, named: string) {
  const { tenantId, memberId, role, only } = scope;
  // Ids have no line break, and what may have one comes last.
  const key = `${by}\n${tenantId}\n${memberId}\n${role === 'OWNER'}\n${only && JSON.stringify(only)}\n${named}`;
  return db.cached(key, () => finders[by](db, scope, named));
}

/** As characterRow, for a write: read-only and archived characters are refused. */
export function writableRow(db: Connection, scope: Scope, characterId: string): CharacterRow {
  const row = accessibleRow(db, scope, characterId, 'WRITE');
  requireActive(row);
  return row;
}

/** As characterRow; AccessDenied when the caller lacks the needed access. */
export function accessibleRow(db: Connection, scope: Scope, characterId: string, needed: Access): CharacterRow {
  const row = characterRow(db, scope, characterId);
  requireAccess(row.access, needed, row.name);
  return row;
}

/** SQL: whether the character of a row of `memories` is deleted. */
export const isOfDeleted = `EXISTS (SELECT 1 FROM characters
  WHERE characters.no = memories.character_no AND characters.status = 'DELETED')`;

/** As accessibleRow, of a deleted character too. */
export function anyRow(db: Connection, scope: Scope, characterId: string, needed: Access = 'READ'): CharacterRow {
  const row = rowById(db, scope, characterId, selectAllCharacters);
  if (!row) throw characterNotFound(characterId);
  requireAccess(row.access, needed, row.name);
  return row;
}

const isUser = 'external_id = @externalId';
const isNamedAsUser = `name = @name AND external_id IS NULL
  AND NOT EXISTS (SELECT 1 FROM characters WHERE tenant_id = @tenantId AND ${isUser})`;

/** The row of a reference: a UUID, a user, an alias or a name. InvalidInput for a user that has several. */
export function findRow(
  db: Connection,
  scope: Scope,
  given: string,
  select = selectCharacters,
): CharacterRow | undefined {
  const reference = readReference(given);
  if (reference.kind === 'id') return rowById(db, scope, reference.id, select);
  if (reference.kind === 'user') {
    const values = { ...caller(scope), externalId: reference.externalId };
    const found = onlyOneOf(db.all<CharacterRow>(`${select} AND ${isUser} ORDER BY no LIMIT 2`, values), given);
    return found ?? db.get<CharacterRow>(`${select} AND ${isNamedAsUser}`, { ...values, name: reference.name });
  }
  const { aliasKey, name } = reference;
  return db.get<CharacterRow>(
    `${select}
       AND no = coalesce((SELECT character_no FROM aliases WHERE tenant_id = @tenantId AND alias_key = @aliasKey),
         (SELECT no FROM characters WHERE tenant_id = @tenantId AND name = @name))`,
    { ...caller(scope), aliasKey, name },
  );
}

export function rowByAlias(db: Connection, scope: Scope, alias: string): CharacterRow | undefined {
  return db.get<CharacterRow>(
    `${selectCharacters} AND no = (SELECT character_no FROM aliases WHERE tenant_id = @tenantId AND alias_key = @key)`,
    { ...caller(scope), key: nameKey(alias) },
  );
}

function rowById(db: Connection, scope: Scope, id: string, select = selectCharacters): CharacterRow | undefined {
  return db.get<CharacterRow>(`${select} AND id = @id`, { ...caller(scope), id });
}

/** The member who owns a character. */
export function ownerOf(db: Connection, characterNo: number): string {
  const sql = 'SELECT owner_id FROM characters WHERE no = ?';
  return db.get<{ owner_id: string }>(sql, characterNo)?.owner_id ?? '';
}
