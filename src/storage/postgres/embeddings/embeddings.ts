import { isHalfRead, isSameModel, upTo } from '../../../domain/embedding-rules.ts';
import {
  type EmbeddedMemory,
  type EmbeddingModel,
  type EmbeddingStore,
  type KnownModel,
  type Nearness,
  noCosines,
  type WaitingMemory,
} from '../../../domain/stores/embeddings.ts';
import { tierInForce } from '../../rows/tenancy.ts';
import type { Connection } from '../connection.ts';
import { noTenant } from '../directory.ts';
import type { Engine } from '../engine.ts';
import { releaseLeases, takeLease } from '../leases.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import type { NumberedTenant } from '../tenancy/tenant-rows.ts';
import type { Unit } from '../unit.ts';
import { nearestVectors, putVectors, storageOf } from './vectors.ts';

const leasePrefix = 'embedding of ';
/** Later than any model. */
const noModelYet = 2_147_483_647;

/** The name of no model, after all vectors were dropped. */
const noModel = '';

type NumberedModel = KnownModel & { no: number };

async function currentModel(q: Pick<Unit, 'get'>): Promise<NumberedModel | undefined> {
  return q.get<NumberedModel>('SELECT no, name, dimensions FROM embedding_models ORDER BY no DESC LIMIT 1');
}

/** Memories wait for a model when the last model that processed them has a lower number; for another model all wait. */
async function waitingBelow(q: Pick<Unit, 'get'>, model: EmbeddingModel): Promise<number> {
  const current = await currentModel(q);
  if (current && !isSameModel(current, model)) return noModelYet;
  return current?.no ?? 1;
}

/** One statement outside of a unit. */
const asService = (db: Connection): Pick<Unit, 'get'> => ({ get: (sql, ...values) => db.get(null, sql, ...values) });

const waiting = (characterNo: string, below: string) => `memories.character_no = ${characterNo}
  AND memories.state = 'ACTIVE' AND memories.embedded_model < ${below}`;

