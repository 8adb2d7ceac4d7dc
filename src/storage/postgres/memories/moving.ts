import { arrivalOf, eachByItself, requireActiveMemory, takesHistory } from '../../../domain/memory-rules.ts';
import type { MemoryStore, Move, Moved } from '../../../domain/stores/memories.ts';
import { isUuid } from '../../../domain/text.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { newTexts } from '../../rows/changed-texts.ts';
import { type MemoryRecord, toCopy } from '../../rows/memories.ts';
import { historyColumns } from '../../rows/memory-columns.ts';
import type { Place } from '../directory.ts';
import { copyVectors } from '../embeddings/vectors.ts';
import type { Engine } from '../engine.ts';
import type { Unit } from '../unit.ts';
import { byEitherId } from './memory-rows.ts';
import { MemoryUnit } from './memory-unit.ts';

/** A memory that has moved: its numbers here and there, and after which revision its history comes along, if it does. */
interface Numbers {
  here: number;
  there: number;
  after: number | undefined;
}

type Row = Omit<MemoryRecord, 'character_id'>;

/** Who wrote the texts, by the ids of the memories. */
type Authors = Map<string, Row['author']>;

interface MovesGiven {
  authors: Authors;
  readerId: string;
  keepsHistory: boolean;
  /** What has moved is added. */
  numbers: Numbers[];
}

export function movesOf(engine: Engine): Pick<MemoryStore, 'reassign'> {
  const { db, directory, reach } = engine;
  return {
    async reassign(scope, fromId, toId, moves, by) {
      const [from, to] = [await directory.locate(scope, fromId), await directory.locate(scope, toId)];
      const ids = moves.map(({ memoryId }) => memoryId).filter(isUuid);
      const shown = await reach.ask(scope, fromId, (q) =>
        Promise.all(ids.map((one) => q.get<Row>(byEitherId, from.characterNo, one))),
      );
      const texts = shown.flatMap((row) => (row ? [{ content: row.content, said: row.said === 1 }] : []));
      const analyses = await Analyses.of(newTexts(texts));
      const authors: Authors = new Map(shown.flatMap((row) => (row ? [[row.id, row.author]] : [])));
      return db.write(from.tenantNo, async (q) => {
        const begin = (place: Place, characterId: string, moved: string) =>
          MemoryUnit.begin({ engine, q, place, characterId, by: { ...by, moved }, analyses });
        // Always in this order: two that move to each other would wait for each other's lock.
        const isFirst = from.characterNo < to.characterNo;
        const early = isFirst ? await begin(from, fromId, toId) : await begin(to, toId, fromId);
        const late = isFirst ? await begin(to, toId, fromId) : await begin(from, fromId, toId);
        const units = isFirst ? { leaving: early, arriving: late } : { leaving: late, arriving: early };
        const { leaving, arriving } = units;
        await leaving.memories.read({ meant: ids });
        const found = ids.flatMap((one) => leaving.memories.meant(one) ?? []);
        await arriving.memories.read({ ids: found.map(({ id }) => id), keys: found.map((row) => row.content_key) });
        const isShared = (await q.get(anyShare, to.tenantNo, to.characterNo)) !== undefined;
        const { visibility } = arriving.character;
        const keepsHistory = takesHistory(leaving.character, { visibility, isShared });
        const numbers: Numbers[] = [];
        const given = { authors, readerId: scope.memberId, keepsHistory, numbers };
        const moved = moves.map((one) => eachByItself(() => move(units, one, given)));
        await leaving.writeAudit();
        await arriving.writeAudit();
        copyHistory(q, from.characterNo, to.characterNo, numbers);
        await arriving.flush();
        if (engine.withoutVectors === undefined) copyVectors(q, from.characterNo, to.characterNo, numbers);
        moveLinks(q, from.characterNo, to.characterNo, numbers);
        await leaving.flush();
        return moved;
      });
    },
  };
}

const anyShare = 'SELECT 1 FROM shares WHERE tenant_no = $1 AND character_no = $2 LIMIT 1';

