import type { Character } from '../../../domain/character.ts';
import type { CharacterFilter } from '../../../domain/store.ts';
import type { Unit } from '../unit.ts';
import { type CharacterRow, selectCharacters, toCharacter } from './character-rows.ts';

const sortColumns: Record<CharacterFilter['sortBy'], string> = {
  CREATED_AT: 'created_at',
  LAST_MEMORY_AT: 'last_memory_at',
  MEMORY_COUNT: 'memory_count',
  NAME: 'name',
};

const listed = `WHERE tenant_no = $1
  AND ($2 = 'ALL' OR status = $2)
  AND ($3::text IS NULL OR tags::jsonb ? $3)
  AND ($4::text IS NULL OR profile::jsonb #> '{agentConfig,capabilities}' ? $4)
  AND ($5::text IS NULL OR profile::jsonb #>> '{agentConfig,status}' = $5)`;

/** One page of characters; ties by id, characters without memories last when sorted by their last memory. */
export async function listCharacters(
  q: Unit,
  tenantNo: number,
  { status, tag, capability, agentStatus, sortBy, sortOrder, page, limit }: CharacterFilter,
): Promise<{ characters: Character[]; total: number }> {
  const values = [tenantNo, status, tag ?? null, capability ?? null, agentStatus ?? null];
  const [counted, rows] = await Promise.all([
    q.get<{ total: number }>(`SELECT count(*)::int AS total FROM characters ${listed}`, ...values),
    q.all<CharacterRow>(
      `${selectCharacters} ${listed} ORDER BY ${sortColumns[sortBy]} ${sortOrder} NULLS LAST, id LIMIT $6 OFFSET $7`,
      ...values,
      limit,
      page * limit,
    ),
  ]);
  return { characters: rows.map(toCharacter), total: counted?.total ?? 0 };
}
