import type { MemoryChange } from '../../../domain/memory.ts';
import { eachByItself, requireActiveMemory, requireStored } from '../../../domain/memory-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { MemoryStore } from '../../../domain/stores/memories.ts';
import { isUuid } from '../../../domain/text.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { changedTexts } from '../../rows/changed-texts.ts';
import { behind, orderOf } from '../../rows/keyset.ts';
import {
  byUse,
  exportOrder,
  exportPlace,
  memoryOf,
  type RevisionRow,
  toCopies,
  toRevision,
} from '../../rows/memories.ts';
import type { Place } from '../directory.ts';
import type { Engine } from '../engine.ts';
import { withNames } from '../tenancy/members.ts';
import { listMemories, listOfSeveral, type Row, whereOf } from './memory-lists.ts';
import { byEitherId, selectMemories } from './memory-rows.ts';
import { MemorySet, wantedBy } from './memory-set.ts';
import { MemoryUnit } from './memory-unit.ts';
import { movesOf } from './moving.ts';
import { WriteQueue } from './write-queue.ts';

/** The ids that given ones lead to, by the number of their parameter. */
const meantBy = (ids: number) => `SELECT coalesce(kept.id, wanted.id) FROM unnest($${ids}::uuid[]) AS wanted (id)
  LEFT JOIN memories AS own ON own.character_no = $1 AND own.id = wanted.id AND own.state = 'DELETED'
  LEFT JOIN merged_memories AS merged ON merged.character_no = $1 AND merged.id = own.id
  LEFT JOIN memories AS kept ON kept.character_no = $1 AND kept.id = merged.into_id AND kept.state = 'ACTIVE'`;

