import type { Alias, Character } from '../../../domain/character.ts';
import { type Holders, nameKey, requireFreeAliases } from '../../../domain/character-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { NewCharacter } from '../../../domain/stores/characters.ts';
import type { Connection } from '../connection.ts';
import type { CharacterRow } from './character-rows.ts';

/**
 * The status of the character that has a name, as its own or as an alias.
 * @param except the character that gets the name
 */
export function holderOf(
  db: Connection,
  { tenantId }: Scope,
  name: string,
  except = 0,
): Character['status'] | undefined {
  const named = 'SELECT status FROM characters WHERE tenant_id = ? AND name = ? AND no <> ?';
  const called = `SELECT status FROM characters WHERE no = (
    SELECT character_no FROM aliases WHERE tenant_id = ? AND alias_key = ? AND character_no <> ?)`;
  const holder =
    db.get<Pick<CharacterRow, 'status'>>(named, tenantId, name, except) ??
    db.get<Pick<CharacterRow, 'status'>>(called, tenantId, nameKey(name), except);
  return holder?.status;
}

/** Who has the name and the external id of a new character. */
export function holdersOf(
  db: Connection,
  scope: Scope,
  { name, externalId }: Pick<NewCharacter, 'name' | 'externalId'>,
): Holders {
  const sql = 'SELECT status FROM characters WHERE tenant_id = ? AND external_id = ? LIMIT 1';
  const same =
    externalId === undefined
      ? undefined
      : db.get<Pick<CharacterRow, 'status'>>(sql, scope.tenantId, externalId)?.status;
  return { name: holderOf(db, scope, name), externalId: same };
}

export function activeCharacters(db: Connection, scope: Scope): number {
  const row = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM characters WHERE tenant_id = ? AND status = 'ACTIVE'`,
    scope.tenantId,
  );
  return row?.count ?? 0;
}

export function replaceAliases(db: Connection, row: CharacterRow, aliases: Alias[]): void {
  requireFreeAliases(aliases, takenKeys(db, row, aliases));
  db.run('DELETE FROM aliases WHERE character_no = ?', row.no);
  aliases.forEach(({ alias, sourceHint }, position) => {
    db.run(
      'INSERT INTO aliases (tenant_id, alias_key, character_no, position, alias, source_hint) VALUES (?, ?, ?, ?, ?, ?)',
      row.tenant_id,
      nameKey(alias),
      row.no,
      position,
      alias,
      sourceHint ?? null,
    );
  });
}

/** Which of these aliases other characters of the tenant have, as alias or as name. */
function takenKeys(db: Connection, { no, tenant_id: tenantId }: CharacterRow, aliases: Alias[]): Set<string> {
  const rows = db.all<{ key: string }>(
    `SELECT alias_key AS key FROM aliases
     WHERE tenant_id = @tenantId AND alias_key IN (SELECT value FROM json_each(@keys)) AND character_no <> @no
     UNION SELECT name_key FROM characters
     WHERE tenant_id = @tenantId AND name_key IN (SELECT value FROM json_each(@keys)) AND no <> @no`,
    { tenantId, no, keys: JSON.stringify(aliases.map(({ alias }) => nameKey(alias))) },
  );
  return new Set(rows.map(({ key }) => key));
}
