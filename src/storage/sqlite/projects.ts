import type { Scope } from '../../domain/principal.ts';
import {
  decideProject,
  identitiesOf,
  isRoot,
  type KnownProject,
  namedPrefix,
  type Project,
  personIdentity,
} from '../../domain/project-rules.ts';
import type { AskedProject, ProjectMemory, ProjectStore } from '../../domain/stores/projects.ts';
import { contentKey } from '../../text/content-key.ts';
import { writeLine } from './audit/record.ts';
import { type CharacterRow, characterRow, selectCharacters } from './characters/character-rows.ts';
import { insertCharacter } from './characters/characters.ts';
import { holderOf } from './characters/names.ts';
import type { Connection } from './connection.ts';
import type { Engine } from './engine.ts';
import { activeTwin } from './memories/memory-rows.ts';
import { isSynced, joinStore, sameName } from './project-joins.ts';
import { caller } from './sharing/access.ts';

/** The result of a look-up: a memory with identities to write, or why there is none. */
type Seen =
  | 'root is needed'
  | undefined
  | { row: CharacterRow; added: string[]; by?: 'name of an earlier release' | 'name of another machine' };

export function projectStore(engine: Engine): ProjectStore {
  const { db } = engine;
  /** The unit that writes decides again. */
  const find = async (scope: Scope, asked: AskedProject, now: number) => {
    const seen = await db.read(() => look(db, scope, asked));
    if (seen === undefined || seen === 'root is needed') return seen;
    if (seen.added.length === 0) return db.read(() => memoryOf(db, seen.row));
    return db.write(() => {
      const again = look(db, scope, asked);
      return typeof again === 'object' ? settle(db, scope, asked, again, now) : again;
    });
  };
  return {
    find,
    ...joinStore(engine),

    async findOrMake(scope, asked, made, tier, now) {
      const found = await find(scope, asked, now);
      if (found !== undefined) return found;
      if (asked.project.root === undefined) return 'root is needed';
      return db.write(() => {
        const seen = look(db, scope, asked);
        if (seen === 'root is needed') return seen;
        if (seen) return settle(db, scope, asked, seen, now);
        const { id } = insertCharacter(db, scope, { ...made, name: freeName(db, scope, asked.project) }, tier, now);
        const row = characterRow(db, scope, id);
        identify(db, scope, row.no, asked.project);
        return memoryOf(db, row);
      });
    },

    nameOf: (scope, asked) =>
      db.read(() => {
        const seen = look(db, scope, asked);
        if (seen === 'root is needed') return seen;
        return seen
          ? { name: seen.row.name, isThere: true }
          : { name: freeName(db, scope, asked.project), isThere: false };
      }),

    hasOtherReaders: (scope, characterId) =>
      db.read(() => hasOtherReaders(db, scope, characterRow(db, scope, characterId))),

    characters: (scope) => db.read(() => ofProjects(db, scope).map(({ id, name }) => ({ id, name }))),

    saying: (scope, content) =>
      db.read(() =>
        ofProjects(db, scope).flatMap(({ no, id: characterId }) => {
          const twin = activeTwin(db, no, contentKey(content));
          return twin ? [{ characterId, memoryId: twin.id }] : [];
        }),
      ),

    beside: (scope, characterId, limit) =>
      db.read(() => {
        const mine = characterRow(db, scope, characterId);
        const isLone = (row: CharacterRow) => !hasOtherReaders(db, { ...scope, memberId: mine.owner_id }, row);
        if (placesOf(db, mine.no).length === 0 || !isLone(mine)) return [];
        const rows = db.all<CharacterRow & { of_person: number }>(
          `SELECT *, EXISTS (
             SELECT 1 FROM projects WHERE character_no = characters.no AND identity = ?
           ) AS of_person FROM characters
           WHERE tenant_id = ? AND owner_id = ? AND no <> ? AND status = 'ACTIVE'
             AND memory_count > 0 AND no IN (SELECT character_no FROM projects)
           ORDER BY of_person DESC, last_memory_at DESC, no LIMIT ?`,
          ...[personIdentity, scope.tenantId, mine.owner_id, mine.no, limit],
        );
        return rows.filter(isLone).map(({ id, of_person: ofPerson }) => ({ id, isPerson: ofPerson === 1 }));
      }),

    release: (scope, characterId, now) =>
      db.write(() => {
        const { no } = characterRow(db, scope, characterId);
        db.run('DELETE FROM projects WHERE character_no = ?', no);
        writeLine(db, scope, { character: { no } }, 'OK', now);
      }),

    assign: (scope, project, characterId, now) =>
      db.write(() => {
        const { no } = characterRow(db, scope, characterId);
        identify(db, scope, no, project);
        takeOver(db, no, project.folder, true);
        writeLine(db, scope, { character: { no } }, 'OK', now);
      }),

    informed: (scope, characterId) =>
      db.write(() => {
        const { no } = characterRow(db, scope, characterId);
        db.run('UPDATE projects SET is_told = 1 WHERE character_no = ? AND is_told = 0', no);
      }),
  };
}

