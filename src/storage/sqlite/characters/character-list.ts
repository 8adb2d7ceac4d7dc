import type { Character } from '../../../domain/character.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { CharacterFilter } from '../../../domain/stores/characters.ts';
import type { Connection } from '../connection.ts';
import { caller, isAmongAllowed } from '../sharing/access.ts';
import { type CharacterRow, selectAllCharacters, toCharacter } from './character-rows.ts';

const sortColumns: Record<CharacterFilter['sortBy'], string> = {
  CREATED_AT: 'created_at',
  LAST_MEMORY_AT: 'last_memory_at',
  MEMORY_COUNT: 'memory_count',
  NAME: 'name',
};

const listed = `
  FROM characters
  WHERE tenant_id = @tenantId AND ${isAmongAllowed}
    AND (status = @status OR (@status = 'ALL' AND status <> 'DELETED'))
    AND (@tag IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = @tag))
    AND (@capability IS NULL OR EXISTS (SELECT 1 FROM json_each(profile, '$.agentConfig.capabilities') WHERE value = @capability))
    AND (@visibility IS NULL OR visibility = @visibility)
    AND (@agentStatus IS NULL OR profile ->> '$.agentConfig.status' = @agentStatus)`;

/** One page of characters; ties by id, characters without memories last when sorted by their last memory. */
export function listCharacters(
  db: Connection,
  scope: Scope,
  { status, tag, capability, agentStatus, visibility, sortBy, sortOrder, page, limit }: CharacterFilter,
): { characters: Character[]; total: number } {
  const values = {
    ...caller(scope),
    status,
    tag: tag ?? null,
    capability: capability ?? null,
    agentStatus: agentStatus ?? null,
    visibility: visibility ?? null,
  };
  const total = db.get<{ total: number }>(`SELECT count(*) AS total ${listed}`, values)?.total ?? 0;
  const order = `ORDER BY ${sortColumns[sortBy]} ${sortOrder} NULLS LAST, id`;
  // Sorts by the columns that sort, before the other columns: whole rows of many characters would take longer than all
  // else.
  const rows = db.all<CharacterRow>(
    `${selectAllCharacters} AND no IN (SELECT no ${listed} ${order} LIMIT @limit OFFSET @offset) ${order}`,
    { ...values, limit, offset: page * limit },
  );
  return { characters: rows.map((row) => toCharacter(db, scope, row)), total };
}