export function memoryStore(engine: Engine): MemoryStore {
  const { db, directory, reach } = engine;
  const queue = new WriteQueue(engine);
  const shown = ({ memberId }: Scope, rows: readonly Row[], characterId: string) => {
    const id = characterId.toLowerCase();
    return rows.map((row) => memoryOf(row, id, memberId));
  };
  /** The texts of several changes, analysed before their unit. */
  const analysed = async (place: Place, changes: readonly MemoryChange[]): Promise<Analyses> => {
    const ids = changes.flatMap((one) => (one.kind === 'update' || one.kind === 'restore' ? [one.memoryId] : []));
    const stored = await db.read(place.tenantNo, async (q) => {
      const memories = new MemorySet(q, place.characterNo);
      await memories.read({ ids });
      return memories;
    });
    return Analyses.of(changedTexts(changes, (id) => stored.byId(id)));
  };
  return {
    async write(scope, characterId, changes, by) {
      const place = await directory.locate(scope, characterId);
      return queue.write(place, characterId, changes, by);
    },

    async writeEach(scope, characterId, changes, by) {
      const place = await directory.locate(scope, characterId);
      const analyses = await analysed(place, changes);
      const wanted = wantedBy(changes);
      return db.write(place.tenantNo, async (q) => {
        const unit = await MemoryUnit.begin({ engine, q, place, characterId, by, analyses, wanted });
        const outcomes = changes.map((change) => eachByItself(() => unit.apply(change)));
        await unit.writeAudit();
        await unit.flush();
        return outcomes;
      });
    },

    ...movesOf(engine),

    async get(scope, characterId, memoryId) {
      const row = await reach.ask(scope, characterId, async (q, { characterNo }) =>
        isUuid(memoryId) ? q.get<Row>(byEitherId, characterNo, memoryId) : undefined,
      );
      return shown(scope, [requireActiveMemory(row, memoryId)], characterId)[0]!;
    },

    byIds: (scope, ids) =>
      reach.readSeen(scope, undefined, async (q, characters) => {
        const idOf = new Map(characters.map(({ no, id }) => [no, id]));
        const sql = `${selectMemories} WHERE memories.character_no = ANY($1::bigint[]) AND memories.id = ANY($2::uuid[])
          AND memories.state = 'ACTIVE'`;
        const rows = await q.all<Row>(sql, [...idOf.keys()], ids.filter(isUuid));
        return rows.flatMap((row) => shown(scope, [row], idOf.get(row.character_no) ?? ''));
      }),

    async list(scope, characterId, filter) {
      const { rows, ...paged } = await reach.read(scope, characterId, (q, place) => listMemories(q, place, filter));
      const memories = shown(scope, rows, characterId);
      if (filter.sort !== 'recalled') return { memories, ...paged };
      return { memories: memories.map((memory, i) => ({ ...memory, recalls: rows[i]?.times ?? 0 })), ...paged };
    },

    listSeen: (scope, filter) =>
      reach.readSeen(scope, undefined, async (q, characters, tenantNo) => {
        const { rows, ...listed } = await listOfSeveral(q, tenantNo, characters, filter);
        const ids = new Map(characters.map(({ no, id }) => [no, id]));
        const memories = rows.flatMap((row) => shown(scope, [row], ids.get(row.character_no) ?? ''));
        if (filter.sort !== 'recalled') return { memories, ...listed };
        return { memories: memories.map((memory, i) => ({ ...memory, recalls: rows[i]?.times ?? 0 })), ...listed };
      }),

    async ids(scope, characterId, filter) {
      const rows = await reach.read(scope, characterId, async (q, place) => {
        const { where, values } = await whereOf(q, place, filter);
        const sql = `SELECT id FROM memories ${where} ORDER BY memories.occurred_at DESC, memories.no DESC`;
        return q.all<{ id: string }>(sql, ...values);
      });
      return rows.map(({ id }) => id);
    },

    async numbers(scope, characterId, choice) {
      const rows = await reach.read(scope, characterId, async (q, place) => {
        const { where, values } = await whereOf(q, place, { ...choice, state: 'ACTIVE' });
        return q.all<{ no: number }>(`SELECT no FROM memories ${where}`, ...values);
      });
      return new Set(rows.map(({ no }) => no));
    },

    async copies(scope, characterId, after, limit) {
      const rows = await reach.ask(scope, characterId, (q, { characterNo }) =>
        q.all<Row>(
          `${selectMemories} WHERE memories.character_no = $1 AND memories.state = 'ACTIVE' AND memories.no > $2
           ORDER BY memories.no LIMIT $3`,
          characterNo,
          after,
          limit,
        ),
      );
      return toCopies(rows, after, scope.memberId);
    },

    async forExport(scope, characterId, filter, { ids, after } = {}) {
      const rows = await reach.read(scope, characterId, async (q, place) => {
        const { where, values } = await whereOf(q, place, filter);
        const among = ids === undefined ? '' : `AND memories.id IN (${meantBy(values.length + 1)})`;
        const given = ids === undefined ? values : [...values, ids.filter(isUuid)];
        const isBehind = behind(exportOrder, after, (n) => `$${given.length + n}`);
        const sql = `${selectMemories} ${where} ${among} AND ${isBehind.sql} ORDER BY ${orderOf(exportOrder)}`;
        return q.all<Row>(sql, ...given, ...isBehind.values);
      });
      return { memories: shown(scope, rows, characterId), places: rows.map(exportPlace) };
    },

    async mostUseful(scope, characterId, limit, now, category) {
      const rows = await reach.read(scope, characterId, async (q, place) => {
        const { where, values } = await whereOf(q, place, {
          state: 'ACTIVE',
          category,
          holding: { at: now, holds: true, isPast: false },
        });
        const sql = `${selectMemories} ${where} ORDER BY ${byUse} LIMIT $${values.length + 1}`;
        return q.all<Row>(sql, ...values, limit);
      });
      return shown(scope, rows, characterId);
    },

    async history(scope, characterId, memoryId) {
      const rows = await reach.ask(scope, characterId, async (q, { characterNo }) =>
        isUuid(memoryId)
          ? q.all<RevisionRow>(
              `${withNames(
                `SELECT revisions.* FROM memories CROSS JOIN LATERAL (
                   SELECT * FROM revisions WHERE revisions.character_no = $1 AND revisions.memory_no = memories.no
                   OFFSET 0) AS revisions
                 WHERE memories.character_no = $1 AND memories.id = $2`,
              )} ORDER BY found.revision`,
              characterNo,
              memoryId,
            )
          : [],
      );
      requireStored(rows[0], memoryId);
      return rows.map(toRevision);
    },
  };
}
