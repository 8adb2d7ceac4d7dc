import { yieldToOthers } from '../../../base/pace.ts';
import { addedUp, type ErasureStep, erasureSteps, type TraceKind, traceKinds } from '../../../domain/erasure.ts';
import { countedBy, type Note, Sought } from '../../rows/user-texts.ts';
import { dropNotes } from '../disk/session-notes.ts';
import { CoarseIndex } from '../embeddings/coarse-index.ts';
import { tidy } from '../embeddings/embeddings.ts';
import type { Engine } from '../engine.ts';
import { clearAbandoned } from '../memories/staging/clear.ts';
import { eachTrace, holdingVersions, removeTraces, removeVersion } from './traces.ts';

/** Segments that one unit rewrites, about ten milliseconds each, and words that one unit looks up. */
const segmentsAtOnce = 4;
const wordsAtOnce = 200;

/** Erasures that do a step together: JSON of their ids. */
interface Together {
  ids: string;
  character_no: number;
  step: number;
}

/** Steps that are of the whole file, for the erasures of all characters at once. */
const ofFile: ReadonlySet<ErasureStep> = new Set(['vectors', 'pages']);

/**
 * What an erasure does after its first unit, in short units. Each step can be done again, after a crash. Those that wait
 * for the same step of a character do it together: a thousand erasures write the index and the file once.
 */
export class Steps {
  readonly #engine: Engine;
  readonly #coarse: CoarseIndex;
  readonly #do: Record<ErasureStep, (one: Together, now: number) => Promise<boolean>>;

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
    const one = await db.read(() => this.#oldest());
    if (!one) return undefined;
    const step = erasureSteps[one.step]!;
    if (!(await this.#do[step](one, now))) return { waits: true };
    const next = one.step + 1;
    await db.write(() => {
      // The free pages must not hold them.
      const among = 'IN (SELECT value FROM json_each(?))';
      if (erasureSteps[next] === 'pages') db.run(`DELETE FROM erasing_texts WHERE erasure_id ${among}`, one.ids);
      const doneAt = next === erasureSteps.length ? now : null;
      const put = `UPDATE erasures SET step = ?, done_at = ? WHERE step = ? AND id ${among}`;
      db.run(put, next, doneAt, one.step, one.ids);
    });
    return { waits: false };
  }

  /** The oldest erasure whose steps remain, with those that can do its next one with it. */
  #oldest(): Together | undefined {
    const { db } = this.#engine;
    const first = 'SELECT character_no, step FROM erasures WHERE done_at IS NULL ORDER BY at, id LIMIT 1';
    const one = db.get<Omit<Together, 'ids'>>(first);
    if (!one) return undefined;
    const sql = `SELECT json_group_array(id) AS ids FROM erasures WHERE done_at IS NULL AND step = ? AND (character_no = ? OR ?)`;
    const isOfFile = ofFile.has(erasureSteps[one.step]!);
    return { ...one, ...db.get<{ ids: string }>(sql, one.step, one.character_no, isOfFile ? 1 : 0)! };
  }

  /** False while an import of the character is being written: its part of the index may have the words too. */
  async #index({ character_no: no }: Together, now: number): Promise<boolean> {
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

  async #words({ character_no: no }: Together): Promise<boolean> {
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

  async #traces({ ids, character_no: no }: Together): Promise<boolean> {
    const { db } = this.#engine;
    const sql = `SELECT erasure_id, memory_id, content FROM json_each(?) CROSS JOIN erasing_texts
      ON erasure_id = json_each.value`;
    const sought = new Sought(await db.read(() => db.all<Note>(sql, ids)));
    await eachTrace(db, no, sought, async (table, rows) => {
      if (traceKinds[table.kind].stays) return;
      await db.write(() => {
        removeTraces(db, no, table, rows);
        this.#count(
          table.kind,
          rows.map((row) => row.erasures),
        );
      });
    });
    const prompts: string[][] = [];
    dropNotes(db.sqlite.name, (prompt) => {
      const erasures = sought.inText(prompt);
      if (erasures.length > 0) prompts.push(erasures);
      return erasures.length > 0;
    });
    if (prompts.length > 0) await db.write(() => this.#count('waiting turn', prompts));
    for (const version of await holdingVersions(db, no, sought)) {
      await db.write(() => {
        removeVersion(db, version);
        this.#count('file version', [version.erasures]);
      });
    }
    return true;
  }

  #count(kind: TraceKind, found: readonly (readonly string[])[]): void {
    const { db } = this.#engine;
    for (const [id, count] of countedBy(found)) {
      const row = db.get<{ removed: string }>('SELECT removed FROM erasures WHERE id = ?', id);
      const sum = addedUp(JSON.parse(row?.removed ?? '{}') as Record<string, number>, { [kind]: count });
      db.run('UPDATE erasures SET removed = ? WHERE id = ?', JSON.stringify(sum), id);
    }
  }

  async #pages(): Promise<boolean> {
    await this.#engine.db.rewrite();
    return true;
  }
}
