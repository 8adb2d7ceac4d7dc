import { categoryKey } from '../../../domain/category-rules.ts';
import type { Memory } from '../../../domain/memory.ts';
import { requireActiveMemory } from '../../../domain/memory-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import { seesAll } from '../../../domain/sharing.ts';
import type { CachedReading, MemoryText, SearchStore } from '../../../domain/stores/search.ts';
import { isUuid } from '../../../domain/text.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { firstPart } from '../../rows/changed-texts.ts';
import { indexed, type MemoryRecord, type MemoryRow, memoryOf } from '../../rows/memories.ts';
import { categoryRows, renewKeys } from '../characters/category-rows.ts';
import type { Engine } from '../engine.ts';
import { categoryNo } from '../memories/memory-lists.ts';
import { byEitherId, type StoredMemory, shown, storedColumns } from '../memories/memory-rows.ts';
import type { Unit } from '../unit.ts';
import { type IndexCounts, IndexWriter } from './index-writer.ts';

/** Joins the numbers on the left with their active memories and categories; other memories are left out. */
const fetched = `
  SELECT found.*, categories.name AS category FROM unnest($2::int[]) AS wanted (no)
  CROSS JOIN LATERAL (SELECT ${shown} FROM memories
    WHERE memories.character_no = $1 AND memories.no = wanted.no OFFSET 0) AS found
  CROSS JOIN LATERAL (SELECT name FROM categories
    WHERE categories.character_no = $1 AND categories.no = found.category_no OFFSET 0) AS categories
  WHERE found.state = 'ACTIVE'`;

/** The same if the index still has the versions $3 and $4: at least one row, maybe an empty one. Otherwise no row. */
const fetchCachedSql = `
  SELECT fetched.* FROM (SELECT character_no FROM character_states
    WHERE character_no = $1 AND index_version = $3::bigint AND recent_version = $4::bigint) AS unchanged
  LEFT JOIN (${fetched}) AS fetched ON true`;

const textsSql = `SELECT no, content, salience, importance, occurred_at AS "occurredAt" FROM memories
  WHERE character_no = $1 AND no = ANY($2::int[]) AND state = 'ACTIVE'`;

export function searchStore(engine: Engine): SearchStore {
  const { db, directory, reach } = engine;
  return {
    async read(scope, characterId, query, category) {
      const key = category === undefined ? undefined : categoryKey(category);
      const reading = seesAll(scope)
        ? await engine.index.read(await directory.locate(scope, characterId), query, key)
        : await reach.read(scope, characterId, (q, place) => engine.index.readWithin(q, place, query, key));
      if (category === undefined || reading.allowed) return reading;
      // Lists the existing categories in the error.
      await reach.read(scope, characterId, (q, { characterNo }) => categoryNo(q, characterNo, category));
      const { tenantNo, characterNo } = await directory.locate(scope, characterId);
      await db.write(tenantNo, async (q) => renewKeys(q, characterNo, await categoryRows(q, characterNo)));
      return reach.read(scope, characterId, (q, place) => engine.index.readWithin(q, place, query, key));
    },

    async fetch(scope, characterId, numbers) {
      const rows = await reach.ask(scope, characterId, (q, { characterNo }) =>
        q.all<MemoryRecord>(fetched, characterNo, numbers),
      );
      return memoriesOf(scope, characterId, rows);
    },

    async texts(scope, characterId, numbers) {
      const rows = await reach.ask(scope, characterId, (q, { characterNo }) =>
        q.all<MemoryText & { no: number }>(textsSql, characterNo, numbers),
      );
      return new Map(rows.map((row) => [row.no, row]));
    },

    async readCached(scope, characterId, query) {
      return engine.index.readCached(await directory.locate(scope, characterId), query);
    },

    async fetchCached(scope, characterId, numbers, { indexVersion, recentVersion }: CachedReading['version']) {
      const { rows, place } = await reach.ask(scope, characterId, async (q, place) => {
        const values = [place.characterNo, numbers, indexVersion, recentVersion];
        return { place, rows: await q.all<MemoryRecord | { no: null }>(fetchCachedSql, ...values) };
      });
      engine.index.looked(place, rows.length > 0);
      if (rows.length === 0) return undefined;
      return memoriesOf(
        scope,
        characterId,
        rows.filter((row) => row.no !== null),
      );
    },

    async numberOf(scope, characterId, memoryId) {
      const found = await reach.ask(scope, characterId, async (q, { characterNo }) =>
        isUuid(memoryId) ? q.get<Pick<MemoryRow, 'no' | 'state'>>(byEitherId, characterNo, memoryId) : undefined,
      );
      return requireActiveMemory(found, memoryId).no;
    },

    async refresh(limit) {
      for (;;) {
        // Looked up first: an index that is up to date needs no write.
        const behind = await db.get<Outdated>(null, outdated, INDEX_VERSION);
        if (!behind) return 0;
        const done = await db.write(null, (q) => refreshSome(q, behind, limit));
        if (done > 0) return done;
      }
    },
  };
}