/** The characters of projects and places. */
function ofProjects(db: Connection, scope: Scope): CharacterRow[] {
  return db.all<CharacterRow>(
    `${selectCharacters} AND no IN (SELECT character_no FROM projects WHERE projects.tenant_id = @tenantId) ORDER BY no`,
    caller(scope),
  );
}

/** Of a public character every other member and each store that has a copy may read it. */
function hasOtherReaders(db: Connection, { tenantId, memberId }: Scope, row: CharacterRow): boolean {
  const { no, visibility, owner_id: owner } = row;
  const sql = `SELECT 1 FROM shares WHERE character_no = @no AND member_id <> @memberId
    UNION ALL SELECT 1 FROM replicas WHERE character_no = @no AND @isPublic = 1
    UNION ALL SELECT 1 FROM decided_characters WHERE character_no = @no AND @isPublic = 1
    UNION ALL SELECT 1 FROM members WHERE tenant_id = @tenantId AND @isPublic = 1 AND id <> @memberId AND removed_at IS NULL`;
  const isPublic = Number(visibility === 'PUBLIC');
  return owner !== memberId || db.get(sql, { tenantId, memberId, no, isPublic }) !== undefined;
}

function look(db: Connection, scope: Scope, { project, isMissing }: AskedProject): Seen {
  const decided = decideProject(project, knownProjects(db, scope, project), isMissing);
  if (decided === 'root is needed') return decided;
  if (decided) {
    const row = db.get<CharacterRow>(`${selectCharacters} AND no = @no`, {
      ...caller(scope),
      no: decided.characterNo,
    });
    return row && withRoot(project, { row, added: decided.added });
  }
  const row = db.get<CharacterRow>(
    `${selectCharacters} AND status = 'ACTIVE' AND no = (
       SELECT character_no FROM projects WHERE tenant_id = @tenantId AND identity = @identity AND folder IS NULL)`,
    { ...caller(scope), identity: nameIdentity(project) },
  );
  const added = identitiesOf(project);
  if (row) return withRoot(project, { row, added, by: 'name of an earlier release' });
  const synced = syncedByName(db, scope, project);
  return synced && { row: synced, added, by: 'name of another machine' };
}

/**
 * The memory from another machine that has the name of this repository, where nothing else says whose it is: neither has
 * a remote or a commit, no folder here has had it, and no other memory has a name like it.
 */
function syncedByName(db: Connection, scope: Scope, { names, gitFolder, remote, root }: Project) {
  if (gitFolder === undefined || remote !== undefined || root !== null) return undefined;
  const [one, ...others] = db.all<CharacterRow>(
    `${selectCharacters} AND status = 'ACTIVE' AND ${isSynced} AND ${sameName('name', '@name')}
       AND no NOT IN (SELECT character_no FROM projects) LIMIT 2`,
    { ...caller(scope), name: names[0] ?? '' },
  );
  return others.length === 0 ? one : undefined;
}

/** Writing also stores the first commit. */
function withRoot({ root }: Project, seen: Exclude<Seen, string>): Seen {
  return seen && seen.added.length > 0 && root === undefined ? 'root is needed' : seen;
}

