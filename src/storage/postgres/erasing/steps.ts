import { addedUp, type ErasureStep, erasureSteps, type TraceKind, traceKinds } from '../../../domain/erasure.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { BUCKETS, unpackBlock } from '../../../search/index/blocks.ts';
import { livingPassages } from '../../../search/index/retirement.ts';
import { countedBy, type Note, Sought } from '../../rows/user-texts.ts';
import { characterState, putCounters } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';
import { IndexWriter } from '../search-index/index-writer.ts';
import type { Unit } from '../unit.ts';
import { eachTrace, holdingVersions, removeTraces, removeVersion } from './traces.ts';

/** Segments that one unit rewrites. */
const segmentsAtOnce = 16;

/** Erasures of a character that do a step together. */
interface Together {
  ids: string[];
  characterNo: number;
  tenantNo: number;
  step: number;
}

/** As in SQLite; nothing here is of the whole database. */
export class Steps {
  readonly #engine: Engine;
  readonly #do: Record<ErasureStep, (one: Together) => Promise<void>>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#do = {
      index: (one) => this.#index(one),
      words: (one) => this.#words(one),
      // The first unit has removed them.
      vectors: async () => undefined,
      traces: (one) => this.#traces(one),
      // An operator's: docs/privacy.md.
      pages: async () => undefined,
    };
  }

  /** As ErasingStore.step. */
  async next(now: number): Promise<{ waits: boolean } | undefined> {
    const { db } = this.#engine;
    const first = await db.get<Omit<Together, 'ids'>>(
      null,
      `SELECT erasures.character_no AS "characterNo", tenant_no AS "tenantNo", step
       FROM erasures JOIN character_states ON character_states.character_no = erasures.character_no
       WHERE done_at IS NULL ORDER BY at, erasures.id LIMIT 1`,
    );
    if (!first) return undefined;
    const waiting = await db.all<{ id: string }>(
      first.tenantNo,
      'SELECT id::text FROM erasures WHERE character_no = $1 AND step = $2 AND done_at IS NULL',
      ...[first.characterNo, first.step],
    );
    const one: Together = { ...first, ids: waiting.map(({ id }) => id) };
    await this.#do[erasureSteps[one.step]!](one);
    const next = one.step + 1;
    await db.write(one.tenantNo, async (q) => {
      if (erasureSteps[next] === 'pages') {
        const sql = 'DELETE FROM erasing_texts WHERE character_no = $1 AND erasure_id = ANY($2::uuid[])';
        q.send(sql, one.characterNo, one.ids);
      }
      q.send(
        'UPDATE erasures SET step = $3, done_at = $4 WHERE character_no = $1 AND id = ANY($2::uuid[]) AND step = $5',
        ...[one.characterNo, one.ids, next, next === erasureSteps.length ? now : null, one.step],
      );
    });
    return { waits: false };
  }

  async #index({ characterNo, tenantNo }: Together): Promise<void> {
    const { db } = this.#engine;
    const rows = await db.all<{ segment: number; passages: Uint8Array }>(
      tenantNo,
      'SELECT segment, passages FROM search_segments WHERE character_no = $1 ORDER BY segment',
      characterNo,
    );
    const unclean = rows.flatMap(({ segment, passages }) => (livingPassages(passages) ? [segment] : []));
    for (let from = 0; from < unclean.length; from += segmentsAtOnce) {
      await db.write(tenantNo, async (q) => {
        await lock(q, tenantNo, characterNo);
        const state = await characterState(q, characterNo);
        const index = new IndexWriter(q, characterNo, state, new Analyses());
        await index.compact(unclean.slice(from, from + segmentsAtOnce));
        const { counts, recent, ...moved } = await index.flush();
        q.sendTogether([...recent, putCounters(characterNo, { ...state, ...counts, ...moved, waitsForModel: false })]);
      });
    }
  }

  /** The words of the segments are read under the character's lock: no writer may add some meanwhile. */
  async #words({ characterNo, tenantNo }: Together): Promise<void> {
    await this.#engine.db.write(tenantNo, async (q) => {
      await lock(q, tenantNo, characterNo);
      const living = new Set<string>();
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        const sql = 'SELECT block FROM search_blocks WHERE character_no = $1 AND bucket = $2';
        for (const { block } of await q.all<{ block: Uint8Array }>(sql, characterNo, bucket)) {
          for (const [term] of unpackBlock(block)) living.add(term);
        }
      }
      const known = await q.all<{ initial: string; terms: string }>(
        'SELECT initial, terms FROM search_vocabulary WHERE character_no = $1',
        characterNo,
      );
      for (const { initial, terms } of known) {
        const all = terms.split('\n');
        const kept = all.filter((term) => living.has(term));
        if (kept.length === all.length) continue;
        const put = 'UPDATE search_vocabulary SET terms = $3 WHERE character_no = $1 AND initial = $2';
        q.send(put, characterNo, initial, kept.join('\n'));
      }
      q.send(`DELETE FROM search_vocabulary WHERE character_no = $1 AND terms = ''`, characterNo);
      q.send('UPDATE character_states SET index_version = index_version + 1 WHERE character_no = $1', characterNo);
    });
  }

  async #traces({ ids, characterNo, tenantNo }: Together): Promise<void> {
    const { db } = this.#engine;
    const notes = await db.all<Note>(
      tenantNo,
      `SELECT erasure_id::text, memory_id, content FROM erasing_texts
       WHERE character_no = $1 AND erasure_id = ANY($2::uuid[])`,
      ...[characterNo, ids],
    );
    const sought = new Sought(notes);
    const of = { tenantNo, characterNo };
    await eachTrace(db, of, sought, async (table, rows) => {
      if (traceKinds[table.kind].stays) return;
      await db.write(tenantNo, async (q) => {
        removeTraces(q, of, table, rows);
        const erasures = rows.map((row) => row.erasures);
        await count(q, characterNo, table.kind, erasures);
      });
    });
    for (const version of await holdingVersions(db, of, sought)) {
      await db.write(tenantNo, async (q) => {
        removeVersion(q, characterNo, version);
        await count(q, characterNo, 'file version', [version.erasures]);
      });
    }
  }
}

async function lock(q: Unit, tenantNo: number, characterNo: number): Promise<void> {
  await q.get('SELECT 1 FROM characters WHERE tenant_no = $1 AND no = $2 FOR NO KEY UPDATE', tenantNo, characterNo);
}

async function count(q: Unit, characterNo: number, kind: TraceKind, found: readonly (readonly string[])[]) {
  for (const [id, more] of countedBy(found)) {
    const sql = 'SELECT removed FROM erasures WHERE character_no = $1 AND id = $2 FOR UPDATE';
    const row = await q.get<{ removed: string }>(sql, characterNo, id);
    const sum = addedUp(JSON.parse(row?.removed ?? '{}') as Record<string, number>, { [kind]: more });
    const put = 'UPDATE erasures SET removed = $3 WHERE character_no = $1 AND id = $2';
    q.send(put, characterNo, id, JSON.stringify(sum));
  }
}
