import { type Character, characterNotFound } from '../../../domain/character.ts';
import {
  becomesActive,
  clonedCharacter,
  decideCharacterChange,
  nameKey,
  onlyOneOf,
  readReference,
  requireFreeName,
  requireRoom,
} from '../../../domain/character-rules.ts';
import { eventOfCharacter } from '../../../domain/event-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import { type Access, decideSharing, requireAccess, requireAllCharacters } from '../../../domain/sharing.ts';
import type { CharacterStore, NewCharacter } from '../../../domain/stores/characters.ts';
import { foldCase } from '../../../domain/text.ts';
import { requireFreeCharacterSlot, type Tier } from '../../../domain/tier.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { characterValues, statusBefore, toIdentity } from '../../rows/characters.ts';
import { waitAgain } from '../../rows/waiting.ts';
import { AuditWriter } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import { type Directory, noTenant } from '../directory.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import { replaceSharing, sharesOf } from '../sharing/shares.ts';
import { membersOf } from '../tenancy/members.ts';
import { lockTenant } from '../tenancy/tenant-rows.ts';
import type { Unit } from '../unit.ts';
import { categoriesOf, insertCategories } from './category-rows.ts';
import { listCharacters } from './character-list.ts';
import {
  type CharacterRow,
  type IdentityRow,
  lockAny,
  lockVisible,
  selectAllCharacters,
  selectCharacters,
  selectIdentities,
  toCharacter,
} from './character-rows.ts';
import { activeCharacters, holderOf, holdersOf, replaceAliases } from './names.ts';

const byId = 'AND id = $4';
const byAlias = 'AND no = (SELECT character_no FROM aliases WHERE tenant_no = $1 AND alias_key = $4)';
const byAliasOrName = `AND no = coalesce((SELECT character_no FROM aliases WHERE tenant_no = $1 AND alias_key = $4),
  (SELECT no FROM characters WHERE tenant_no = $1 AND name = $5))`;

const byUser = `AND no IN (
  SELECT no FROM characters WHERE tenant_no = $1 AND external_id = $4
  UNION ALL SELECT no FROM characters WHERE tenant_no = $1 AND name = $5 AND external_id IS NULL AND NOT EXISTS (
    SELECT 1 FROM characters WHERE tenant_no = $1 AND external_id = $4)) ORDER BY no LIMIT 2`;

/** The SQL condition for a reference, with its values. */
function meaning(given: string): [condition: string, ...values: string[]] {
  const reference = readReference(given);
  if (reference.kind === 'id') return [byId, reference.id];
  if (reference.kind === 'user') return [byUser, reference.externalId, reference.name];
  return [byAliasOrName, reference.aliasKey, reference.name];
}