function move(
  { leaving, arriving }: { leaving: MemoryUnit; arriving: MemoryUnit },
  { memoryId, category }: Move,
  { authors, readerId, keepsHistory, numbers }: MovesGiven,
): Moved {
  const row = requireActiveMemory(leaving.memories.meant(memoryId), memoryId);
  const { no, id, revision, embedded_model: model, superseded_by: supersededBy } = row;
  const name = leaving.categories.nameOf(row.category_no);
  const there = arriving.categories.find(category ?? name) ?? arriving.categories.chosen(undefined);
  const shown = { successor: supersededBy, predecessors: null, newer: null, author: authors.get(id) ?? null };
  const copy = toCopy({ ...row, ...shown, category: there.name }, readerId);
  const twin = arriving.memories.active(row.content_key);
  const before = arriving.memories.byId(id);
  const after = before?.revision ?? 0;
  if (before && !twin && keepsHistory) before.revision = Math.max(after, revision);
  const past = keepsHistory ? { revisions: revision, createdAt: row.created_at } : undefined;
  const change = twin ? ({ kind: 'add', memory: copy } as const) : arrivalOf(copy, before !== undefined, past);
  const { memory } = arriving.apply(change);
  const stored = arriving.memories.byId(memory.id);
  if (stored && !twin) {
    stored.embedded_model = model;
    numbers.push({ here: no, there: stored.no, after: keepsHistory ? after : undefined });
  }
  leaving.removeAll([no]);
  return { memory, isJoined: twin !== undefined, category: name };
}

/** In the order of the revisions: exchanges send changes by their numbers. */
function copyHistory(q: Unit, from: number, to: number, numbers: readonly Numbers[]): void {
  const taken = numbers.filter(({ after }) => after !== undefined);
  if (taken.length === 0) return;
  q.send(
    `INSERT INTO revisions (character_no, memory_no, ${historyColumns})
     SELECT $2, moved.there, ${historyColumns}
     FROM unnest($3::int[], $4::int[], $5::int[]) AS moved (here, there, after)
     CROSS JOIN LATERAL (SELECT * FROM revisions WHERE revisions.character_no = $1
       AND revisions.memory_no = moved.here AND revisions.revision > moved.after OFFSET 0) AS past
     ORDER BY moved.there, revision`,
    ...[from, to, taken.map(({ here }) => here), taken.map(({ there }) => there), taken.map(({ after }) => after)],
  );
}

/** What links memories to each other, or waits for an answer about them, goes along. */
function moveLinks(q: Unit, from: number, to: number, numbers: readonly Numbers[]): void {
  if (numbers.length === 0) return;
  const places = [numbers.map(({ here }) => here), numbers.map(({ there }) => there)];
  const moved = (alias: string) => `unnest($3::int[], $4::int[]) AS ${alias} (here, there)`;
  q.send(
    `INSERT INTO memory_links (character_no, older_no, newer_no, at)
     SELECT $2, older.there, newer.there, link.at FROM ${moved('older')} CROSS JOIN ${moved('newer')}
     JOIN memory_links AS link ON link.character_no = $1 AND link.older_no = older.here AND link.newer_no = newer.here
     ON CONFLICT DO NOTHING`,
    ...[from, to, ...places],
  );
  q.send(
    `INSERT INTO forget_requests (character_no, memory_no, what, at)
     SELECT $2, one.there, what, at FROM ${moved('one')}
     JOIN forget_requests AS request ON request.character_no = $1 AND request.memory_no = one.here
     ON CONFLICT DO NOTHING`,
    ...[from, to, ...places],
  );
  q.send(
    `INSERT INTO muted_memories (character_no, memory_no, trusted)
     SELECT $2, one.there, trusted FROM ${moved('one')}
     JOIN muted_memories AS muted ON muted.character_no = $1 AND muted.memory_no = one.here
     ON CONFLICT DO NOTHING`,
    ...[from, to, ...places],
  );
  q.send(
    `INSERT INTO wrong_answers (character_no, question_key, memory_no)
     SELECT $2, wrong.question_key, one.there FROM ${moved('one')}
     JOIN wrong_answers AS wrong ON wrong.character_no = $1 AND wrong.memory_no = one.here
     ON CONFLICT DO NOTHING`,
    ...[from, to, ...places],
  );
  q.send(
    `INSERT INTO kept_pairs (character_no, lower_key, higher_key)
     SELECT $2, lower_key, higher_key FROM kept_pairs AS kept
     WHERE kept.character_no = $1 AND (SELECT count(*) FROM memories WHERE memories.character_no = $2
       AND memories.state = 'ACTIVE' AND memories.content_key IN (kept.lower_key, kept.higher_key)) = 2
     ON CONFLICT DO NOTHING`,
    ...[from, to],
  );
}
