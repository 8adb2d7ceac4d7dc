import { type Character, characterNotFound, requireActive } from '../../domain/character.ts';
import { nameKey, readReference } from '../../domain/character-rules.ts';
import type { Scope } from '../../domain/principal.ts';
import { type AliasRow, type CharacterFields, toCharacter as withAliases } from '../rows/characters.ts';
import type { Connection } from './connection.ts';

export interface CharacterRow extends CharacterFields {
  tenant_id: string;
}

export function toCharacter(db: Connection, row: CharacterRow): Character {
  const sql = 'SELECT alias, source_hint FROM aliases WHERE character_no = ? ORDER BY position';
  return withAliases(row, db.all<AliasRow>(sql, row.no));
}

/** The row of a character by its id. CharacterNotFound. */
export function characterRow(db: Connection, scope: Scope, characterId: string): CharacterRow {
  const row = rowById(db, scope, characterId);
  if (!row) throw characterNotFound(characterId);
  return row;
}

/** As characterRow, for a write: an archived character is refused. */
export function writableRow(db: Connection, scope: Scope, characterId: string): CharacterRow {
  const row = characterRow(db, scope, characterId);
  requireActive(row);
  return row;
}

/** The row that a reference means: a UUID, an alias or a name. */
export function findRow(db: Connection, scope: Scope, given: string): CharacterRow | undefined {
  const reference = readReference(given);
  if (reference.kind === 'id') return rowById(db, scope, reference.id);
  return (
    rowByAlias(db, scope, reference.aliasKey) ??
    db.get<CharacterRow>('SELECT * FROM characters WHERE name = ? AND tenant_id = ?', reference.name, scope.tenantId)
  );
}

export function rowByAlias(db: Connection, scope: Scope, alias: string): CharacterRow | undefined {
  return db.get<CharacterRow>(
    `SELECT characters.* FROM aliases JOIN characters ON characters.no = aliases.character_no
     WHERE aliases.tenant_id = ? AND aliases.alias_key = ?`,
    scope.tenantId,
    nameKey(alias),
  );
}

function rowById(db: Connection, scope: Scope, id: string): CharacterRow | undefined {
  return db.get<CharacterRow>('SELECT * FROM characters WHERE id = ? AND tenant_id = ?', id, scope.tenantId);
}
