import { basename } from 'node:path';
import type { Character } from '../../domain/character.ts';
import type { Scope } from '../../domain/principal.ts';
import { metPrefix, namedPrefix, personIdentity } from '../../domain/project-rules.ts';
import type { ProjectJoin, ProjectStore } from '../../domain/stores/projects.ts';
import { writeLine } from './audit/record.ts';
import { type CharacterRow, characterRow, selectCharacters } from './characters/character-rows.ts';
import { changeCharacter } from './characters/characters.ts';
import type { Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import { access, caller } from './sharing/access.ts';

/** Before the id of a batch that joined two memories, and of a memory that is of another project. */
const [joinedPrefix, apartPrefix] = ['joined:', 'apart:'];

/** SQL: a row of `characters` is exchanged with another machine of its owner, and with nobody else. */
export const isSynced = `(characters.no IN (SELECT character_no FROM decided_characters)
  OR EXISTS (SELECT 1 FROM replicas JOIN connections ON connections.no = connection_no
    WHERE character_no = characters.no AND (url NOT LIKE 'http%' OR visibility = 'PRIVATE')))`;

/** SQL: a name is this one, or this one with more in brackets. */
export const sameName = (name: string, one: string): string =>
  `(${name} = ${one} OR substr(${name}, 1, length(${one}) + 2) = ${one} || ' (')`;

interface Held {
  identity: string;
  folder: string | null;
}

/** What joins the memories that one project, or the person, has had on two machines. */
export function joinStore(engine: Engine): Pick<ProjectStore, 'joins' | 'join' | 'unjoin' | 'keepApart'> {
  const { db } = engine;
  return {
    joins: (scope) =>
      db.read(() => {
        const rows = db.all<CharacterRow & { is_synced: number }>(
          `SELECT *, ${isSynced} AS is_synced FROM (${selectCharacters} AND status = 'ACTIVE') AS characters`,
          caller(scope),
        );
        const memories = rows.map((row) => ({ row, held: identitiesOf(db, row.no) }));
        const here = memories.filter(({ held }) => held.some(isPlace));
        const arrived = memories.filter(({ row, held }) => row.is_synced === 1 && !held.some(isPlace));
        const joins = here.flatMap((from) =>
          arrived.flatMap((into): ProjectJoin[] => {
            const by = likeness(from, into);
            const folder = from.held.find(isPlace)?.folder ?? '';
            return by ? [{ from: shown(from.row), into: shown(into.row), by, folder }] : [];
          }),
        );
        const byName = here.flatMap(({ row, held }) =>
          held.flatMap(({ identity, folder }) =>
            identity.startsWith(namedPrefix) && folder !== null ? [{ into: shown(row), folder }] : [],
          ),
        );
        return { joins, byName };
      }),

    join: (scope, fromId, intoId, batch, now) =>
      db.write(() => {
        const [from, into] = [characterRow(db, scope, fromId), characterRow(db, scope, intoId)];
        const moved = identitiesOf(db, from.no).map(({ identity }) => identity);
        const met = identitiesOf(db, into.no)
          .map(({ identity }) => identity)
          .filter((one) => one.startsWith(metPrefix) && moved.includes(one.slice(metPrefix.length)));
        for (const one of met) db.run('DELETE FROM projects WHERE character_no = ? AND identity = ?', into.no, one);
        give(db, from.no, into.no, moved);
        db.run(
          'INSERT INTO projects (tenant_id, identity, character_no, folder) VALUES (?, ?, ?, ?)',
          ...[scope.tenantId, joinedPrefix + batch, from.no, JSON.stringify({ into: into.no, moved, met })],
        );
        swapNames(engine, scope, from, into, now);
        writeLine(db, scope, { character: { no: into.no } }, 'OK', now);
      }),

    unjoin: (scope, batch, ofId, now) =>
      db.write(() => {
        const row = db.get<{ character_no: number; folder: string }>(
          'SELECT character_no, folder FROM projects WHERE tenant_id = ? AND identity = ?',
          ...[scope.tenantId, joinedPrefix + batch],
        );
        if (!row) return undefined;
        const { character_no: from } = row;
        const { into, moved, met } = JSON.parse(row.folder) as { into: number; moved: string[]; met: string[] };
        const sides = db.all<{ no: number; id: string }>(
          `SELECT no, id FROM characters WHERE no IN (@from, @into) AND ${access} = 'WRITE'`,
          { ...caller(scope), from, into },
        );
        const [fromId, intoId] = [from, into].map((no) => sides.find((one) => one.no === no)?.id);
        if (fromId === undefined || intoId === undefined) return undefined;
        if (ofId !== undefined && ![fromId, intoId].includes(ofId)) return undefined;
        give(db, into, from, moved);
        for (const one of met) {
          const sql =
            'INSERT INTO projects (tenant_id, identity, character_no) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
          db.run(sql, scope.tenantId, one, into);
        }
        db.run('DELETE FROM projects WHERE character_no = ? AND identity = ?', from, joinedPrefix + batch);
        const emptied = changeCharacter(engine, scope, fromId, () => ({ status: 'ACTIVE' }), now);
        swapNames(engine, scope, characterRow(db, scope, intoId), emptied, now);
        writeLine(db, scope, { character: { no: from } }, 'OK', now);
        return { fromId, intoId };
      }),

    keepApart: (scope, characterId, otherId, isApart, now) =>
      db.write(() => {
        const { no } = characterRow(db, scope, characterId);
        if (otherId === undefined) separate(db, no, isApart);
        else if (isApart) {
          const sql =
            'INSERT INTO projects (tenant_id, identity, character_no) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
          db.run(sql, scope.tenantId, apartPrefix + characterRow(db, scope, otherId).id, no);
        } else {
          const sql = 'DELETE FROM projects WHERE character_no = ? AND identity = ?';
          db.run(sql, no, apartPrefix + characterRow(db, scope, otherId).id);
        }
        writeLine(db, scope, { character: { no } }, 'OK', now);
      }),
  };
}

/** UTF-16 units of a name, so that the id behind it fits. */
const maxKept = 100;

/** Gives the one that arrived beside a character of its name, as `atlas (laptop)`, that name. */
function swapNames(
  engine: Engine,
  scope: Scope,
  from: Pick<Character, 'id' | 'name'>,
  into: Pick<Character, 'id' | 'name'>,
  now: number,
): void {
  if (!into.name.startsWith(`${from.name} (`)) return;
  const rename = (id: string, name: string) => changeCharacter(engine, scope, id, () => ({ name }), now);
  rename(from.id, `${from.name.slice(0, maxKept)} (${from.id})`);
  rename(into.id, from.name);
  rename(from.id, into.name);
}

const isPlace = ({ identity }: Held): boolean => identity.startsWith('place:');

const shown = ({ id, name, memory_count: memoryCount }: CharacterRow) => ({ id, name, memoryCount });

function identitiesOf(db: Connection, characterNo: number): Held[] {
  return db.all<Held>('SELECT identity, folder FROM projects WHERE character_no = ? ORDER BY identity', characterNo);
}

/** By what two memories are known to be of one project, or may be. */
function likeness(
  from: { row: CharacterRow; held: readonly Held[] },
  into: { row: CharacterRow; held: readonly Held[] },
): ProjectJoin['by'] | undefined {
  const [mine, theirs] = [from, into].map(({ held }) => held.map(({ identity }) => identity)) as [string[], string[]];
  const [isMine, isTheirs] = [mine, theirs].map((all) => all.some((one) => one.endsWith(personIdentity)));
  if (theirs.includes(apartPrefix + from.row.id)) return undefined;
  if (isMine || isTheirs) return isMine && isTheirs && into.row.visibility === 'PRIVATE' ? 'person' : undefined;
  const isSame = (one: string) => theirs.includes(metPrefix + one) || (one.startsWith('root:') && theirs.includes(one));
  if (mine.some(isSame)) return 'repository';
  if (theirs.some((one) => /^(?:met:)?remote:/.test(one)) && mine.some((one) => one.startsWith('remote:')))
    return undefined;
  const folders = from.held.filter(isPlace).map(({ folder }) => basename(folder ?? '').normalize('NFC'));
  return folders.some((one) => into.row.name === one || into.row.name.startsWith(`${one} (`)) ? 'name' : undefined;
}

/** Takes identities from one character to another, which may have some of them. */
function give(db: Connection, from: number, to: number, identities: readonly string[]): void {
  const values = [from, JSON.stringify(identities)] as const;
  const some = 'character_no = ? AND identity IN (SELECT value FROM json_each(?))';
  db.run(`UPDATE OR IGNORE projects SET character_no = ? WHERE ${some}`, to, ...values);
  db.run(`DELETE FROM projects WHERE ${some}`, ...values);
}

/** The folder that got a memory by name is of another project; the row of the folder says so from now on. */
function separate(db: Connection, characterNo: number, isApart: boolean): void {
  const named = `identity GLOB 'named:*'`;
  if (isApart) {
    db.run(
      `DELETE FROM projects WHERE character_no = @no AND identity IN
         (SELECT substr(identity, 7) FROM projects WHERE character_no = @no AND ${named})`,
      { no: characterNo },
    );
    const sql = `UPDATE projects SET identity = 'apart:' || substr(identity, 7), is_told = 1 WHERE character_no = ? AND ${named}`;
    db.run(sql, characterNo);
    return;
  }
  db.run(
    `UPDATE projects SET identity = 'named:' || substr(identity, 7) WHERE character_no = ? AND identity GLOB 'apart:place:*'`,
    characterNo,
  );
  db.run(
    `INSERT INTO projects (tenant_id, identity, character_no, folder)
     SELECT tenant_id, substr(identity, 7), character_no, folder FROM projects WHERE character_no = ? AND ${named}
     ON CONFLICT DO NOTHING`,
    characterNo,
  );
}
