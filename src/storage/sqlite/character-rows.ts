import type { CategoryPreset } from '../../domain/category.ts';
import { type Character, characterNotFound, type Profile, requireActive } from '../../domain/character.ts';
import { nameKey, readReference } from '../../domain/character-rules.ts';
import type { Scope } from '../../domain/principal.ts';
import { iso } from '../../domain/text.ts';
import type { Connection } from './connection.ts';

export interface CharacterRow {
  no: number;
  id: string;
  tenant_id: string;
  name: string;
  name_key: string;
  status: Character['status'];
  category_preset: CategoryPreset;
  external_id: string | null;
  tags: string;
  profile: string;
  memory_count: number;
  last_memory_at: number | null;
  created_at: number;
  updated_at: number;
}

export function toCharacter(db: Connection, row: CharacterRow): Character {
  const aliases = db.all<{ alias: string; source_hint: string | null }>(
    'SELECT alias, source_hint FROM aliases WHERE character_no = ? ORDER BY position',
    row.no,
  );
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    categoryPreset: row.category_preset,
    ...(row.external_id !== null && { externalId: row.external_id }),
    tags: JSON.parse(row.tags) as string[],
    aliases: aliases.map(({ alias, source_hint: hint }) => (hint === null ? { alias } : { alias, sourceHint: hint })),
    profile: JSON.parse(row.profile) as Profile,
    memoryCount: row.memory_count,
    ...(row.last_memory_at !== null && { lastMemoryAt: iso(row.last_memory_at) }),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
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
