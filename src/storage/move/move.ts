import { StoreUnusable } from '../unusable.ts';
import { type Compared, compareRankings } from './compare-rankings.ts';
import { Digests } from './digests.ts';
import { Numbers } from './numbers.ts';
import { isNumbered, numberedBy } from './own.ts';
import type { MovedTable, Row, Side, Source, Target } from './side.ts';

export interface MoveOptions {
  /** Progress: `done` of `total`, and the present step. */
  progress?: ((done: number, total: number, what: string) => void) | undefined;
  /** Aborts the move; the target stays as it was. */
  signal?: AbortSignal | undefined;
}

/** The result of a move. */
export interface Moved {
  /** Rows by table. */
  rows: Record<string, number>;
  /** How many vectors were moved, and why others were not. */
  vectors: number;
  withoutVectors?: string;
  /** How many texts had a character that the target can't store and that was replaced. */
  textsChanged: number;
  /** Searches that both answered; none when an older release made the source's index. */
  searches: Compared;
}

/** Batch sizes: memories to index, embeddings to store. */
const batch = 500;

/**
 * Moves everything from one store into an empty one: rows unchanged, the search index built again by the target's own
 * code. Then it reads everything back and compares (counts and digests of each character, a sample of searches). All or
 * nothing: the target is committed when it is equal, else it stays as it was. The source is only read.
 * @throws StoreUnusable when something differs or can't be stored; the reason of an aborted signal
 */
export async function move(source: Source, target: Target, options: MoveOptions = {}): Promise<Moved> {
  try {
    const moved = await new Move(source, target, options).run();
    await target.keep();
    return moved;
  } catch (error) {
    await target.discard();
    throw error;
  }
}

class Move {
  readonly #source: Source;
  readonly #target: Target;
  readonly #options: MoveOptions;
  readonly #plan: PlannedTable[];
  readonly #numbers = new Map<string, Numbers>();
  readonly #digests = new Map<string, Digests>();
  #done = 0;
  #total = 0;
  #textsChanged = 0;

  constructor(source: Source, target: Target, options: MoveOptions) {
    this.#source = source;
    this.#target = target;
    this.#options = options;
    this.#plan = planOf(source.tables, target.tables);
  }

