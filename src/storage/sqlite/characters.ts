import {
  type Alias,
  type Character,
  characterNotFound,
  clonedProfile,
  duplicateCharacterName,
  requireActive,
} from '../../domain/character.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CharacterChange, CharacterStore, NewCharacter } from '../../domain/store.ts';
import type { Scope } from '../../domain/tenant.ts';
import { foldCase, isUuid } from '../../domain/text.ts';
import { characterLimitExceeded, type Tier, tierLimits } from '../../domain/tier.ts';
import { categoriesOf, insertCategories } from './categories.ts';
import { listCharacters } from './character-list.ts';
import { type CharacterRow, toCharacter } from './character-rows.ts';
import type { Connection } from './connection.ts';

export function characterStore(db: Connection): CharacterStore {
  return {
    create: (scope, created, tier, now) => db.write(() => insertCharacter(db, scope, created, tier, now)),

    clone: (scope, sourceId, { copyTags, ...copy }, tier, now) =>
      db.write(() => {
        const row = characterRow(db, scope, sourceId);
        const source = toCharacter(db, row);
        const made: NewCharacter = {
          ...copy,
          categoryPreset: source.categoryPreset,
          tags: copyTags ? source.tags : [],
          profile: clonedProfile(source.profile),
          categories: categoriesOf(db, row.no),
        };
        return insertCharacter(db, scope, made, tier, now);
      }),

    find: (scope, reference) =>
      db.read(() => {
        const row = findRow(db, scope, reference);
        return row && toCharacter(db, row);
      }),

    findByAlias: (scope, alias) =>
      db.read(() => {
        const row = rowByAlias(db, scope, alias);
        return row && toCharacter(db, row);
      }),

    list: (scope, filter) => db.read(() => listCharacters(db, scope, filter)),

    names: (scope, prefix, limit) =>
      db.read(() => {
        const key = foldCase(prefix);
        return db
          .all<{ name: string }>(
            `SELECT name FROM characters WHERE tenant_id = ? AND status = 'ACTIVE' AND substr(name_key, 1, ?) = ?
             ORDER BY name LIMIT ?`,
            scope.tenantId,
            [...key].length,
            key,
            limit,
          )
          .map(({ name }) => name);
      }),

    change: (scope, characterId, change, now) =>
      db.write(() => {
        const row = characterRow(db, scope, characterId);
        const current = toCharacter(db, row);
        const next = change(current);
        if (Object.keys(next).some((part) => part !== 'status')) requireActive(current);
        applyChange(db, row, current, next, now);
        return toCharacter(db, characterRow(db, scope, characterId));
      }),
  };
}

/** The row of a character by its id. CharacterNotFound. */
export function characterRow(db: Connection, scope: Scope, characterId: string): CharacterRow {
  const row = db.get<CharacterRow>(
    'SELECT * FROM characters WHERE id = ? AND tenant_id = ?',
    characterId,
    scope.tenantId,
  );
  if (!row) throw characterNotFound(characterId);
  return row;
}

/** As characterRow, for a write: an archived character is refused. */
export function writableRow(db: Connection, scope: Scope, characterId: string): CharacterRow {
  const row = characterRow(db, scope, characterId);
  requireActive(row);
  return row;
}

function findRow(db: Connection, scope: Scope, reference: string): CharacterRow | undefined {
  if (isUuid(reference)) {
    const id = reference.toLowerCase();
    return db.get<CharacterRow>('SELECT * FROM characters WHERE id = ? AND tenant_id = ?', id, scope.tenantId);
  }
  const name = reference.normalize('NFC').trim();
  return (
    rowByAlias(db, scope, reference) ??
    db.get<CharacterRow>('SELECT * FROM characters WHERE name = ? AND tenant_id = ?', name, scope.tenantId)
  );
}

function rowByAlias(db: Connection, scope: Scope, alias: string): CharacterRow | undefined {
  return db.get<CharacterRow>(
    `SELECT characters.* FROM aliases JOIN characters ON characters.no = aliases.character_no
     WHERE aliases.tenant_id = ? AND aliases.alias_key = ?`,
    scope.tenantId,
    foldCase(alias.trim()),
  );
}

function insertCharacter(
  db: Connection,
  scope: Scope,
  { id, name, categoryPreset, externalId, tags, profile, categories }: NewCharacter,
  tier: Tier,
  now: number,
): Character {
  requireFreeName(db, scope, name);
  requireFreeSlot(db, scope, tier);
  const { lastInsertRowid } = db.run(
    `INSERT INTO characters (id, tenant_id, name, name_key, status, category_preset, external_id, tags, profile, created_at, updated_at)
     VALUES (?, ?, ?, ?, 'ACTIVE', ?, ?, ?, ?, ?, ?)`,
    id,
    scope.tenantId,
    name,
    foldCase(name),
    categoryPreset,
    externalId ?? null,
    JSON.stringify(tags),
    JSON.stringify(profile),
    now,
    now,
  );
  insertCategories(db, Number(lastInsertRowid), categories);
  return toCharacter(db, characterRow(db, scope, id));
}

function requireFreeName(db: Connection, scope: Scope, name: string): void {
  const taken =
    db.get('SELECT 1 FROM characters WHERE tenant_id = ? AND name = ?', scope.tenantId, name) ??
    db.get('SELECT 1 FROM aliases WHERE tenant_id = ? AND alias_key = ?', scope.tenantId, foldCase(name));
  if (taken) throw duplicateCharacterName(name);
}

function requireFreeSlot(db: Connection, scope: Scope, tier: Tier): void {
  const active = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM characters WHERE tenant_id = ? AND status = 'ACTIVE'`,
    scope.tenantId,
  );
  if ((active?.count ?? 0) >= tierLimits[tier].maxCharacters) throw characterLimitExceeded(tier);
}

function applyChange(db: Connection, row: CharacterRow, current: Character, next: CharacterChange, now: number): void {
  const { tags, profile, status } = { ...current, ...next };
  if (next.aliases) replaceAliases(db, row, next.aliases);
  // Archiving twice changes nothing.
  if (Object.keys(next).length === 1 && next.status === current.status) return;
  db.run(
    'UPDATE characters SET tags = ?, profile = ?, status = ?, updated_at = ? WHERE no = ?',
    JSON.stringify(tags),
    JSON.stringify(profile),
    status,
    now,
    row.no,
  );
}

function replaceAliases(db: Connection, { no, tenant_id: tenantId }: CharacterRow, aliases: Alias[]): void {
  db.run('DELETE FROM aliases WHERE character_no = ?', no);
  aliases.forEach(({ alias, sourceHint }, position) => {
    const key = foldCase(alias);
    const taken =
      db.get('SELECT 1 FROM aliases WHERE tenant_id = ? AND alias_key = ?', tenantId, key) ??
      db.get('SELECT 1 FROM characters WHERE tenant_id = ? AND name_key = ? AND no <> ?', tenantId, key, no);
    if (taken) {
      throw new ServiceError('InvalidInput', `aliases: "${alias}" is taken by another alias or character name.`);
    }
    db.run(
      'INSERT INTO aliases (tenant_id, alias_key, character_no, position, alias, source_hint) VALUES (?, ?, ?, ?, ?, ?)',
      tenantId,
      key,
      no,
      position,
      alias,
      sourceHint ?? null,
    );
  });
}
