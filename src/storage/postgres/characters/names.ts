import type { Alias, Character } from '../../../domain/character.ts';
import { type Holders, nameKey, requireFreeAliases } from '../../../domain/character-rules.ts';
import type { NewCharacter } from '../../../domain/stores/characters.ts';
import type { Unit } from '../unit.ts';
import type { CharacterRow } from './character-rows.ts';

/**
 * The status of the character that has a name, as its own or as an alias.
 * @param except the character that gets the name
 */
export async function holderOf(
  q: Unit,
  tenantNo: number,
  name: string,
  except = 0,
): Promise<Character['status'] | undefined> {
  const holder = await q.get<Pick<CharacterRow, 'status'>>(
    `SELECT status FROM characters WHERE tenant_no = $1 AND name = $2 AND no <> $4
     UNION ALL SELECT status FROM characters WHERE tenant_no = $1 AND no = (
       SELECT character_no FROM aliases WHERE tenant_no = $1 AND alias_key = $3 AND character_no <> $4)`,
    tenantNo,
    name,
    nameKey(name),
    except,
  );
  return holder?.status;
}

/** Who has the name and the external id of a new character. */
export async function holdersOf(
  q: Unit,
  tenantNo: number,
  { name, externalId }: Pick<NewCharacter, 'name' | 'externalId'>,
): Promise<Holders> {
  const sql = 'SELECT status FROM characters WHERE tenant_no = $1 AND external_id = $2 LIMIT 1';
  const same = externalId === undefined ? undefined : q.get<Pick<CharacterRow, 'status'>>(sql, tenantNo, externalId);
  const [ofName, ofId] = await Promise.all([holderOf(q, tenantNo, name), same]);
  return { name: ofName, externalId: ofId?.status };
}

export async function activeCharacters(q: Unit, tenantNo: number): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM characters WHERE tenant_no = $1 AND status = 'ACTIVE'`;
  return (await q.get<{ count: number }>(sql, tenantNo))?.count ?? 0;
}

export async function replaceAliases(
  q: Unit,
  { tenant_no: tenantNo, no }: CharacterRow,
  aliases: Alias[],
): Promise<void> {
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
