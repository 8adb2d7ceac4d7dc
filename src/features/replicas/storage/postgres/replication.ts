import { ErasedText } from '../../../../domain/erasure.ts';
import { Analyses } from '../../../../search/index/analyses.ts';
import type { Engine } from '../../../../storage/postgres/engine.ts';
import { MemoryUnit } from '../../../../storage/postgres/memories/memory-unit.ts';
import { requireSeen } from '../../../../storage/postgres/sharing/access.ts';
import { withNames } from '../../../../storage/postgres/tenancy/members.ts';
import { sentTexts } from '../../../../storage/rows/changed-texts.ts';
import { revisionColumnsOf } from '../../../../storage/rows/memory-columns.ts';
import { contentKey } from '../../../../text/content-key.ts';
import type { SentChange } from '../../domain/replication.ts';
import { receive } from '../../domain/replication-rules.ts';
import type { ReplicationStore } from '../replication-store.ts';
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

/** The revisions of the changed memories, by memory id. */
const selectKnown = `SELECT wanted.id AS memory_id, known.* FROM unnest($2::uuid[]) AS wanted (id)
  CROSS JOIN LATERAL (
    SELECT no FROM memories WHERE memories.character_no = $1 AND memories.id = wanted.id OFFSET 0) AS stored
  CROSS JOIN LATERAL (SELECT ${knownColumns} FROM revisions
    WHERE revisions.character_no = $1 AND revisions.memory_no = stored.no OFFSET 0) AS known`;

/** The revisions of a character behind a position. */
const selectNews = `SELECT ${newsColumns} FROM (
    SELECT * FROM revisions WHERE revisions.character_no = $1 AND coalesce(change_no, 0) >= $2
      AND (coalesce(change_no, 0), memory_no, revision) > ($2::bigint, $3::int, $4::int)
    ORDER BY coalesce(change_no, 0), memory_no, revision LIMIT $5) AS revisions
  CROSS JOIN LATERAL (SELECT * FROM memories
    WHERE memories.character_no = $1 AND memories.no = revisions.memory_no OFFSET 0) AS memories
  JOIN categories ON categories.character_no = $1 AND categories.no = memories.category_no
  LEFT JOIN LATERAL (SELECT ${revisionColumnsOf('one')} FROM revisions AS one
    WHERE one.character_no = $1 AND one.memory_no = revisions.memory_no
      AND one.revision = revisions.revision - 1 OFFSET 0) AS before ON true
  LEFT JOIN merged_memories AS merged ON merged.character_no = $1 AND merged.id = memories.id`;

