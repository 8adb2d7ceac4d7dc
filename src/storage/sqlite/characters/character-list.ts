import type { Character } from '../../../domain/character.ts';
import type { Paged } from '../../../domain/page.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { CharacterFilter } from '../../../domain/stores/characters.ts';
import { characterOrder } from '../../rows/characters.ts';
import { behind, orderOf, pageOf, placeColumns } from '../../rows/keyset.ts';
import type { Connection } from '../connection.ts';
import { caller, isAmongAllowed } from '../sharing/access.ts';
import { type CharacterRow, selectAllCharacters, toCharacter } from './character-rows.ts';

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
  { status, tag, capability, agentStatus, visibility, sortBy, sortOrder, page, limit, after }: CharacterFilter,
): Paged & { characters: Character[] } {
  const values = {
    ...caller(scope),
    status,
    tag: tag ?? null,
    capability: capability ?? null,
    agentStatus: agentStatus ?? null,
    visibility: visibility ?? null,
  };
  const total = db.get<{ total: number }>(`SELECT count(*) AS total ${listed}`, values)?.total ?? 0;
  const keys = characterOrder(sortBy, sortOrder);
  const order = `ORDER BY ${orderOf(keys)}`;
  // Sorts by the columns that sort, before the other columns: whole rows of many characters would take longer than all
  // else.
  const isBehind = behind(keys, after, (n) => `@after${n}`);
  const bound = Object.fromEntries(isBehind.values.map((value, i) => [`after${i + 1}`, value]));
  const places = db.all<{ no: number }>(
    `SELECT no, ${placeColumns(keys)} ${listed} AND ${isBehind.sql} ${order} LIMIT @limit OFFSET @offset`,
    { ...values, ...bound, limit: limit + 1, offset: page * limit },
  );
  const { rows: shown, ...paged } = pageOf(places, keys, limit);
  const rows = db.all<CharacterRow>(
    `${selectAllCharacters} AND no IN (SELECT value FROM json_each(@numbers)) ${order}`,
    { ...values, numbers: JSON.stringify(shown.map(({ no }) => no)) },
  );
  return { characters: rows.map((row) => toCharacter(db, scope, row)), total, ...paged };
}