  async run(): Promise<Moved> {
    const source = this.#source;
    const target = this.#target;
    for (const { name } of this.#plan) this.#total += 2 * (await source.count(name));
    // Each active memory is indexed once more.
    this.#total += await source.count('memories');
    for (const table of this.#plan) await this.#copy(table);
    await target.complete();
    const vectors = await this.#embed();
    await this.#index();
    for (const table of this.#plan) await this.#compare(table);
    const searches = source.isIndexed ? await compareRankings(source.store, target.store) : { searches: 0, alike: 0 };
    this.#options.signal?.throwIfAborted();
    return {
      rows: Object.fromEntries(this.#plan.map(({ name }) => [name, this.#digests.get(name)!.rows])),
      ...vectors,
      textsChanged: this.#textsChanged,
      searches,
    };
  }

  async #copy({ name, columns }: PlannedTable): Promise<void> {
    const digests = new Digests(columns);
    this.#digests.set(name, digests);
    if (isNumbered(name)) this.#numbers.set(name, new Numbers(this.#target.numbersByCharacter));
    for await (const rows of this.#source.rows(name)) {
      const renumbered = rows.map((row) => this.#rowOf(name, row));
      await this.#target.put(name, renumbered);
      for (const row of renumbered) digests.add(row);
      this.#step(rows.length, `copying ${name}`);
    }
  }

  /** A row as the target has it. */
  #rowOf(table: string, row: Row): Row {
    const entries = Object.entries(row).map(([column, value]): [string, Row[string]] => {
      if (typeof value === 'string') return [column, this.#textOf(value)];
      if (typeof value !== 'number') return [column, value];
      const by = numberedBy(table, column);
      if (by === undefined) return [column, value];
      const numbers = this.#numbers.get(by)!;
      const characterNo = Number(row.character_no);
      return [column, column === 'no' ? numbers.add(characterNo, value) : numbers.of(characterNo, value)];
    });
    return Object.fromEntries(entries);
  }

  #textOf(text: string): string {
    const stored = this.#target.storable(text);
    if (stored !== text) this.#textsChanged += 1;
    return stored;
  }

  async #embed(): Promise<Pick<Moved, 'vectors' | 'withoutVectors'>> {
    const { store: target, withoutVectors } = this.#target;
    const model = await this.#source.store.embeddings.currentModel();
    if (!model) return { vectors: 0 };
    if (withoutVectors !== undefined) return { vectors: 0, withoutVectors };
    await target.embeddings.useModel(model);
    const numbers = this.#numbers.get('memories')!;
    let vectors = 0;
    for await (const some of this.#source.embedded()) {
      const embedded = some.map((one) => ({
        ...one,
        memoryNo: numbers.of(one.characterNo, one.memoryNo),
        content: this.#target.storable(one.content),
      }));
      const kept = await target.embeddings.save(model, embedded);
      if (kept !== embedded.length) throw different('the vectors');
      vectors += embedded.filter(({ vector }) => vector !== undefined).length;
      this.#step(0, `${vectors} vectors`);
    }
    return { vectors };
  }

  async #index(): Promise<void> {
    for (;;) {
      const indexed = await this.#target.store.search.refresh(batch);
      if (indexed === 0) return;
      this.#step(indexed, 'making the search index');
    }
  }

  async #compare({ name, columns }: PlannedTable): Promise<void> {
    const found = new Digests(columns);
    for await (const rows of this.#target.rows(name)) {
      for (const row of rows) found.add(row);
      this.#step(rows.length, `checking ${name}`);
    }
    const owner = found.difference(this.#digests.get(name)!);
    if (owner !== undefined) throw different(`${name} of ${owner}`);
  }

  #step(rows: number, what: string): void {
    this.#options.signal?.throwIfAborted();
    this.#done += rows;
    this.#options.progress?.(this.#done, this.#total, what);
  }
}

const different = (what: string) =>
  new StoreUnusable(`The check afterwards found a difference: ${what}. The target was left as it was.`);

/** A table to be moved, and the columns that must be the same afterwards. */
interface PlannedTable {
  name: string;
  columns: readonly string[];
}

type Tables = Side['tables'];

/**
 * The tables of two stores, referenced ones first.
 * @throws StoreUnusable when one has a table or a column that the other lacks
 */
function planOf(source: Tables, target: Tables): PlannedTable[] {
  const planned = new Map<string, PlannedTable>();
  const visit = (name: string) => {
    if (planned.has(name)) return;
    const [from, to] = [source.get(name), target.get(name)];
    if (!from || !to) throw unknown(name);
    const columns = [...new Set([...from.stored, ...to.stored])];
    const lost = columns.find((column) => !from.offered.includes(column) || !to.offered.includes(column));
    if (lost !== undefined) throw unknown(`${name}.${lost}`);
    for (const named of namedBy(name, from, to)) if (named !== name && source.has(named)) visit(named);
    planned.set(name, { name, columns });
  };
  for (const name of [...new Set([...source.keys(), ...target.keys()])].sort()) visit(name);
  return [...planned.values()];
}

function namedBy(name: string, ...tables: readonly MovedTable[]): string[] {
  const numbers = tables.flatMap(({ stored }) => stored.flatMap((column) => numberedBy(name, column) ?? []));
  const given = tables.flatMap(({ offered }) => [
    ...(offered.includes('tenant_id') ? ['tenants'] : []),
    ...(offered.includes('character_no') ? ['characters'] : []),
  ]);
  return [...tables.flatMap(({ references }) => references), ...numbers, ...given];
}

const unknown = (what: string) =>
  new StoreUnusable(`Only one of the two stores has a place for ${what}. Nothing was changed.`);