/** Embeddings by pgvector; without the extension nothing waits and nothing is similar. */
export function embeddingStore({ db, directory, reach, withoutVectors }: Engine): EmbeddingStore {
  const hasVectors = withoutVectors === undefined;
  return {
    async currentModel() {
      const model = await db.read(null, currentModel);
      return model && model.name !== noModel ? { name: model.name, dimensions: model.dimensions } : undefined;
    },

    async useModel(model) {
      if (!hasVectors) return;
      const isCurrent = async (q: Pick<Unit, 'get'>) => {
        const current = await currentModel(q);
        return current !== undefined && isSameModel(current, model);
      };
      if (await db.read(null, isCurrent)) return;
      await db.write(null, async (q) => {
        q.send('LOCK TABLE embedding_models IN EXCLUSIVE MODE');
        if (await isCurrent(q)) return;
        q.send('TRUNCATE embeddings, embedding_bits');
        const storage = storageOf(model.dimensions);
        // Citus refuses the change of a distributed table, even to what it is.
        const isOther = await q.get(
          `SELECT 1 FROM pg_attribute WHERE attrelid = 'embeddings'::regclass AND attname = 'vector'
             AND attstorage::text <> lower(left($1, 1))`,
          storage,
        );
        if (isOther) q.send(`ALTER TABLE embeddings ALTER vector SET STORAGE ${storage}`);
        q.send('INSERT INTO embedding_models (name, dimensions) VALUES ($1, $2)', model.name, model.dimensions);
      });
    },

    async dropAll() {
      if (!hasVectors) return;
      await db.write(null, async (q) => {
        const current = await currentModel(q);
        if (current === undefined || current.name === noModel) return;
        q.send('LOCK TABLE embedding_models IN EXCLUSIVE MODE');
        q.send('TRUNCATE embeddings, embedding_bits');
        // A placeholder later than all models: every memory then waits for the next real model.
        q.send('INSERT INTO embedding_models (name, dimensions) VALUES ($1, $2)', noModel, 1);
      });
    },

    async waitingTenants(model, now) {
      if (!hasVectors) return [];
      return db.read(null, async (q) => {
        const [tenants, below] = await Promise.all([
          q.all<NumberedTenant>('SELECT * FROM tenants ORDER BY no'),
          waitingBelow(q, model),
        ]);
        // Most tenants have no character that may wait: then no memory is looked at.
        const candidates = await q.all<{ no: number }>(
          `SELECT DISTINCT tenant_no AS no FROM character_states WHERE tenant_no = ANY($1::int[]) AND embedded_model < $2`,
          tenants.map(({ no }) => no),
          below,
        );
        const found = await Promise.all(
          candidates.map(({ no }) =>
            q.get<{ no: number }>(
              `SELECT tenant_no AS no FROM character_states WHERE tenant_no = $1 AND embedded_model < $2
                 AND EXISTS (SELECT 1 FROM memories WHERE ${waiting('character_states.character_no', '$2')}) LIMIT 1`,
              no,
              below,
            ),
          ),
        );
        const nos = new Set(found.map((row) => row?.no));
        return tenants
          .filter(({ no }) => nos.has(no))
          .map((row) => ({ tenantId: row.id, tier: tierInForce(row, now) }));
      });
    },

    async countWaiting(model, scope) {
      const tenantNo = (await directory.tenant(scope.tenantId)) ?? noTenant;
      if (!hasVectors) return 0;
      return db.read(tenantNo, async (q) => {
        const below = await waitingBelow(q, model);
        const counts = await q.all<{ no: number; count: number }>(
          `SELECT character_states.character_no AS no, count(*)::int AS count FROM character_states CROSS JOIN LATERAL (
             SELECT 1 FROM memories WHERE ${waiting('character_states.character_no', '$2')} OFFSET 0) AS waiting
           WHERE character_states.tenant_no = $1 AND character_states.embedded_model < $2
           GROUP BY character_states.character_no`,
          tenantNo,
          below,
        );
        if (counts.length === 0) return 0;
        const seen = await q.all<{ no: number }>(
          `SELECT no FROM characters WHERE tenant_no = $1 AND no = ANY($4::bigint[]) AND ${isAmongVisible('$2', '$3')}`,
          tenantNo,
          ...caller(scope),
          counts.map(({ no }) => no),
        );
        const nos = new Set(seen.map(({ no }) => no));
        return counts.reduce((sum, { no, count }) => sum + (nos.has(no) ? count : 0), 0);
      });
    },

    async backlog(model, tenantId) {
      const tenantNo = (await directory.tenant(tenantId)) ?? noTenant;
      if (!hasVectors) return { waiting: 0 };
      const row = await db.get<{ waiting: number; since: number | null }>(
        tenantNo,
        `SELECT count(*)::int AS waiting, min(waiting.updated_at) AS since FROM character_states CROSS JOIN LATERAL (
           SELECT updated_at FROM memories WHERE ${waiting('character_states.character_no', '$2')} OFFSET 0) AS waiting
         WHERE character_states.tenant_no = $1 AND character_states.embedded_model < $2`,
        tenantNo,
        await waitingBelow(asService(db), model),
      );
      return { waiting: row?.waiting ?? 0, since: row?.since ?? undefined };
    },

    async takeWaiting(model, tenantId, limit, maxChars) {
      const tenantNo = (await directory.tenant(tenantId)) ?? noTenant;
      if (!hasVectors) return [];
      const rows = await db.all<WaitingMemory>(
        tenantNo,
        `SELECT waiting.* FROM character_states CROSS JOIN LATERAL (
           SELECT memories.character_no AS "characterNo", memories.no AS "memoryNo", memories.content FROM memories
           WHERE ${waiting('character_states.character_no', '$2')}
           ORDER BY memories.embedded_model DESC, memories.no DESC LIMIT $3) AS waiting
         WHERE character_states.tenant_no = $1 AND character_states.embedded_model < $2
         ORDER BY "characterNo" DESC, "memoryNo" DESC LIMIT $3`,
        tenantNo,
        await waitingBelow(asService(db), model),
        limit,
      );
      return upTo(maxChars, rows);
    },

    async lease(holder, tenantId, now, until) {
      if (!hasVectors) return false;
      return db.write(null, (q) => takeLease(q, leasePrefix + tenantId, holder, now, until));
    },

    async release(holder) {
      await db.write(null, (q) => releaseLeases(q, leasePrefix, holder));
    },

    /** One unit a character: no unit locks two. */
    async save(model, embedded) {
      if (!hasVectors) return 0;
      let stored = 0;
      for (const [characterNo, some] of byCharacter(embedded)) {
        stored += await db.write(null, (q) => save(q, model, characterNo, some));
      }
      return stored;
    },

    async nearest(model, scope, characterId, vector, limit, sample) {
      const none: Nearness = { near: noCosines, usual: noCosines };
      return reach.read(scope, characterId, async (q, place) => {
        if (!hasVectors) return none;
        const [current, character] = await Promise.all([
          currentModel(q),
          q.get<{ memory_count: number }>(
            'SELECT memory_count FROM characters WHERE tenant_no = $1 AND no = $2',
            place.tenantNo,
            place.characterNo,
          ),
        ]);
        // Checked in the same unit as the vectors: the model may have changed during the network call.
        if (!current || !isSameModel(current, { ...model, dimensions: vector.length })) return none;
        const waits = await q.get<{ count: number }>(
          `SELECT count(*)::int AS count FROM memories WHERE ${waiting('$1', '$2')}`,
          place.characterNo,
          current.no,
        );
        const memories = character?.memory_count ?? 0;
        if (isHalfRead(waits?.count ?? 0, memories)) return none;
        return nearestVectors(q, place.characterNo, memories, vector, limit, sample);
      });
    },
  };
}

