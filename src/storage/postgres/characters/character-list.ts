import type { Character } from '../../../domain/character.ts';
import type { Paged } from '../../../domain/page.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { CharacterFilter } from '../../../domain/stores/characters.ts';
import { characterOrder } from '../../rows/characters.ts';
import { behind, orderOf, pageOf, placeColumns } from '../../rows/keyset.ts';
import { caller, isAmongAllowed } from '../sharing/access.ts';
import type { Unit } from '../unit.ts';
import { type CharacterRow, selectAllCharacters, toCharacter } from './character-rows.ts';

const listed = `FROM characters WHERE tenant_no = $1 AND ${isAmongAllowed('$2', '$3')}
  AND (status = $4 OR ($4 = 'ALL' AND status <> 'DELETED'))
  AND ($5::text IS NULL OR tags::jsonb ? $5)
  AND ($6::text IS NULL OR profile::jsonb #> '{agentConfig,capabilities}' ? $6)
  AND ($7::text IS NULL OR profile::jsonb #>> '{agentConfig,status}' = $7)
  AND ($8::text IS NULL OR visibility = $8)`;

/** One page of characters; ties by id, characters without memories last when sorted by their last memory. */
export async function listCharacters(
  q: Unit,
  tenantNo: number,
  scope: Scope,
  { status, tag, capability, agentStatus, visibility, sortBy, sortOrder, page, limit, after }: CharacterFilter,
): Promise<Paged & { characters: Character[] }> {
  const values = [
    tenantNo,
    ...caller(scope),
    status,
    tag ?? null,
    capability ?? null,
    agentStatus ?? null,
    visibility ?? null,
  ];
  // Sorts first and selects the other columns afterwards: those need look-ups.
  const keys = characterOrder(sortBy, sortOrder);
  const order = `ORDER BY ${orderOf(keys)}`;
  const isBehind = behind(keys, after, (n) => `$${values.length + 2 + n}`);
  const [counted, rows] = await Promise.all([
    q.get<{ total: number }>(`SELECT count(*)::int AS total ${listed}`, ...values),
    q.all<CharacterRow>(
      `SELECT found.*, ${placeColumns(keys)} FROM (${selectAllCharacters}
         AND no = ANY(ARRAY(SELECT no ${listed} AND ${isBehind.sql} ${order} LIMIT $9 OFFSET $10))) AS found ${order}`,
      ...values,
      limit + 1,
      page * limit,
      ...isBehind.values,
    ),
  ]);
  const { rows: shown, ...paged } = pageOf(rows, keys, limit);
  return { characters: shown.map((row) => toCharacter(row, scope)), total: counted?.total ?? 0, ...paged };
}
