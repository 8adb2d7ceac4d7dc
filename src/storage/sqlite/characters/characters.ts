import type { Character } from '../../../domain/character.ts';
import {
  becomesActive,
  clonedCharacter,
  decideCharacterChange,
  nameKey,
  requireFreeName,
  requireRoom,
} from '../../../domain/character-rules.ts';
import { eventOfCharacter } from '../../../domain/event-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import { decideSharing, requireAccess, requireAllCharacters } from '../../../domain/sharing.ts';
import type { CharacterStore, NewCharacter } from '../../../domain/stores/characters.ts';
import { foldCase } from '../../../domain/text.ts';
import { requireFreeCharacterSlot, type Tier } from '../../../domain/tier.ts';
import { characterValues, statusBefore, toIdentity } from '../../rows/characters.ts';
import { waitAgain } from '../../rows/waiting.ts';
import { writeCharacterAudit } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import { replaceSharing, sharesOf } from '../sharing/shares.ts';
import { membersOf } from '../tenancy/members.ts';
import { categoriesOf, insertCategories } from './category-rows.ts';
import { listCharacters } from './character-list.ts';
import {
  accessibleRow,
  anyRow,
  cachedRow,
  characterRow,
  findRow,
  rowByAlias,
  selectAllCharacters,
  toCharacter,
} from './character-rows.ts';
import { activeCharacters, holderOf, holdersOf, replaceAliases } from './names.ts';

export function characterStore(engine: Engine): CharacterStore {
  const { db } = engine;
  return {
    create: (scope, created, tier, now) => db.write(() => insertCharacter(db, scope, created, tier, now)),

    clone: (scope, sourceId, copy, tier, now) =>
      db.write(() => {
        const row = characterRow(db, scope, sourceId);
        const made = clonedCharacter(toCharacter(db, scope, row), categoriesOf(db, row.no), copy);
        return insertCharacter(db, scope, made, tier, now);
      }),

    find: (scope, reference, needed = 'READ') =>
      db.read(() => {
        const row = findRow(db, scope, reference);
        if (row) requireAccess(row.access, needed, row.name);
        return row && toCharacter(db, scope, row);
      }),

    identify: (scope, reference, needed = 'READ') =>
      db.read(() => {
        const row = cachedRow(db, scope, 'reference', reference);
        if (row) requireAccess(row.access, needed, row.name);
        return row && toIdentity(row);
      }),

    findByAlias: (scope, alias) =>
      db.read(() => {
        const row = rowByAlias(db, scope, alias);
        return row && toCharacter(db, scope, row);
      }),

    list: (scope, filter) => db.read(() => listCharacters(db, scope, filter)),

    names: (scope, prefix, limit) =>
      db.read(() => {
        const key = foldCase(prefix);
        return db
          .all<{ name: string }>(
            `SELECT name FROM characters WHERE tenant_id = @tenantId AND status = 'ACTIVE' AND ${isAmongVisible}
               AND substr(name_key, 1, @length) = @key ORDER BY name LIMIT @limit`,
            { ...caller(scope), length: [...key].length, key, limit },
          )
          .map(({ name }) => name);
      }),

    findDeleted: (scope, reference) =>
      db.read(() => {
        const row = findRow(db, scope, reference, `${selectAllCharacters} AND status = 'DELETED'`);
        return row && toCharacter(db, scope, row);
      }),

    restore: (scope, characterId, tier, now) =>
      db.write(() => {
        const row = anyRow(db, scope, characterId, 'WRITE');
        const current = toCharacter(db, scope, row);
        if (row.status !== 'DELETED') return current;
        const status = statusBefore(row);
        if (becomesActive(current, { status })) requireFreeCharacterSlot(tier, activeCharacters(db, scope));
        db.run(
          'UPDATE characters SET status = ?, status_before = NULL, updated_at = ? WHERE no = ?',
          status,
          now,
          row.no,
        );
        db.run(waitAgain('?'), row.no);
        const after = toCharacter(db, scope, characterRow(db, scope, characterId));
        writeCharacterAudit(db, scope, now, row, eventOfCharacter(scope, current, after));
        return after;
      }),

    change: (scope, characterId, change, now, tier) =>
      db.write(() => changeCharacter(engine, scope, characterId, change, now, tier)),

    share: (scope, characterId, change, now) =>
      db.write(() => {
        const row = characterRow(db, scope, characterId);
        const { name, status, visibility, owner_id: ownerId } = row;
        const current = { name, status, visibility, ownerId, shares: sharesOf(db, row.no) };
        replaceSharing(db, row, decideSharing(current, change, membersOf(db, scope.tenantId), scope), now);
        writeCharacterAudit(db, scope, now, row, { type: 'character.shared', data: {} });
        return toCharacter(db, scope, characterRow(db, scope, characterId));
      }),
  };
}

/** As CharacterStore.change, inside a write unit. */
export function changeCharacter(
  { db, hooks }: Pick<Engine, 'db' | 'hooks'>,
  ...[scope, characterId, change, now, tier]: Parameters<CharacterStore['change']>
): Character {
  const row = accessibleRow(db, scope, characterId, 'WRITE');
  const current = toCharacter(db, scope, row);
  const changed = decideCharacterChange(current, change(current));
  if (!changed) return current;
  const { name } = changed;
  if (name !== current.name) requireFreeName(name, holderOf(db, scope, name, row.no));
  if (tier && becomesActive(current, changed)) requireFreeCharacterSlot(tier, activeCharacters(db, scope));
  if (changed.aliases) replaceAliases(db, row, changed.aliases);
  if (changed.status === 'DELETED') hooks.onCharacterDeleted(db, row.no);
  db.run(
    'UPDATE characters SET name = ?, name_key = ?, tags = ?, profile = ?, status = ?, status_before = ?, updated_at = ? WHERE no = ?',
    name,
    nameKey(name),
    JSON.stringify(changed.tags),
    JSON.stringify(changed.profile),
    changed.status,
    changed.status === 'DELETED' ? current.status : null,
    now,
    row.no,
  );
  const after = toCharacter(db, scope, anyRow(db, scope, characterId));
  writeCharacterAudit(db, scope, now, row, eventOfCharacter(scope, current, after));
  return after;
}

export function insertCharacter(
  db: Connection,
  scope: Scope,
  created: NewCharacter,
  tier: Tier,
  now: number,
): Character {
  const { id, name, categories } = created;
  requireAllCharacters(scope);
  requireRoom(created, holdersOf(db, scope, created), activeCharacters(db, scope), tier);
  const { lastInsertRowid } = db.run(
    `INSERT INTO characters (status, id, name, name_key, category_preset, external_id, tags, profile, visibility,
       tenant_id, owner_id, created_at, updated_at)
     VALUES ('ACTIVE', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...characterValues(created),
    ...[scope.tenantId, scope.memberId, now, now],
  );
  const no = Number(lastInsertRowid);
  insertCategories(db, no, categories);
  writeCharacterAudit(db, scope, now, { no, id, name }, { type: 'character.created', data: {} });
  return toCharacter(db, scope, characterRow(db, scope, id));
}