export function replicationStore(engine: Engine): ReplicationStore {
  const { db, directory, reach } = engine;
  return {
    ...identityStore(engine),

    async receive(scope, characterId, changes, by) {
      const place = await directory.locate(scope, characterId);
      const analyses = await Analyses.of(sentTexts(changes));
      const ids = [...new Set(changes.map(({ memoryId }) => memoryId))];
      const keys = changes.flatMap(({ content }) => (content === undefined ? [] : [contentKey(content)]));
      const meant = changes.flatMap(({ supersededBy }) => supersededBy ?? []);
      const wanted = { ids, meant, keys, twinsOf: ids };
      return db.write(place.tenantNo, async (q) => {
        const unit = await MemoryUnit.begin({ engine, q, place, characterId, by, analyses, wanted });
        // After locking: another exchange may have applied the change meanwhile.
        const rows = await q.all<KnownRow & { memory_id: string }>(selectKnown, place.characterNo, ids);
        const merged = new Map<string, string>();
        const outcomes = changes.map((change) => {
          const known = rows.filter((row) => row.memory_id === change.memoryId);
          const next = unapplied(change, known);
          return next && attempt(() => receiveOne(unit, next, merged));
        });
        unit.by = by;
        await unit.writeAudit();
        await unit.flush();
        if (merged.size > 0) {
          q.send(
            `INSERT INTO merged_memories (character_no, id, into_id) SELECT $1, * FROM unnest($2::uuid[], $3::uuid[])
             ON CONFLICT (character_no, id) DO UPDATE SET into_id = excluded.into_id`,
            ...[place.characterNo, [...merged.keys()], [...merged.values()]],
          );
        }
        return outcomes;
      });
    },

    async recalled(scope, characterId, replica, counts) {
      const place = await directory.locate(scope, characterId);
      await db.write(place.tenantNo, async (q) => {
        await requireSeen(q, place, characterId);
        q.send(
          `INSERT INTO recall_counts (character_no, day, memory_id, replica, times)
           SELECT $1, given.day, memories.id, $2, max(given.times)
           FROM unnest($3::uuid[], $4::int[], $5::int[]) AS given (id, day, times)
           CROSS JOIN LATERAL (
             SELECT id FROM memories WHERE memories.character_no = $1 AND memories.id = given.id OFFSET 0) AS memories
           GROUP BY given.day, memories.id
           ON CONFLICT (character_no, day, memory_id, replica)
             DO UPDATE SET times = greatest(recall_counts.times, excluded.times)`,
          ...[place.characterNo, replica],
          ...[counts.map(([id]) => id), counts.map(([, day]) => day), counts.map(([, , times]) => times)],
        );
      });
    },

    erasedAfter: (scope, characterId, after, most) =>
      reach.read(scope, characterId, async (q, { characterNo }) => {
        const rows = await q.all<{ change_no: number; memory_id: string }>(
          `SELECT DISTINCT change_no, memory_id::text FROM erasures JOIN erased_texts
             ON erased_texts.character_no = erasures.character_no AND erasure_id = erasures.id
           WHERE erasures.character_no = $1 AND change_no > $2 ORDER BY change_no, memory_id LIMIT $3`,
          ...[characterNo, after, most + 1],
        );
        return erasedOf(rows, after, most);
      }),

    async confirmErasures(scope, characterId, replica, upTo, now) {
      const place = await directory.locate(scope, characterId);
      await db.write(place.tenantNo, async (q) => {
        await requireSeen(q, place, characterId);
        q.send(
          `INSERT INTO erasure_replicas (character_no, replica, erased_no, seen_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (character_no, replica) DO UPDATE SET erased_no = excluded.erased_no, seen_at = excluded.seen_at
           WHERE erasure_replicas.erased_no <> excluded.erased_no`,
          ...[place.characterNo, replica, upTo, now],
        );
      });
    },

    async hasPosition(scope, characterId, { change, memory, revision, at }) {
      const found = await reach.ask(scope, characterId, (q, { characterNo }) =>
        // An erasure may have removed it: then only the erasure's own number is known.
        q.get<Pick<NewsRow, 'change_no'> & { created_at: number | null }>(
          `SELECT coalesce(change_no, 0) AS change_no, created_at, 0 AS rank FROM revisions
           WHERE revisions.character_no = $1 AND memory_no = $2 AND revision = $3
           UNION ALL SELECT max(change_no), NULL, 1 FROM erasures WHERE erasures.character_no = $1 AND at >= $5
           HAVING max(change_no) >= $4 ORDER BY rank LIMIT 1`,
          ...[characterNo, memory, revision, change, at ?? 0],
        ),
      );
      if (found?.created_at === null) return true;
      return found?.change_no === change && (at === undefined || found.created_at === at);
    },

    async news(scope, characterId, after, limit) {
      const { change, memory, revision } = after ?? { change: -1, memory: 0, revision: 0 };
      const rows = await reach.ask(scope, characterId, (q, { characterNo }) =>
        q.all<NewsRow>(
          `${withNames(selectNews)} ORDER BY found.change_no, found.memory_no, found.revision`,
          ...[characterNo, change, memory, revision, limit + 1],
        ),
      );
      return toNews(scope, rows, after, limit);
    },
  };
}

function receiveOne(unit: MemoryUnit, change: SentChange, merged: Map<string, string>): void {
  const sender = unit.by;
  if (unit.tombstones.hasMemory(change.memoryId)) throw new ErasedText();
  const row = unit.memories.byId(change.memoryId);
  const text = change.content ?? row?.content ?? '';
  const twin = unit.memories.active(contentKey(text));
  const stored = row && standing(row, unit.categories.nameOf(row.category_no));
  const reception = receive(
    change,
    { stored, twin, textKey: keyText(text) },
    (name) => unit.categories.find(name) !== undefined,
  );
  try {
    reception.changes.forEach((one, i) => {
      const isLast = i === reception.changes.length - 1;
      unit.by = authorOf(change, sender, isLast && reception.isConflict);
      unit.apply(one);
    });
  } finally {
    unit.by = sender;
  }
  if (reception.mergedInto !== undefined) merged.set(change.memoryId, reception.mergedInto);
}
