import type { Character } from '../../../domain/character.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { CharacterFilter } from '../../../domain/stores/characters.ts';
import { caller, isAmongAllowed } from '../sharing/access.ts';
import type { Unit } from '../unit.ts';
import { type CharacterRow, selectAllCharacters, toCharacter } from './character-rows.ts';

const sortColumns: Record<CharacterFilter['sortBy'], string> = {
  CREATED_AT: 'created_at',
  LAST_MEMORY_AT: 'last_memory_at',
  MEMORY_COUNT: 'memory_count',
  NAME: 'name',
};

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
  { status, tag, capability, agentStatus, visibility, sortBy, sortOrder, page, limit }: CharacterFilter,
): Promise<{ characters: Character[]; total: number }> {
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
  const order = `ORDER BY ${sortColumns[sortBy]} ${sortOrder} NULLS LAST, id`;
  const [counted, rows] = await Promise.all([
    q.get<{ total: number }>(`SELECT count(*)::int AS total ${listed}`, ...values),
    q.all<CharacterRow>(
      `${selectAllCharacters} AND no = ANY(ARRAY(SELECT no ${listed} ${order} LIMIT $9 OFFSET $10)) ${order}`,
      ...values,
      limit,
      page * limit,
    ),
  ]);
  return { characters: rows.map((row) => toCharacter(row, scope)), total: counted?.total ?? 0 };
}
