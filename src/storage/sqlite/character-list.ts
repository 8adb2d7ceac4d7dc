import type { Character } from '../../domain/character.ts';
import type { Scope } from '../../domain/principal.ts';
import type { CharacterFilter } from '../../domain/store.ts';
import { type CharacterRow, toCharacter } from './character-rows.ts';
import type { Connection } from './connection.ts';

const sortColumns: Record<CharacterFilter['sortBy'], string> = {
  CREATED_AT: 'created_at',
  LAST_MEMORY_AT: 'last_memory_at',
  MEMORY_COUNT: 'memory_count',
  NAME: 'name',
};

const listed = `
  FROM characters
  WHERE tenant_id = @tenantId
    AND (@status = 'ALL' OR status = @status)
    AND (@tag IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = @tag))
    AND (@capability IS NULL OR EXISTS (SELECT 1 FROM json_each(profile, '$.agentConfig.capabilities') WHERE value = @capability))
    AND (@agentStatus IS NULL OR profile ->> '$.agentConfig.status' = @agentStatus)`;

/** One page of characters; ties by id, characters without memories last when sorted by their last memory. */
export function listCharacters(
  db: Connection,
  scope: Scope,
  { status, tag, capability, agentStatus, sortBy, sortOrder, page, limit }: CharacterFilter,
): { characters: Character[]; total: number } {
  const values = {
    tenantId: scope.tenantId,
    status,
    tag: tag ?? null,
    capability: capability ?? null,
    agentStatus: agentStatus ?? null,
  };
  const total = db.get<{ total: number }>(`SELECT count(*) AS total ${listed}`, values)?.total ?? 0;
  const rows = db.all<CharacterRow>(
    `SELECT * ${listed} ORDER BY ${sortColumns[sortBy]} ${sortOrder} NULLS LAST, id LIMIT @limit OFFSET @offset`,
    { ...values, limit, offset: page * limit },
  );
  return { characters: rows.map((row) => toCharacter(db, row)), total };
}