/** All rows of the projects that share an identity with this one. */
function knownProjects(db: Connection, scope: Scope, project: Project): KnownProject[] {
  const rows = db.all<{ characterNo: number; identity: string; folder: string | null }>(
    `SELECT character_no AS characterNo, identity, folder FROM projects WHERE character_no IN (
       SELECT character_no FROM projects
       WHERE tenant_id = @tenantId AND identity IN (SELECT value FROM json_each(@identities)))
     ORDER BY character_no`,
    { tenantId: scope.tenantId, identities: JSON.stringify(identitiesOf(project)) },
  );
  const known = new Map<number, { characterNo: number; identities: string[]; folders: string[] }>();
  for (const { characterNo, identity, folder } of rows) {
    const one = known.get(characterNo) ?? { characterNo, identities: [], folders: [] };
    one.identities.push(identity);
    if (identity.startsWith('place:') && folder !== null) one.folders.push(folder);
    known.set(characterNo, one);
  }
  return [...known.values()];
}

function settle(
  db: Connection,
  scope: Scope,
  { project, isMissing }: AskedProject,
  { row, by }: Exclude<Seen, string | undefined>,
  now: number,
): ProjectMemory {
  // A later folder there may be another project.
  for (const { identity, folder } of placesOf(db, row.no)) {
    if (isMissing(folder)) db.run('DELETE FROM projects WHERE character_no = ? AND identity = ?', row.no, identity);
  }
  identify(db, scope, row.no, project);
  if (by === 'name of an earlier release') takeOver(db, row.no, project.folder, false);
  if (by === 'name of another machine') {
    const sql = 'INSERT INTO projects (tenant_id, identity, character_no, folder, is_told) VALUES (?, ?, ?, ?, 0)';
    db.run(sql, scope.tenantId, namedPrefix + project.place, row.no, project.folder);
  }
  if (by !== undefined) {
    writeLine(db, scope, { character: { no: row.no } }, 'OK', now);
  }
  return memoryOf(db, row);
}

function placesOf(db: Connection, characterNo: number) {
  const sql = `SELECT identity, folder FROM projects WHERE character_no = ? AND identity GLOB 'place:*'`;
  return db.all<{ identity: string; folder: string }>(sql, characterNo);
}

/** A place and a remote belong to one project here; a first commit may belong to many. */
function identify(db: Connection, scope: Scope, characterNo: number, project: Project): void {
  const { tenantId } = scope;
  for (const identity of identitiesOf(project)) {
    if (!isRoot(identity)) {
      const sql = 'DELETE FROM projects WHERE tenant_id = ? AND identity = ? AND character_no <> ?';
      db.run(sql, tenantId, identity, characterNo);
    }
    const folder = identity === project.place ? project.folder : null;
    const sql =
      'INSERT INTO projects (tenant_id, identity, character_no, folder) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
    db.run(sql, tenantId, identity, characterNo, folder);
  }
}

/** The memory stored under a name belongs to this folder from now on. */
function takeOver(db: Connection, characterNo: number, folder: string, isNotified: boolean): void {
  const sql = `UPDATE projects SET folder = ?, is_told = ?
    WHERE character_no = ? AND identity GLOB 'name:*' AND folder IS NULL`;
  db.run(sql, folder, Number(isNotified), characterNo);
}

function memoryOf(db: Connection, { no, id, name }: CharacterRow): ProjectMemory {
  const sql = 'SELECT identity FROM projects WHERE character_no = ? AND is_told = 0';
  const news = db.get<{ identity: string }>(sql, no)?.identity;
  const isByName = news?.startsWith(namedPrefix) === true;
  return { character: { id, name }, isNews: news !== undefined && !isByName, ...(isByName && { isByName }) };
}

function freeName(db: Connection, scope: Scope, { names }: Project): string {
  const name = names.find((one) => holderOf(db, scope, one) === undefined);
  if (name === undefined) throw new Error('every name of the project is taken');
  return name;
}

function nameIdentity({ names }: Project): string {
  return `name:${names[0]}`;
}
