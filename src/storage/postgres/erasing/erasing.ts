import { characterNotFound } from '../../../domain/character.ts';
import { type ErasureRow, type TraceKind, toErasure } from '../../../domain/erasure.ts';
import type { Scope } from '../../../domain/principal.ts';
import { seesAll } from '../../../domain/sharing.ts';
import type { ErasingStore, WordedMemory } from '../../../domain/stores/erasing.ts';
import { isUuid } from '../../../domain/text.ts';
import {
  type Counts,
  type Earlier,
  namedTraces,
  notesOf,
  Sought,
  textsAndMoves,
  tracesOf,
} from '../../rows/user-texts.ts';
import { selectAllCharacters } from '../characters/character-rows.ts';
import type { Place } from '../directory.ts';
import type { Engine } from '../engine.ts';
import { caller } from '../sharing/access.ts';
import type { Unit } from '../unit.ts';
import { begin } from './begin.ts';
import { Steps } from './steps.ts';
import { eachTrace, holdingVersions } from './traces.ts';

const selectErasures = `SELECT id::text, at, erased_by, memories, removed, done_at, (
    SELECT string_agg(replica, ',') FROM erasure_replicas AS known
    WHERE known.character_no = $1 AND known.erased_no < erasures.change_no) AS unconfirmed
  FROM erasures WHERE character_no = $1`;

export function erasingStore(engine: Engine): ErasingStore {
  const { db, directory, withoutVectors } = engine;
  const steps = new Steps(engine);
  /** The place of a character, also of a deleted one. CharacterNotFound. */
  const locate = async (scope: Scope, characterId: string): Promise<Place> => {
    const place = await directory.locate(scope, characterId);
    if (seesAll(scope)) return place;
    const sql = `${selectAllCharacters} AND no = $4`;
    const seen = await db.get(place.tenantNo, sql, place.tenantNo, ...caller(scope), place.characterNo);
    if (!seen) throw characterNotFound(characterId);
    return place;
  };
  return {
    async worded(scope, characterId, asked) {
      const place = await locate(scope, characterId);
      return db.read(place.tenantNo, async (q) => {
        const rows = await ('ids' in asked ? byIds(q, place, asked.ids) : behind(q, place, asked));
        const last = 'ids' in asked || rows.length < asked.limit ? undefined : rows.at(-1)?.no;
        return { memories: await worded(q, place, rows), last };
      });
    },

    async traces(scope, characterId, { memoryIds, words }, reach) {
      const place = await locate(scope, characterId);
      const { memories, files } = await db.read(place.tenantNo, async (q) => {
        const rows = await byIds(q, place, memoryIds);
        return { memories: await worded(q, place, rows), files: new Set(rows.flatMap((row) => row.source_file ?? [])) };
      });
      const sought = new Sought(notesOf(memories, words, files));
      const counts: Counts = {};
      const add = (kind: TraceKind, count: number) => {
        counts[kind] = (counts[kind] ?? 0) + count;
      };
      await eachTrace(db, place, sought, async ({ kind }, rows) => add(kind, rows.length));
      add('file version', (await holdingVersions(db, place, sought)).length);
      if (reach === 'going') return tracesOf(counts).filter(({ stays }) => !stays);
      const receivers = await db.all<{ url: string }>(
        place.tenantNo,
        `SELECT url FROM webhooks WHERE tenant_no = $1 AND include_content = 1
           AND (character_ids IS NULL OR character_ids::jsonb ? $2)`,
        ...[place.tenantNo, characterId],
      );
      const names = receivers.map(({ url }) => url);
      return [...tracesOf(counts), ...namedTraces('webhook', names)];
    },

    async begin(scope, characterId, id, choice, by) {
      const place = await directory.locate(scope, characterId);
      return db.write(place.tenantNo, async (q) => {
        if (!(await begin(q, place, characterId, id, choice, by, withoutVectors === undefined))) return undefined;
        const row = await q.get<Omit<ErasureRow, 'character_id'>>(
          `${selectErasures} AND id = $2`,
          place.characterNo,
          id,
        );
        return toErasure({ ...row!, character_id: characterId });
      });
    },

    step: (now) => steps.next(now),

    async list(scope, characterId, limit) {
      const { tenantNo, characterNo } = await locate(scope, characterId);
      const sql = `${selectErasures} ORDER BY at DESC, id LIMIT $2`;
      const rows = await db.all<Omit<ErasureRow, 'character_id'>>(tenantNo, sql, characterNo, limit);
      return rows.map((row) => toErasure({ ...row, character_id: characterId }));
    },
  };
}

interface Row {
  no: number;
  id: string;
  state: WordedMemory['state'];
  content: string;
  source_file: string | null;
}

const columns = `SELECT no, id::text, state, content, source_file FROM memories WHERE character_no = $1`;

function byIds(q: Unit, { characterNo }: Place, ids: readonly string[]): Promise<Row[]> {
  return q.all<Row>(`${columns} AND id = ANY($2::uuid[])`, characterNo, ids.filter(isUuid));
}

function behind(q: Unit, { characterNo }: Place, { after, limit }: { after: number; limit: number }): Promise<Row[]> {
  return q.all<Row>(`${columns} AND no > $2 AND state <> 'STAGED' ORDER BY no LIMIT $3`, characterNo, after, limit);
}

async function worded(q: Unit, { characterNo }: Place, rows: readonly Row[]): Promise<WordedMemory[]> {
  const earlier = await q.all<Earlier & { memory_no: number }>(
    'SELECT DISTINCT memory_no, content, tags, metadata, moved FROM revisions WHERE character_no = $1 AND memory_no = ANY($2::int[])',
    ...[characterNo, rows.map(({ no }) => no)],
  );
  return rows.map(({ no, id, state, content }) => {
    const own = earlier.filter((one) => one.memory_no === no);
    return { id, state, ...textsAndMoves(content, own) };
  });
}
