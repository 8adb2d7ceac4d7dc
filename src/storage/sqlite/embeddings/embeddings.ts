import { isHalfRead, isSameModel, upTo } from '../../../domain/embedding-rules.ts';
import {
  type EmbeddedMemory,
  type EmbeddingModel,
  type EmbeddingStore,
  type KnownModel,
  noCosines,
  type WaitingMemory,
} from '../../../domain/stores/embeddings.ts';
import { type TenantRow, tierInForce } from '../../rows/tenancy.ts';
import { nobody } from '../change-counts.ts';
import { type CharacterRow, characterRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import { releaseLeases, takeLease } from '../leases.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import { CoarseIndex, nearestBits } from './coarse-index.ts';
import {
  cosinesOf,
  encodeVector,
  highest,
  type ScaledVector,
  type StoredVector,
  scaledVector,
  signBits,
  vectorRows,
} from './codec.ts';
import { SomeVectors, VectorCache } from './vector-cache.ts';

/** The values of `memories.embedded`; NULL: it waits. */
const state = { embedded: 1, refused: 0 } as const;
/**
 * Up to this many memories all vectors of a character are compared, in 5 ms; above, the coarse index chooses
 * candidates.
 */
const smallCharacter = 1_000;
/** How many candidates the coarse index chooses: fewer in a large character, where the nearest are very near. */
const candidates = (memories: number) => (memories > 20_000 ? 100 : 300);
const leasePrefix = 'embedding of ';

export function embeddingStore(db: Connection): EmbeddingStore {
  const coarse = new CoarseIndex(db);
  const cache = db.ofHandle(() => new VectorCache());
  const vectorsIn = ({ no, vectors_version: version }: CharacterRow, { length }: Float32Array) =>
    cache().of(no, version, () =>
      coarse.covers(no)
        ? { bits: coarse.read(no, length), some: new SomeVectors((memoryNos) => vectorsOf(db, memoryNos)) }
        : { whole: vectorRows(vectorsOfCharacter(db, no)) },
    );
  return {
    currentModel: () => db.read(() => currentModel(db)),

    async useModel(model) {
      if (await db.read(() => isCurrent(db, model))) return;
      await coarse.load();
      await db.write(() => changeModel(db, coarse, model));
    },

    async dropAll() {
      if (!(await db.read(() => currentModel(db)))) return;
      await coarse.load();
      await db.write(() => dropVectors(db, coarse));
    },

    waitingTenants: (model, now) =>
      db.read(() => {
        const { memories, wait } = waitingIn(db, model);
        const any = db.get(`SELECT 1 FROM memories WHERE ${wait} LIMIT 1`);
        // Asked first: when nothing waits, the answer is immediate for any number of characters.
        if (!any) return [];
        const waiting = db.all<TenantRow>(
          `SELECT * FROM tenants WHERE EXISTS (
             SELECT 1 FROM characters WHERE tenant_id = tenants.id AND EXISTS (
               SELECT 1 FROM ${memories} WHERE character_no = characters.no AND ${wait}))`,
        );
        return waiting.map((row) => ({ tenantId: row.id, tier: tierInForce(row, now) }));
      }),

    countWaiting: (model, scope) =>
      db.read(() => {
        const { memories, wait } = waitingIn(db, model);
        const sql = `SELECT count(*) AS count FROM characters CROSS JOIN ${memories} ON character_no = characters.no
                     WHERE tenant_id = @tenantId AND ${isAmongVisible} AND ${wait}`;
        return db.get<{ count: number }>(sql, caller(scope))?.count ?? 0;
      }),

    backlog: (model, tenantId) =>
      db.read(() => {
        const { memories, wait } = waitingIn(db, model);
        // By number: ordering by time would need a look-up for each waiting one.
        const sql = `SELECT count(*) AS waiting, min(memories.no) AS first
                     FROM characters CROSS JOIN ${memories} ON character_no = characters.no
                     WHERE tenant_id = ? AND ${wait}`;
        const { waiting, first } = db.get<{ waiting: number; first: number | null }>(sql, tenantId)!;
        const row = db.get<{ since: number }>('SELECT updated_at AS since FROM memories WHERE no = ?', first);
        return { waiting, since: row?.since };
      }),

    takeWaiting: (model, tenantId, limit, maxChars) =>
      db.read(() => upTo(maxChars, takeWaiting(db, waitingIn(db, model), tenantId, limit))),

    lease: (holder, tenantId, now, until) =>
      db.write(() => takeLease(db, leasePrefix + tenantId, holder, now, until), nobody),

    release: (holder) => db.write(() => releaseLeases(db, leasePrefix, holder), nobody),

    async save(model, embedded) {
      await coarse.load();
      return db.write(() => {
        if (isOther(db, model)) return 0;
        tidy(db, coarse);
        return embedded.filter((one) => keep(db, coarse, one)).length;
      });
    },

    async nearest(model, scope, characterId, vector, limit, sample) {
      return db.read(() => {
        const character = characterRow(db, scope, characterId);
        // Checked in the same unit as the vectors: the model may have changed during the network call.
        if (isOther(db, { ...model, dimensions: vector.length })) return { near: noCosines, usual: noCosines };
        if (isHalfRead(waitingOf(db, character.no), character.memory_count))
          return { near: noCosines, usual: noCosines };
        const vectors = vectorsIn(character, vector);
        if ('whole' in vectors) {
          const near = cosinesOf(vectors.whole, vector);
          return { near, usual: near };
        }
        const { bits, some } = vectors;
        const chosen = nearestBits(bits, signBits(vector), candidates(character.memory_count));
        const near = highest(cosinesOf(some.of(chosen), vector), limit);
        return { near, usual: cosinesOf(some.sample(sample), vector), beyond: near.values.at(-1) ?? -1 };
      });
    },
  };
}

function changeModel(db: Connection, coarse: CoarseIndex, model: KnownModel): void {
  if (isCurrent(db, model)) return;
  dropVectors(db, coarse);
  db.run('INSERT INTO embedding_model (name, dimensions) VALUES (?, ?)', model.name, model.dimensions);
  coarse.create(model.dimensions);
}

function dropVectors(db: Connection, coarse: CoarseIndex): void {
  coarse.drop();
  db.run('DELETE FROM embedding_model');
  db.run('DELETE FROM embeddings');
  db.run('DELETE FROM embedding_removals');
  db.run('UPDATE memories SET embedded = NULL WHERE embedded IS NOT NULL');
  db.run('UPDATE characters SET vectors_version = vectors_version + 1');
}

function takeWaiting(db: Connection, { memories, wait }: Waiting, tenantId: string, limit: number): WaitingMemory[] {
  return db.all<WaitingMemory>(
    `SELECT character_no AS characterNo, no AS memoryNo, content FROM memories WHERE no IN (
       SELECT memories.no FROM characters CROSS JOIN ${memories} ON character_no = characters.no
       WHERE tenant_id = ? AND ${wait}
       ORDER BY characters.no DESC, memories.no DESC LIMIT ?)
     ORDER BY character_no DESC, no DESC`,
    tenantId,
    limit,
  );
}

/** Removes from the coarse index the memories that were removed from the store since. */
export function tidy(db: Connection, coarse: CoarseIndex): void {
  const rows = db.all<{ memory_no: number }>('SELECT memory_no FROM embedding_removals');
  if (rows.length === 0) return;
  for (const { memory_no: memoryNo } of rows) coarse.remove(memoryNo);
  db.run('DELETE FROM embedding_removals');
}

function keep(db: Connection, coarse: CoarseIndex, { memoryNo, content, vector }: EmbeddedMemory): boolean {
  const marked = db.run(
    `UPDATE memories SET embedded = ? WHERE no = ? AND embedded IS NULL AND state = 'ACTIVE' AND content = ?`,
    vector ? state.embedded : state.refused,
    memoryNo,
    content,
  );
  if (marked.changes > 0 && vector) insert(db, coarse, memoryNo, vector);
  return marked.changes > 0;
}

function insert(db: Connection, coarse: CoarseIndex, memoryNo: number, vector: Float32Array): void {
  db.run('INSERT INTO embeddings (memory_no, vector) VALUES (?, ?)', memoryNo, encodeVector(vector));
  const row = db.get<{ no: number; memory_count: number }>(
    'SELECT characters.no, memory_count FROM memories JOIN characters ON characters.no = character_no WHERE memories.no = ?',
    memoryNo,
  );
  if (!row) return;
  db.run('UPDATE characters SET vectors_version = vectors_version + 1 WHERE no = ?', row.no);
  if (coarse.covers(row.no)) coarse.add(row.no, memoryNo, signBits(vector));
  else if (row.memory_count > smallCharacter) cover(db, coarse, row.no);
}

/** Moves a character that has grown into the coarse index. */
function cover(db: Connection, coarse: CoarseIndex, characterNo: number): void {
  coarse.cover(characterNo);
  for (const { memoryNo, parts } of vectorsOfCharacter(db, characterNo)) {
    coarse.add(characterNo, memoryNo, signBits(parts));
  }
}

function vectorsOfCharacter(db: Connection, characterNo: number): ScaledVector[] {
  const rows = db.all<StoredVector>(
    `SELECT memory_no AS memoryNo, vector FROM memories JOIN embeddings ON memory_no = no
     WHERE character_no = ? AND state = 'ACTIVE'`,
    characterNo,
  );
  return rows.map(scaledVector);
}

function vectorsOf(db: Connection, memories: readonly number[]): ScaledVector[] {
  const rows = db.all<StoredVector>(
    'SELECT memory_no AS memoryNo, vector FROM embeddings WHERE memory_no IN (SELECT value FROM json_each(?))',
    JSON.stringify(memories),
  );
  return rows.map(scaledVector);
}

/** The model of all stored vectors; none before the first. */
function currentModel(db: Connection): KnownModel | undefined {
  return db.get<KnownModel>('SELECT name, dimensions FROM embedding_model');
}

/** Whether a model is the current one. */
function isCurrent(db: Connection, model: KnownModel): boolean {
  const current = currentModel(db);
  return current !== undefined && isSameModel(current, model);
}

/** Whether the stored vectors are of another model, as far as both are known. */
function isOther(db: Connection, model: EmbeddingModel): boolean {
  const current = currentModel(db);
  return current !== undefined && !isSameModel(current, model);
}

/** The table and condition of waiting memories. */
interface Waiting {
  memories: string;
  wait: string;
}

/** Memories that wait for a model: those without an embedding; all, where the embeddings are of another model. */
function waitingIn(db: Connection, model: EmbeddingModel): Waiting {
  return isOther(db, model) ? active : notEmbedded;
}

const notEmbedded: Waiting = {
  // SQLite would scan all active memories of a character for the waiting ones.
  memories: 'memories INDEXED BY memories_to_embed',
  wait: "embedded IS NULL AND state = 'ACTIVE'",
};
/** How many memories of a character wait for the current model. */
function waitingOf(db: Connection, characterNo: number): number {
  const sql = `SELECT count(*) AS count FROM ${notEmbedded.memories} WHERE character_no = ? AND ${notEmbedded.wait}`;
  return db.get<{ count: number }>(sql, characterNo)?.count ?? 0;
}

const active: Waiting = { memories: 'memories', wait: "state = 'ACTIVE'" };

/** Gives a memory the vector of another one with its text; in a character with a coarse index it waits for the embedder. */
export function copyEmbedding(db: Connection, fromNo: number, toNo: number): void {
  const copied = db.run(
    `INSERT INTO embeddings (memory_no, vector) SELECT memories.no, vector FROM memories CROSS JOIN embeddings
     WHERE memories.no = ? AND embedded IS NULL AND embeddings.memory_no = ?
       AND NOT EXISTS (SELECT 1 FROM coarse_characters AS coarse WHERE coarse.character_no = memories.character_no)`,
    toNo,
    fromNo,
  );
  if (copied.changes === 0) return;
  db.run('UPDATE memories SET embedded = ? WHERE no = ?', state.embedded, toNo);
  db.run(
    'UPDATE characters SET vectors_version = vectors_version + 1 WHERE no = (SELECT character_no FROM memories WHERE no = ?)',
    toNo,
  );
}

/**
 * Removes memories' embeddings, in the unit that changes their text or deletes them; an active memory without one
 * waits. The next process that embeds cleans the coarse index: until then its entries lead to no vector.
 */
export function dropEmbeddings(db: Connection, memoryNos: readonly number[]): void {
  const list = JSON.stringify(memoryNos);
  const among = 'IN (SELECT value FROM json_each(@list))';
  const marked = db.run(`UPDATE memories SET embedded = NULL WHERE no ${among} AND embedded IS NOT NULL`, { list });
  if (marked.changes === 0) return;
  db.run(
    `UPDATE characters SET vectors_version = vectors_version + 1
     WHERE no IN (SELECT character_no FROM memories WHERE memories.no ${among})`,
    { list },
  );
  db.run(
    `INSERT OR IGNORE INTO embedding_removals (memory_no) SELECT memory_no FROM embeddings WHERE memory_no ${among}`,
    { list },
  );
  db.run(`DELETE FROM embeddings WHERE memory_no ${among}`, { list });
}