function memoriesOf({ memberId }: Scope, characterId: string, rows: readonly MemoryRecord[]): Map<number, Memory> {
  const id = characterId.toLowerCase();
  return new Map(rows.map((row) => [row.no, memoryOf(row, id, memberId)]));
}

/** A character with memories that an older analyser indexed. */
const outdated = 'SELECT character_no, tenant_no FROM character_states WHERE analyser < $1 LIMIT 1';

interface Outdated {
  character_no: number;
  tenant_no: number;
}

/** Indexes some memories of a character again, also of an archived one. */
async function refreshSome(q: Unit, behind: Outdated, limit: number): Promise<number> {
  const place = { tenantNo: behind.tenant_no, characterNo: behind.character_no };
  const lock = 'SELECT 1 FROM characters WHERE tenant_no = $1 AND no = $2 FOR NO KEY UPDATE';
  q.send(lock, place.tenantNo, place.characterNo);
  const [state, found] = await Promise.all([
    q.get<IndexCounts & { analyser: number }>(
      'SELECT analyser, recent_count, last_segment FROM character_states WHERE character_no = $1',
      place.characterNo,
    ),
    q.all<StoredMemory>(
      `SELECT ${storedColumns} FROM memories WHERE memories.character_no = $1 AND memories.no > (
         SELECT refreshed_no FROM character_states WHERE character_no = $1)
       ORDER BY memories.no LIMIT $2`,
      place.characterNo,
      limit,
    ),
  ]);
  // Another node has done it already.
  if (!state || state.analyser >= INDEX_VERSION) return 0;
  const rows = firstPart(found);
  const index = new IndexWriter(q, place.characterNo, state, new Analyses());
  const old = rows.filter((row) => row.state === 'ACTIVE' && row.index_version < INDEX_VERSION);
  for (const row of old) index.reindex(indexed(row));
  const { counts, segmentsMoved, recentMoved, recent } = await index.flush();
  q.sendTogether(recent);
  q.send(
    `UPDATE memories SET index_version = $3 WHERE character_no = $1 AND no = ANY($2::int[])`,
    place.characterNo,
    old.map(({ no }) => no),
    INDEX_VERSION,
  );
  const isDone = found.length < limit && rows.length === found.length;
  q.send(
    `UPDATE character_states SET recent_count = $2, index_version = index_version + $3::int,
       recent_version = recent_version + $4::int, refreshed_no = $5, analyser = CASE WHEN $6 THEN $7 ELSE analyser END,
       last_segment = $8
     WHERE character_no = $1`,
    place.characterNo,
    counts.recent_count,
    segmentsMoved ? 1 : 0,
    recentMoved ? 1 : 0,
    isDone ? 0 : (rows.at(-1)?.no ?? 0),
    isDone,
    INDEX_VERSION,
    counts.last_segment,
  );
  return old.length;
}
