import { yieldToOthers } from '../../../base/pace.ts';
import { addedUp, type ErasureStep, erasureSteps } from '../../../domain/erasure.ts';
import { holds, wantedOfNotes } from '../../rows/user-texts.ts';
import { dropNotes } from '../disk/session-notes.ts';
import { CoarseIndex } from '../embeddings/coarse-index.ts';
import { tidy } from '../embeddings/embeddings.ts';
import type { Engine } from '../engine.ts';
import { clearAbandoned } from '../memories/staging/clear.ts';
import { eachTrace, holdingVersions, removeTraces, removeVersion } from './traces.ts';

/** Segments that one unit rewrites, about ten milliseconds each, and words that one unit looks up. */
const segmentsAtOnce = 4;
const wordsAtOnce = 200;

/** An erasure whose steps remain. */
interface Unfinished {
  id: string;
  character_no: number;
  step: number;
}

/** What an erasure does after its first unit, in short units. Each step can be done again, after a crash. */
export class Steps {
  readonly #engine: Engine;
  readonly #coarse: CoarseIndex;
  readonly #do: Record<ErasureStep, (one: Unfinished, now: number) => Promise<boolean>>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#coarse = new CoarseIndex(engine.db);
    this.#do = {
      index: (one, now) => this.#index(one, now),
      words: (one) => this.#words(one),
      vectors: () => this.#vectors(),
      traces: (one) => this.#traces(one),
      pages: () => this.#pages(),
    };
  }

  /** As ErasingStore.step. */
  async next(now: number): Promise<{ waits: boolean } | undefined> {
    const { db } = this.#engine;
    const sql = 'SELECT id, character_no, step FROM erasures WHERE done_at IS NULL ORDER BY at, id LIMIT 1';
    const one = await db.read(() => db.get<Unfinished>(sql));
    if (!one) return undefined;
    const step = erasureSteps[one.step]!;
    if (!(await this.#do[step](one, now))) return { waits: true };
    const next = one.step + 1;
    await db.write(() => {
      // The free pages must not hold them.
      if (erasureSteps[next] === 'pages') db.run('DELETE FROM erasing_texts WHERE erasure_id = ?', one.id);
      const doneAt = next === erasureSteps.length ? now : null;
      const put = 'UPDATE erasures SET step = ?, done_at = ? WHERE id = ? AND step = ?';
      db.run(put, next, doneAt, one.id, one.step);
    });
    return { waits: false };
  }

  /** False while an import of the character is being written: its part of the index may have the words too. */
  async #index({ character_no: no }: Unfinished, now: number): Promise<boolean> {
    const { db } = this.#engine;
    await clearAbandoned(this.#engine, now);
    const isStaging = () => db.get('SELECT 1 FROM stagings WHERE character_no = ?', no) !== undefined;
    if (await db.read(isStaging)) return false;
    const segments = await db.read(() => this.#engine.index.unclean(no));
    for (let from = 0; from < segments.length; from += segmentsAtOnce) {
      await db.write(() => this.#engine.index.compact(no, segments.slice(from, from + segmentsAtOnce)));
      await yieldToOthers();
    }
    return true;
  }

  async #words({ character_no: no }: Unfinished): Promise<boolean> {
    const { db } = this.#engine;
    const terms = new Set<string>();
    const numbers = 'SELECT segment FROM search_segments WHERE character_no = ?';
    for (const { segment } of await db.read(() => db.all<{ segment: number }>(numbers, no))) {
      for (const term of await db.read(() => this.#engine.index.termsOf(no, segment))) terms.add(term);
      await yieldToOthers(0);
    }
    const gone = await db.read(() => this.#engine.index.wordsBut(no, terms));
    for (let from = 0; from < gone.length; from += wordsAtOnce) {
      await db.write(() => this.#engine.index.dropWords(no, gone.slice(from, from + wordsAtOnce)));
      await yieldToOthers();
    }
    return true;
  }

  async #vectors(): Promise<boolean> {
    const { db } = this.#engine;
    const any = await db.read(() => db.get('SELECT 1 FROM embedding_removals LIMIT 1'));
    if (!any) return true;
    await this.#coarse.load();
    await db.write(() => tidy(db, this.#coarse));
    return true;
  }

  async #traces({ id, character_no: no }: Unfinished): Promise<boolean> {
    const { db } = this.#engine;
    const sql = 'SELECT memory_id, content FROM erasing_texts WHERE erasure_id = ?';
    const noted = await db.read(() => db.all<{ memory_id: string; content: string }>(sql, id));
    const { wanted, inFiles, files } = wantedOfNotes(noted);
    await eachTrace(db, no, wanted, (table, keys) =>
      db.write(() => this.#count(id, { [table.kind]: removeTraces(db, no, table, keys) })),
    );
    const dropped = dropNotes(db.sqlite.name, (prompt) => holds(wanted, prompt));
    if (dropped > 0) await db.write(() => this.#count(id, { 'waiting turn': dropped }));
    for (const version of await holdingVersions(db, no, inFiles, files)) {
      await db.write(() => {
        removeVersion(db, version);
        this.#count(id, { 'file version': 1 });
      });
    }
    return true;
  }

  #count(id: string, more: Record<string, number>): void {
    const { db } = this.#engine;
    const row = db.get<{ removed: string }>('SELECT removed FROM erasures WHERE id = ?', id);
    if (!row) return;
    const sum = addedUp(JSON.parse(row.removed) as Record<string, number>, more);
    db.run('UPDATE erasures SET removed = ? WHERE id = ?', JSON.stringify(sum), id);
  }

  async #pages(): Promise<boolean> {
    await this.#engine.db.rewrite();
    return true;
  }
}
