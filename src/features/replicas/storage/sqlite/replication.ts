import { ErasedText } from '../../../../domain/erasure.ts';
import type { Author } from '../../../../domain/memory.ts';
import { Analyses } from '../../../../search/index/analyses.ts';
import { sentTexts } from '../../../../storage/rows/changed-texts.ts';
import { type Recorder, recording, writeMemoryAudit } from '../../../../storage/sqlite/audit/record.ts';
import { findCategory } from '../../../../storage/sqlite/characters/category-rows.ts';
import { characterRow, writableRow } from '../../../../storage/sqlite/characters/character-rows.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import type { Engine } from '../../../../storage/sqlite/engine.ts';
import { isErased } from '../../../../storage/sqlite/erasing/tombstones.ts';
import { activeTwin, findMemory } from '../../../../storage/sqlite/memories/memory-rows.ts';
import { applyChange } from '../../../../storage/sqlite/memories/memory-unit.ts';
import { contentKey } from '../../../../text/content-key.ts';
import type { SentChange } from '../../domain/replication.ts';
import { receive } from '../../domain/replication-rules.ts';
import type { ErasedMemories, ReplicationStore } from '../replication-store.ts';
import {
  attempt,
  authorOf,
  erasedOf,
  type KnownRow,
  keyText,
  knownColumns,
  type NewsRow,
  newsColumns,
  standing,
  toNews,
  unapplied,
} from '../rows.ts';
import { identityStore } from './identities.ts';

export function replicationStore(engine: Engine): ReplicationStore {
  const { db } = engine;
  return {
    ...identityStore(db),

    async receive(scope, characterId, changes, by) {
      const analyses = await Analyses.of(sentTexts(changes));
      return db.write(() => {
        const character = writableRow(db, scope, characterId);
        const recorder = recording(by);
        const all = () => changes.map((change) => attempt(() => receiveOne(engine, character.no, change, recorder)));
        const outcomes = engine.index.inBulk(character.no, all, analyses);
        writeMemoryAudit(db, scope, recorder, character);
        return outcomes;
      });
    },

    recalled: (scope, characterId, replica, counts) =>
      db.write(() => {
        const { no } = characterRow(db, scope, characterId);
        db.run(
          `INSERT INTO recall_counts (character_no, day, memory_id, replica, times)
           SELECT memories.character_no, value ->> 1, memories.id, ?, value ->> 2
           FROM json_each(?) CROSS JOIN memories ON memories.id = value ->> 0
           WHERE memories.character_no = ?
           ON CONFLICT DO UPDATE SET times = max(times, excluded.times)`,
          ...[replica, JSON.stringify(counts), no],
        );
      }),

    erasedAfter: (scope, characterId, after, most) =>
      db.read(() => erasedAfter(db, characterRow(db, scope, characterId).no, after, most)),

    confirmErasures: (scope, characterId, replica, upTo, now) =>
      db.write(() => {
        db.run(
          `INSERT INTO erasure_replicas (character_no, replica, erased_no, seen_at) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET erased_no = excluded.erased_no, seen_at = excluded.seen_at
           WHERE erased_no <> excluded.erased_no`,
          ...[characterRow(db, scope, characterId).no, replica, upTo, now],
        );
      }),

    hasPosition: (scope, characterId, { change, memory, revision, at }) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const found = db.get<Pick<NewsRow, 'change_no' | 'created_at'>>(
          `SELECT coalesce(change_no, 0) AS change_no, created_at FROM revisions
           WHERE memory_no = @memory AND revision = @revision AND +character_no = @no`,
          { no, memory, revision },
        );
        if (found?.change_no === change) return at === undefined || found.created_at === at;
        // A later erasure may have removed it, and another memory may have its number.
        const erased = 'SELECT 1 FROM erasures WHERE character_no = ? AND change_no >= ? AND at >= ? LIMIT 1';
        return db.get(erased, no, change, at ?? 0) !== undefined;
      }),

    news: (scope, characterId, after, limit) =>
      db.read(() => {
        const { change, memory, revision } = after ?? { change: -1, memory: 0, revision: 0 };
        const { no } = characterRow(db, scope, characterId);
        const rows = db.all<NewsRow>(
          `SELECT ${newsColumns}, members.name AS member_name FROM revisions
           CROSS JOIN memories ON memories.no = revisions.memory_no
           CROSS JOIN categories ON categories.no = memories.category_no
           LEFT JOIN revisions AS before
             ON before.memory_no = revisions.memory_no AND before.revision = revisions.revision - 1
           LEFT JOIN members ON members.id = revisions.member_id
           LEFT JOIN merged_memories AS merged ON merged.character_no = revisions.character_no AND merged.id = memories.id
           WHERE revisions.character_no = @no
             AND (coalesce(revisions.change_no, 0), revisions.memory_no, revisions.revision) > (@change, @memory, @revision)
           ORDER BY coalesce(revisions.change_no, 0), revisions.memory_no, revisions.revision LIMIT @limit`,
          { no, change, memory, revision, limit: limit + 1 },
        );
        return toNews(scope, rows, after, limit);
      }),
  };
}

/** As ReplicationStore.erasedAfter. */
export function erasedAfter(db: Connection, characterNo: number, after: number, most: number): ErasedMemories {
  const rows = db.all<{ change_no: number; memory_id: string }>(
    `SELECT DISTINCT change_no, memory_id FROM erasures CROSS JOIN erased_texts
       ON erased_texts.character_no = erasures.character_no AND erasure_id = erasures.id
     WHERE erasures.character_no = ? AND change_no > ? ORDER BY change_no, memory_id LIMIT ?`,
    ...[characterNo, after, most + 1],
  );
  return erasedOf(rows, after, most);
}

function receiveOne(engine: Engine, characterNo: number, sent: SentChange, by: Recorder): void {
  const { db } = engine;
  if (isErased(db, characterNo, sent.memoryId)) throw new ErasedText();
  const row = findMemory(db, characterNo, sent.memoryId);
  const sql = `SELECT ${knownColumns} FROM revisions WHERE memory_no = ?`;
  const change = row ? unapplied(sent, db.all<KnownRow>(sql, row.no)) : sent;
  if (!change) return;
  const text = change.content ?? row?.content ?? '';
  const twin = activeTwin(db, characterNo, contentKey(text));
  const stored = row && standing(row, row.category);
  const hasCategory = (name: string) => findCategory(db, characterNo, name) !== undefined;
  const reception = receive(change, { stored, twin, textKey: keyText(text) }, hasCategory);
  reception.changes.forEach((one, i) => {
    const isLast = i === reception.changes.length - 1;
    const author: Author = authorOf(change, by, isLast && reception.isConflict);
    applyChange(engine, characterNo, one, { ...author, changes: by.changes });
  });
  if (reception.mergedInto === undefined) return;
  db.run(
    `INSERT INTO merged_memories (character_no, id, into_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET into_id = excluded.into_id`,
    characterNo,
    change.memoryId,
    reception.mergedInto,
  );
}
