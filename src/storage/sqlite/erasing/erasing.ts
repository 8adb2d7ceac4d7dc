import { type ErasureRow, type TraceKind, toErasure } from '../../../domain/erasure.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { ErasingStore, WordedMemory } from '../../../domain/stores/erasing.ts';
import {
  type Counts,
  type Earlier,
  namedTraces,
  notesOf,
  Sought,
  textsAndMoves,
  tracesOf,
} from '../../rows/user-texts.ts';
import { anyRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { copiesHolding } from '../copies/holding.ts';
import { countNotes } from '../disk/session-notes.ts';
import type { Engine } from '../engine.ts';
import { begin } from './begin.ts';
import { Steps } from './steps.ts';
import { eachTrace, holdingVersions, watchedPaths } from './traces.ts';

const selectErasures = `SELECT erasures.id, characters.id AS character_id, at, erased_by, memories, removed, done_at, (
    SELECT group_concat(replica) FROM erasure_replicas AS known
    WHERE known.character_no = erasures.character_no AND known.erased_no < erasures.change_no) AS unconfirmed
  FROM erasures CROSS JOIN characters ON characters.no = character_no`;

export function erasingStore(engine: Engine): ErasingStore {
  const { db } = engine;
  const steps = new Steps(engine);
  return {
    worded: (scope, characterId, asked) =>
      db.read(() => {
        const { no } = anyRow(db, scope, characterId);
        const rows = 'ids' in asked ? byIds(db, no, asked.ids) : behind(db, no, asked);
        const last = 'ids' in asked || rows.length < asked.limit ? undefined : rows.at(-1)?.no;
        return { memories: rows.map((row) => worded(db, row)), last };
      }),

    async traces(scope, characterId, { memoryIds, words }, reach) {
      const { no } = await db.read(() => anyRow(db, scope, characterId));
      const memories = await db.read(() => byIds(db, no, memoryIds).map((row) => ({ ...worded(db, row), row })));
      const texts = [...memories.flatMap((one) => one.texts), ...words];
      const files = new Set(memories.flatMap(({ row }) => row.source_file ?? []));
      const sought = new Sought(notesOf(memories, words, files));
      const counts: Counts = {};
      const add = (kind: TraceKind, count: number) => {
        counts[kind] = (counts[kind] ?? 0) + count;
      };
      await eachTrace(db, no, sought, async ({ kind }, rows) => add(kind, rows.length));
      const versions = await holdingVersions(db, no, sought);
      add('file version', versions.length);
      if (reach === 'going') return tracesOf(counts).filter(({ stays }) => !stays);
      if (reach === 'store') {
        const prompts = countNotes(db.sqlite.name, (prompt) => sought.inText(prompt).length > 0);
        add('waiting turn', prompts);
      }
      const watched = await db.read(() => watchedPaths(db, no));
      const isWatched = (path: string) => watched.some((one) => path === one || path.startsWith(`${one}/`));
      const living = versions.filter(({ isLatest, path }) => isLatest && isWatched(path)).map(({ path }) => path);
      const first = memories.reduce((least, { row }) => Math.min(least, row.created_at), Number.MAX_SAFE_INTEGER);
      return [
        ...tracesOf(counts),
        ...namedTraces('watched file', living),
        ...namedTraces('replica', await db.read(() => serversOf(db, no))),
        ...namedTraces('webhook', await db.read(() => receiversOf(db, scope, characterId))),
        ...namedTraces('backup', await db.read(() => backupsSince(db, words.length > 0 ? 0 : first))),
        ...namedTraces('copy', await copiesHolding(db.sqlite.name, texts)),
      ];
    },

    async begin(scope, characterId, id, choice, by) {
      return db.write(() => {
        if (!begin(engine, scope, characterId, id, choice, by)) return undefined;
        return toErasure(db.get<ErasureRow>(`${selectErasures} WHERE erasures.id = ?`, id)!);
      });
    },

    step: (now) => steps.next(now),

    list: (scope, characterId, limit) =>
      db.read(() =>
        db
          .all<ErasureRow>(
            `${selectErasures} WHERE character_no = ? ORDER BY at DESC, erasures.id LIMIT ?`,
            anyRow(db, scope, characterId).no,
            limit,
          )
          .map(toErasure),
      ),
  };
}

interface Row {
  no: number;
  id: string;
  state: WordedMemory['state'];
  content: string;
  source_file: string | null;
  created_at: number;
}

const columns = 'memories.no, memories.id, state, content, source_file, created_at';

function byIds(db: Connection, characterNo: number, ids: readonly string[]): Row[] {
  return db.all<Row>(
    `SELECT ${columns} FROM json_each(?) CROSS JOIN memories ON memories.id = json_each.value WHERE character_no = ?`,
    JSON.stringify(ids),
    characterNo,
  );
}

function behind(db: Connection, characterNo: number, { after, limit }: { after: number; limit: number }): Row[] {
  const sql = `SELECT ${columns} FROM memories WHERE no IN (
    SELECT no FROM memories WHERE character_no = ? AND no > ? ORDER BY no LIMIT ?) ORDER BY no`;
  return db.all<Row>(sql, characterNo, after, limit);
}

function worded(db: Connection, { no, id, state, content }: Row): WordedMemory {
  const earlier = db.all<Earlier>(
    'SELECT DISTINCT content, tags, metadata, moved FROM revisions WHERE memory_no = ?',
    no,
  );
  return { id, state, ...textsAndMoves(content, earlier) };
}

/** The servers that have the character too. */
function serversOf(db: Connection, characterNo: number): string[] {
  return db
    .all<{ url: string }>(
      `SELECT url FROM replicas CROSS JOIN connections ON no = connection_no WHERE character_no = @characterNo
       UNION SELECT url FROM decided_characters CROSS JOIN connections ON no = connection_no
       WHERE character_no = @characterNo`,
      { characterNo },
    )
    .map(({ url }) => url);
}

/** Webhooks that may have been sent texts of the character. */
function receiversOf(db: Connection, { tenantId }: Scope, characterId: string): string[] {
  return db
    .all<{ url: string }>(
      `SELECT url FROM webhooks WHERE tenant_id = ? AND include_content = 1
         AND (character_ids IS NULL OR EXISTS (SELECT 1 FROM json_each(character_ids) WHERE value = ?))`,
      tenantId,
      characterId,
    )
    .map(({ url }) => url);
}

function backupsSince(db: Connection, at: number): string[] {
  return db.all<{ file: string }>('SELECT file FROM backups WHERE at >= ? ORDER BY at', at).map(({ file }) => file);
}
