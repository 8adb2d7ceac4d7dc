import type { Alias, Character } from '../../../domain/character.ts';
import { characterNotFound } from '../../../domain/character.ts';
import {
  clonedCharacter,
  decideCharacterChange,
  nameKey,
  readReference,
  requireFreeAliases,
  requireRoom,
} from '../../../domain/character-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { CharacterStore, NewCharacter } from '../../../domain/store.ts';
import { foldCase } from '../../../domain/text.ts';
import type { Tier } from '../../../domain/tier.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import type { Connection } from '../connection.ts';
import { type Directory, nobody } from '../directory.ts';
import { lockTenant } from '../tenancy/tenant-rows.ts';
import type { Unit } from '../unit.ts';
import { categoriesOf, insertCategories } from './category-rows.ts';
import { listCharacters } from './character-list.ts';
import { type CharacterRow, selectCharacters, toCharacter } from './character-rows.ts';

const byId = `${selectCharacters} WHERE tenant_no = $1 AND id = $2`;
const byAlias = `${selectCharacters} WHERE tenant_no = $1
  AND no = (SELECT character_no FROM aliases WHERE tenant_no = $1 AND alias_key = $2)`;
const byAliasOrName = `${selectCharacters} WHERE tenant_no = $1
  AND no = coalesce((SELECT character_no FROM aliases WHERE tenant_no = $1 AND alias_key = $2),
    (SELECT no FROM characters WHERE tenant_no = $1 AND name = $3))`;

export function characterStore(db: Connection, directory: Directory): CharacterStore {
  const tenantOf = async ({ tenantId }: Scope) => (await directory.tenant(tenantId)) ?? nobody;
  const found = async (tenantNo: number, sql: string, ...values: unknown[]) => {
    const row = await db.get<CharacterRow>(tenantNo, sql, tenantNo, ...values);
    return row && toCharacter(row);
  };
  return {
    async create(scope, created, tier, now) {
      const tenantNo = await directory.requireTenant(scope.tenantId);
      return db.write(tenantNo, async (q) => {
        await lockTenant(q, scope.tenantId);
        return insertCharacter(q, tenantNo, created, tier, now);
      });
    },

    async clone(scope, sourceId, copy, tier, now) {
      const { tenantNo, characterNo } = await directory.locate(scope, sourceId);
      return db.write(tenantNo, async (q) => {
        await lockTenant(q, scope.tenantId);
        const [row, categories] = await Promise.all([
          characterRow(q, tenantNo, sourceId),
          categoriesOf(q, characterNo),
        ]);
        return insertCharacter(q, tenantNo, clonedCharacter(toCharacter(row), categories, copy), tier, now);
      });
    },

    async find(scope, given) {
      const reference = readReference(given);
      const tenantNo = await tenantOf(scope);
      if (reference.kind === 'id') return found(tenantNo, byId, reference.id);
      return found(tenantNo, byAliasOrName, reference.aliasKey, reference.name);
    },

    findByAlias: async (scope, alias) => found(await tenantOf(scope), byAlias, nameKey(alias)),

    async list(scope, filter) {
      const tenantNo = await tenantOf(scope);
      return db.read(tenantNo, (q) => listCharacters(q, tenantNo, filter));
    },

    async names(scope, prefix, limit) {
      const tenantNo = await tenantOf(scope);
      const rows = await db.all<{ name: string }>(
        tenantNo,
        `SELECT name FROM characters WHERE tenant_no = $1 AND status = 'ACTIVE' AND starts_with(name_key, $2)
         ORDER BY name LIMIT $3`,
        tenantNo,
        foldCase(prefix),
        limit,
      );
      return rows.map(({ name }) => name);
    },

    async change(scope, characterId, change, now) {
      const { tenantNo } = await directory.locate(scope, characterId);
      return db.write(tenantNo, async (q) => {
        // An alias must be nobody's name: both are given under the tenant's lock, which comes before the character's.
        await lockTenant(q, scope.tenantId);
        q.send('SELECT 1 FROM characters WHERE tenant_no = $1 AND id = $2 FOR NO KEY UPDATE', tenantNo, characterId);
        const row = await characterRow(q, tenantNo, characterId);
        const current = toCharacter(row);
        const changed = decideCharacterChange(current, change(current));
        if (!changed) return current;
        if (changed.aliases) await replaceAliases(q, row, changed.aliases);
        q.send(
          `UPDATE characters SET tags = $3, profile = $4, status = $5, updated_at = $6 WHERE tenant_no = $1 AND no = $2`,
          tenantNo,
          row.no,
          JSON.stringify(changed.tags),
          JSON.stringify(changed.profile),
          changed.status,
          now,
        );
        return toCharacter(await characterRow(q, tenantNo, characterId));
      });
    },
  };
}

/** CharacterNotFound. */
async function characterRow(q: Unit, tenantNo: number, characterId: string): Promise<CharacterRow> {
  const row = await q.get<CharacterRow>(byId, tenantNo, characterId);
  if (!row) throw characterNotFound(characterId);
  return row;
}

/** Under the tenant's lock. */
async function insertCharacter(
  q: Unit,
  tenantNo: number,
  created: NewCharacter,
  tier: Tier,
  now: number,
): Promise<Character> {
  const { id, name, categoryPreset, externalId, tags, profile, categories } = created;
  const [holder, active] = await Promise.all([
    q.get(
      `SELECT 1 FROM characters WHERE tenant_no = $1 AND name = $2
       UNION ALL SELECT 1 FROM aliases WHERE tenant_no = $1 AND alias_key = $3`,
      tenantNo,
      name,
      nameKey(name),
    ),
    q.get<{ count: number }>(
      `SELECT count(*)::int AS count FROM characters WHERE tenant_no = $1 AND status = 'ACTIVE'`,
      tenantNo,
    ),
  ]);
  requireRoom(created, holder !== undefined, active?.count ?? 0, tier);
  const made = await q.get<{ no: number }>(
    `INSERT INTO characters (tenant_no, id, name, name_key, status, category_preset, external_id, tags, profile,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'ACTIVE', $5, $6, $7, $8, $9, $9) RETURNING no`,
    tenantNo,
    id,
    name,
    nameKey(name),
    categoryPreset,
    externalId ?? null,
    JSON.stringify(tags),
    JSON.stringify(profile),
    now,
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
  return toCharacter(await characterRow(q, tenantNo, id));
}

async function replaceAliases(q: Unit, { tenant_no: tenantNo, no }: CharacterRow, aliases: Alias[]): Promise<void> {
  const keys = aliases.map(({ alias }) => nameKey(alias));
  const taken = await q.all<{ key: string }>(
    `SELECT alias_key AS key FROM aliases WHERE tenant_no = $1 AND alias_key = ANY($2) AND character_no <> $3
     UNION SELECT name_key FROM characters WHERE tenant_no = $1 AND name_key = ANY($2) AND no <> $3`,
    tenantNo,
    keys,
    no,
  );
  requireFreeAliases(aliases, new Set(taken.map(({ key }) => key)));
  q.send('DELETE FROM aliases WHERE tenant_no = $1 AND character_no = $2', tenantNo, no);
  q.send(
    `INSERT INTO aliases (tenant_no, character_no, alias_key, alias, source_hint, position)
     SELECT $1, $2, given.* FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS given`,
    tenantNo,
    no,
    keys,
    aliases.map(({ alias }) => alias),
    aliases.map(({ sourceHint }) => sourceHint ?? null),
  );
}