export function characterStore(db: Connection, directory: Directory): CharacterStore {
  const tenantOf = async ({ tenantId }: Scope) => (await directory.tenant(tenantId)) ?? noTenant;
  const found = async <Row extends IdentityRow>(
    scope: Scope,
    needed: Access,
    select: string,
    [condition, ...values]: [condition: string, ...values: string[]],
  ): Promise<Row | undefined> => {
    const tenantNo = await tenantOf(scope);
    const rows = await db.all<Row>(tenantNo, `${select} ${condition}`, tenantNo, ...caller(scope), ...values);
    const row = onlyOneOf(rows, values.at(-1) ?? '');
    if (!row) return undefined;
    requireAccess(row.access, needed, row.name);
    // The caller usually uses the character next.
    directory.learn(scope.tenantId, row.id, row.no);
    return row;
  };
  return {
    async create(scope, created, tier, now) {
      const tenantNo = await directory.requireTenant(scope.tenantId);
      return db.write(tenantNo, async (q) => {
        await lockTenant(q, scope.tenantId);
        return insertCharacter(q, tenantNo, scope, created, tier, now);
      });
    },

    async clone(scope, sourceId, copy, tier, now) {
      const { tenantNo, characterNo } = await directory.locate(scope, sourceId);
      return db.write(tenantNo, async (q) => {
        await lockTenant(q, scope.tenantId);
        const [row, categories] = await Promise.all([
          characterRow(q, tenantNo, scope, sourceId),
          categoriesOf(q, characterNo),
        ]);
        return insertCharacter(
          q,
          tenantNo,
          scope,
          clonedCharacter(toCharacter(row, scope), categories, copy),
          tier,
          now,
        );
      });
    },

    async find(scope, given, needed = 'READ') {
      const row = await found<CharacterRow>(scope, needed, selectCharacters, meaning(given));
      return row && toCharacter(row, scope);
    },

    async identify(scope, given, needed = 'READ') {
      const row = await found(scope, needed, selectIdentities, meaning(given));
      return row && toIdentity(row);
    },

    async findByAlias(scope, alias) {
      const row = await found<CharacterRow>(scope, 'READ', selectCharacters, [byAlias, nameKey(alias)]);
      return row && toCharacter(row, scope);
    },

    async list(scope, filter) {
      const tenantNo = await tenantOf(scope);
      return db.read(tenantNo, (q) => listCharacters(q, tenantNo, scope, filter));
    },

    async names(scope, prefix, limit) {
      const tenantNo = await tenantOf(scope);
      const rows = await db.all<{ name: string }>(
        tenantNo,
        `SELECT name FROM characters WHERE tenant_no = $1 AND status = 'ACTIVE' AND ${isAmongVisible('$2', '$3')}
           AND starts_with(name_key, $4) ORDER BY name LIMIT $5`,
        tenantNo,
        ...caller(scope),
        foldCase(prefix),
        limit,
      );
      return rows.map(({ name }) => name);
    },

    async findDeleted(scope, given) {
      const row = await found<CharacterRow>(
        scope,
        'READ',
        `${selectAllCharacters} AND status = 'DELETED'`,
        meaning(given),
      );
      return row && toCharacter(row, scope);
    },

    async restore(scope, characterId, tier, now) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo } = place;
      return db.write(tenantNo, async (q) => {
        await lockTenant(q, scope.tenantId);
        const [, row] = await Promise.all([
          lockAny(q, place, characterId, 'WRITE'),
          characterRow(q, tenantNo, scope, characterId, selectAllCharacters),
        ]);
        const current = toCharacter(row, scope);
        if (row.status !== 'DELETED') return current;
        const status = statusBefore(row);
        if (becomesActive(current, { status })) requireFreeCharacterSlot(tier, await activeCharacters(q, tenantNo));
        const sql = `UPDATE characters SET status = $3, status_before = NULL, updated_at = $4
          WHERE tenant_no = $1 AND no = $2`;
        q.send(sql, tenantNo, row.no, status, now);
        q.send(waitAgain('$1'), row.no);
        return changed(q, scope, now, row, current);
      });
    },

    async change(scope, characterId, change, now, tier) {
      const place = await directory.locate(scope, characterId);
      const { tenantNo } = place;
      return db.write(tenantNo, async (q) => {
        // Aliases and names must be unique in the tenant, so the tenant is locked first, then the character.
        await lockTenant(q, scope.tenantId);
        const [, row] = await Promise.all([
          lockVisible(q, place, characterId, 'WRITE'),
          characterRow(q, tenantNo, scope, characterId),
        ]);
        const current = toCharacter(row, scope);
        const next = decideCharacterChange(current, change(current));
        if (!next) return current;
        const { name, status } = next;
        if (name !== current.name) requireFreeName(name, await holderOf(q, tenantNo, name, row.no));
        if (tier && becomesActive(current, next)) requireFreeCharacterSlot(tier, await activeCharacters(q, tenantNo));
        if (next.aliases) await replaceAliases(q, row, next.aliases);
        q.send(
          `UPDATE characters SET name = $3, name_key = $4, tags = $5, profile = $6, status = $7, status_before = $8, updated_at = $9
           WHERE tenant_no = $1 AND no = $2`,
          tenantNo,
          row.no,
          name,
          nameKey(name),
          JSON.stringify(next.tags),
          JSON.stringify(next.profile),
          status,
          status === 'DELETED' ? current.status : null,
          now,
        );
        return changed(q, scope, now, row, current);
      });
    },

    async share(scope, characterId, change, now) {
      const place = await directory.locate(scope, characterId);
      return db.write(place.tenantNo, async (q) => {
        const [row, shares, members] = await Promise.all([
          lockVisible(q, place, characterId, 'READ'),
          sharesOf(q, place),
          membersOf(q, place.tenantNo),
        ]);
        const { id, name, status, visibility, owner_id: ownerId } = row;
        replaceSharing(
          q,
          place,
          decideSharing({ name, status, visibility, ownerId, shares }, change, members, scope),
          now,
        );
        await new AuditWriter(q, place.tenantNo, scope, now, place.characterNo).write({
          character: { no: place.characterNo, id, name },
          happened: () => [{ type: 'character.shared', data: {} }],
        });
        return toCharacter(await characterRow(q, place.tenantNo, scope, characterId), scope);
      });
    },
  };
}

/** Ends the unit of a change: writes the audit line and returns the changed character. */
async function changed(q: Unit, scope: Scope, now: number, row: CharacterRow, before: Character): Promise<Character> {
  const { tenant_no: tenantNo, no, id, name } = row;
  const audit = new AuditWriter(q, tenantNo, scope, now, no);
  const after = toCharacter(await characterRow(q, tenantNo, scope, id, selectAllCharacters), scope);
  await audit.write({ character: { no, id, name }, happened: () => [eventOfCharacter(scope, before, after)] });
  return after;
}

/** CharacterNotFound. */
async function characterRow(
  q: Unit,
  tenantNo: number,
  scope: Scope,
  characterId: string,
  select = selectCharacters,
): Promise<CharacterRow> {
  const row = await q.get<CharacterRow>(`${select} ${byId}`, tenantNo, ...caller(scope), characterId);
  if (!row) throw characterNotFound(characterId);
  return row;
}

/** Needs the tenant's lock. */
async function insertCharacter(
  q: Unit,
  tenantNo: number,
  scope: Scope,
  created: NewCharacter,
  tier: Tier,
  now: number,
): Promise<Character> {
  const { id, name, categories } = created;
  requireAllCharacters(scope);
  const [holders, active] = await Promise.all([holdersOf(q, tenantNo, created), activeCharacters(q, tenantNo)]);
  requireRoom(created, holders, active, tier);
  const made = await q.get<{ no: number }>(
    `INSERT INTO characters (status, id, name, name_key, category_preset, external_id, tags, profile, visibility,
       tenant_no, owner_id, created_at, updated_at)
     VALUES ('ACTIVE', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING no`,
    ...characterValues(created),
    ...[tenantNo, scope.memberId, now],
  );
  const characterNo = made!.no;
  q.send(
    'INSERT INTO character_states (character_no, tenant_no, last_no, analyser) VALUES ($1, $2, $3, $4)',
    characterNo,
    tenantNo,
    categories.length,
    INDEX_VERSION,
  );
  insertCategories(q, characterNo, 1, categories);
  await new AuditWriter(q, tenantNo, scope, now, characterNo).write({
    character: { no: characterNo, id: id.toLowerCase(), name },
    happened: () => [{ type: 'character.created', data: {} }],
  });
  return toCharacter(await characterRow(q, tenantNo, scope, id), scope);
}
