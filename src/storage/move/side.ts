import type { EmbeddedMemory } from '../../domain/stores/embeddings.ts';
import type { Store } from '../../domain/stores/store.ts';

export type Value = string | number | Uint8Array | null;

/**
 * A row as both engines can read it: every column by its name, tenants by their ids (`tenant_id`), and `character_no`
 * wherever it hangs on a character. Characters keep their numbers; those of `numbered` tables are the engine's own.
 */
export type Row = Record<string, Value>;

export interface MovedTable {
  /** Columns that it stores, but those that the engine fills by itself. */
  stored: readonly string[];
  /** All that its rows tell: these, and what other tables tell of them. */
  offered: readonly string[];
  /** Tables that its rows name. */
  references: readonly string[];
}

/** A store as a move sees it: its tables row by row, and itself. What is read is all of one moment. */
export interface Side {
  store: Store;
  /** As people know it; never with a password. */
  name: string;
  tables: ReadonlyMap<string, MovedTable>;
  /** All its rows; those of `numbered` tables by character, in order of their numbers. */
  rows(table: string): AsyncIterable<Row[]>;
  /** How many rows that is. */
  count(table: string): Promise<number>;
  /** Active memories that were embedded, numbered as in `rows`; without a vector: their text was refused. */
  embedded(): AsyncIterable<EmbeddedMemory[]>;
  /** Why it can't keep vectors; undefined: it can. */
  withoutVectors: string | undefined;
}

export interface Source extends Side {
  /** Whether all that searches read is of the analyser of this program. */
  isIndexed: boolean;
  close(): Promise<void>;
}

/** A store that is being made: nobody sees anything of it before `keep`. */
export interface Target extends Side {
  /** Whether the numbers of `numbered` tables start again in each character. */
  numbersByCharacter: boolean;
  /** A text as it can be stored. */
  storable(text: string): string;
  put(table: string, rows: readonly Row[]): Promise<void>;
  /** Once all rows are there: makes what the engine keeps beside them, but for the search index and vectors. */
  complete(): Promise<void>;
  /** Makes it the store, all at once. */
  keep(): Promise<void>;
  /** Leaves everything as it was. */
  discard(): Promise<void>;
}