function byCharacter(embedded: readonly EmbeddedMemory[]): Map<number, EmbeddedMemory[]> {
  const grouped = new Map<number, EmbeddedMemory[]>();
  for (const one of embedded) {
    const others = grouped.get(one.characterNo);
    if (others) others.push(one);
    else grouped.set(one.characterNo, [one]);
  }
  return grouped;
}

async function save(
  q: Unit,
  model: EmbeddingModel,
  characterNo: number,
  embedded: readonly EmbeddedMemory[],
): Promise<number> {
  // The locks keep the model and the texts of the character unchanged until the unit ends.
  q.send('LOCK TABLE embedding_models IN SHARE MODE');
  q.send(
    `SELECT 1 FROM characters WHERE tenant_no = (SELECT tenant_no FROM character_states WHERE character_no = $1)
       AND no = $1 FOR NO KEY UPDATE`,
    characterNo,
  );
  const [current, rows] = await Promise.all([
    currentModel(q),
    q.all<WaitingMemory & { embedded: number }>(
      `SELECT found.* FROM unnest($2::int[]) AS wanted (no) CROSS JOIN LATERAL (
         SELECT no AS "memoryNo", content, embedded_model AS embedded, state FROM memories
         WHERE character_no = $1 AND memories.no = wanted.no OFFSET 0) AS found WHERE found.state = 'ACTIVE'`,
      characterNo,
      embedded.map(({ memoryNo }) => memoryNo),
    ),
  ]);
  if (!current || !isSameModel(current, model)) return 0;
  const stored = new Map(rows.map((row) => [row.memoryNo, row]));
  const fresh = embedded.filter(({ memoryNo, content }) => {
    const row = stored.get(memoryNo);
    if (row === undefined || row.content !== content || row.embedded >= current.no) return false;
    return stored.delete(memoryNo);
  });
  q.send(
    'UPDATE memories SET embedded_model = $3 WHERE character_no = $1 AND no = ANY($2::int[])',
    characterNo,
    fresh.map(({ memoryNo }) => memoryNo),
    current.no,
  );
  putVectors(q, characterNo, fresh);
  q.send(
    `UPDATE character_states SET embedded_model = $2 WHERE character_no = $1
       AND NOT EXISTS (SELECT 1 FROM memories WHERE ${waiting('$1', '$2')})`,
    characterNo,
    current.no,
  );
  return fresh.length;
}
