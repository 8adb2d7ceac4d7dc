import { addedUp, type ErasureStep, erasureSteps } from '../../../domain/erasure.ts';
import { Analyses } from '../../../search/index/analyses.ts';
import { BUCKETS, unpackBlock } from '../../../search/index/blocks.ts';
import { livingPassages } from '../../../search/index/retirement.ts';
import { wantedOfNotes } from '../../rows/user-texts.ts';
import { characterState, putCounters } from '../characters/character-rows.ts';
import type { Engine } from '../engine.ts';
import { IndexWriter } from '../search-index/index-writer.ts';
import type { Unit } from '../unit.ts';
import { eachTrace, holdingVersions, removeTraces, removeVersion } from './traces.ts';

/** Segments that one unit rewrites. */
const segmentsAtOnce = 16;

/** An erasure whose steps remain. */
interface Unfinished {
  id: string;
  characterNo: number;
  tenantNo: number;
  step: number;
}

/** What an erasure does after its first unit. Each step can be done again, after a crash. */
export class Steps {
  readonly #engine: Engine;
  readonly #do: Record<ErasureStep, (one: Unfinished) => Promise<void>>;

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
    const one = await db.get<Unfinished>(
      null,
      `SELECT erasures.id::text, erasures.character_no AS "characterNo", tenant_no AS "tenantNo", step
       FROM erasures JOIN character_states ON character_states.character_no = erasures.character_no
       WHERE done_at IS NULL ORDER BY at, erasures.id LIMIT 1`,
    );
    if (!one) return undefined;
    await this.#do[erasureSteps[one.step]!](one);
    const next = one.step + 1;
    await db.write(one.tenantNo, async (q) => {
      if (erasureSteps[next] === 'pages') {
        q.send('DELETE FROM erasing_texts WHERE character_no = $1 AND erasure_id = $2', one.characterNo, one.id);
      }
      q.send(
        'UPDATE erasures SET step = $3, done_at = $4 WHERE character_no = $1 AND id = $2 AND step = $5',
        ...[one.characterNo, one.id, next, next === erasureSteps.length ? now : null, one.step],
      );
    });
    return { waits: false };
  }

  async #index({ characterNo, tenantNo }: Unfinished): Promise<void> {
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
  async #words({ characterNo, tenantNo }: Unfinished): Promise<void> {
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

  async #traces({ id, characterNo, tenantNo }: Unfinished): Promise<void> {
    const { db } = this.#engine;
    const noted = await db.all<{ memory_id: string; content: string }>(
      tenantNo,
      'SELECT memory_id, content FROM erasing_texts WHERE character_no = $1 AND erasure_id = $2',
      ...[characterNo, id],
    );
    const { wanted, inFiles, files } = wantedOfNotes(noted);
    const of = { tenantNo, characterNo };
    await eachTrace(db, of, wanted, (table, keys) =>
      db.write(tenantNo, async (q) => count(q, of, id, { [table.kind]: await removeTraces(q, of, table, keys) })),
    );
    for (const version of await holdingVersions(db, of, inFiles, files)) {
      await db.write(tenantNo, async (q) => {
        removeVersion(q, characterNo, version);
        await count(q, of, id, { 'file version': 1 });
      });
    }
  }
}

async function lock(q: Unit, tenantNo: number, characterNo: number): Promise<void> {
  await q.get('SELECT 1 FROM characters WHERE tenant_no = $1 AND no = $2 FOR NO KEY UPDATE', tenantNo, characterNo);
}

async function count(q: Unit, of: { characterNo: number }, id: string, more: Record<string, number>): Promise<void> {
  const sql = 'SELECT removed FROM erasures WHERE character_no = $1 AND id = $2 FOR UPDATE';
  const row = await q.get<{ removed: string }>(sql, of.characterNo, id);
  if (!row) return;
  const sum = addedUp(JSON.parse(row.removed) as Record<string, number>, more);
  q.send(
    'UPDATE erasures SET removed = $3 WHERE character_no = $1 AND id = $2',
    ...[of.characterNo, id, JSON.stringify(sum)],
  );
}
