import { type Character, characterNotFound, deletedCharacter, requireActive } from '../../../domain/character.ts';
import type { Scope } from '../../../domain/principal.ts';
import { type Access, maySetSharing, requireAccess } from '../../../domain/sharing.ts';
import {
  type AliasRow,
  type CategoryRow,
  type CharacterFields,
  type IdentityFields,
  identityColumns,
  toCharacter as withAliases,
} from '../../rows/characters.ts';
import { isNotDeleted, type ShareRow, toShare } from '../../rows/sharing.ts';
import type { Place } from '../directory.ts';
import { access, isAllowed, isVisible, requireSeen } from '../sharing/access.ts';
import { selectShares } from '../sharing/shares.ts';
import type { SqlStatement, Unit } from '../unit.ts';

export interface CharacterRow extends CharacterFields {
  tenant_no: number;
  aliases: AliasRow[];
  shares: ShareRow[];
}

/**
 * Selects the CharacterRows of tenant $1 that the caller ($2, $3) can access, deleted ones too. Callers append
 * conditions.
 */
export const selectAllCharacters = `
  SELECT characters.*, (
    SELECT coalesce(json_agg(json_build_object('alias', alias, 'source_hint', source_hint) ORDER BY position), '[]')
    FROM aliases WHERE aliases.tenant_no = characters.tenant_no AND aliases.character_no = characters.no) AS aliases,
    (SELECT name FROM members WHERE id = owner_id) AS owner_name, ${selectShares} AS shares, ${access('$2', '$3')} AS access
  FROM characters WHERE tenant_no = $1 AND ${isAllowed('$2', '$3')}`;
/** As selectAllCharacters, without deleted characters. */
export const selectCharacters = `${selectAllCharacters} AND ${isNotDeleted}`;

/** The identity, and the caller's access. */
export type IdentityRow = Pick<CharacterRow, 'no' | 'access' | keyof IdentityFields>;

/** As selectCharacters, for IdentityRows. */
export const selectIdentities = `SELECT ${identityColumns}, ${access('$2', '$3')} AS access
  FROM characters WHERE tenant_no = $1 AND ${isVisible('$2', '$3')}`;

export function toCharacter(row: CharacterRow, scope: Scope): Character {
  const isShown = maySetSharing(scope, { visibility: row.visibility, ownerId: row.owner_id });
  return withAliases(scope, row, row.aliases, isShown ? row.shares.map(toShare) : undefined);
}

/** Only a character's row, locked until the unit ends. */
export type LockedCharacter = Omit<CharacterRow, 'aliases' | 'shares' | 'owner_name' | 'access'>;

/**
 * Locks a character for the unit. As the first statement, so that all later ones see the last writer's state.
 * CharacterNotFound; AccessDenied when the caller may only read it; InvalidInput when it is archived.
 */
export async function lockCharacter(q: Unit, place: Place, characterId: string): Promise<LockedCharacter> {
  const row = await lockVisible(q, place, characterId, 'WRITE');
  requireActive(row);
  return row;
}

/** As lockCharacter, also for an archived one. AccessDenied when the caller lacks the needed access. */
export async function lockVisible(
  q: Unit,
  place: Place,
  characterId: string,
  needed: Access,
): Promise<LockedCharacter> {
  const row = await lockAny(q, place, characterId, needed);
  if (row.status === 'DELETED') throw deletedCharacter(row.name);
  return row;
}

/** Whether a character is deleted. Citus joins the tables of characters and memories in no update. */
export async function isDeleted(q: Unit, { tenantNo, characterNo }: Place): Promise<boolean> {
  const sql = "SELECT 1 FROM characters WHERE tenant_no = $1 AND no = $2 AND status = 'DELETED'";
  return (await q.get(sql, tenantNo, characterNo)) !== undefined;
}

/** As lockVisible, also for a deleted character. */
export async function lockAny(q: Unit, place: Place, characterId: string, needed: Access): Promise<LockedCharacter> {
  const sql = 'SELECT * FROM characters WHERE tenant_no = $1 AND no = $2 FOR NO KEY UPDATE';
  const [row, found] = await Promise.all([
    q.get<LockedCharacter>(sql, place.tenantNo, place.characterNo),
    requireSeen(q, place, characterId),
  ]);
  if (!row) throw characterNotFound(characterId);
  requireAccess(found, needed, row.name);
  return row;
}

/** Reads the counters of a locked character. */
export interface CharacterState {
  last_memory_no: number;
  last_no: number;
  recent_count: number;
  last_segment: number;
}

/** As characterState, with the character's categories in their order. */
export async function stateAndCategories(
  q: Unit,
  characterNo: number,
): Promise<{ state: CharacterState; categories: CategoryRow[] }> {
  const rows = await q.all<CharacterState & CategoryRow>(
    `SELECT last_memory_no, last_no, recent_count, last_segment, found.* FROM character_states CROSS JOIN LATERAL (
       SELECT * FROM categories WHERE categories.character_no = $1 OFFSET 0) AS found
     WHERE character_states.character_no = $1 ORDER BY is_default DESC, name`,
    characterNo,
  );
  const [state] = rows;
  if (!state) throw new Error(`character ${characterNo} has no state`);
  return { state, categories: rows };
}

export async function characterState(q: Unit, characterNo: number): Promise<CharacterState> {
  const sql =
    'SELECT last_memory_no, last_no, recent_count, last_segment FROM character_states WHERE character_no = $1';
  const row = await q.get<CharacterState>(sql, characterNo);
  if (!row) throw new Error(`character ${characterNo} has no state`);
  return row;
}

/** Stores a character's counters at the end of a unit. */
interface Counters extends CharacterState {
  segmentsMoved: boolean;
  recentMoved: boolean;
  /** Whether a memory waits for an embedding. */
  waitsForModel: boolean;
}

export function putCounters(characterNo: number, counters: Counters): SqlStatement {
  return {
    sql: `UPDATE character_states SET last_memory_no = $2, last_no = $3, recent_count = $4, last_segment = $5,
        index_version = index_version + $6::int, recent_version = recent_version + $7::int,
        embedded_model = CASE WHEN $8 THEN 0 ELSE embedded_model END
      WHERE character_no = $1`,
    values: [
      characterNo,
      counters.last_memory_no,
      counters.last_no,
      counters.recent_count,
      counters.last_segment,
      counters.segmentsMoved ? 1 : 0,
      counters.recentMoved ? 1 : 0,
      counters.waitsForModel,
    ],
  };
}
