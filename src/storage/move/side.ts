import type { EmbeddedMemory } from '../../domain/stores/embeddings.ts';
import type { Store } from '../../domain/stores/store.ts';

export type Value = string | number | Uint8Array | null;

/**
 * A row in a form that both engines read: every column by its name, tenants by their ids (`tenant_id`), and
 * `character_no` for rows of a character. Characters keep their numbers; the engine renumbers rows of `numbered`
 * tables.
 */
export type Row = Record<string, Value>;

export interface MovedTable {
  /** Its stored columns, without those that the engine fills by itself. */
  stored: readonly string[];
  /** All columns of its rows: these, and joined ones. */
  offered: readonly string[];
  /** The tables that its rows refer to. */
  references: readonly string[];
}

/** A store for a move: its tables row by row, and their metadata. All reads are of one snapshot. */
export interface Side {
  store: Store;
  /** Its name for people, never with a password. */
  name: string;
  tables: ReadonlyMap<string, MovedTable>;
  /** All its rows; those of `numbered` tables by character, in order of their numbers. */
  rows(table: string): AsyncIterable<Row[]>;
  /** How many rows that is. */
  count(table: string): Promise<number>;
  /** Active memories with embeddings, numbered as in `rows`; without a vector: the endpoint refused their text. */
  embedded(): AsyncIterable<EmbeddedMemory[]>;
  /** Why it can't store vectors; undefined: it can. */
  withoutVectors: string | undefined;
}

export interface Source extends Side {
  /** Whether this program's analyser made the whole index. */
  isIndexed: boolean;
  close(): Promise<void>;
}

/** A new store, invisible until `keep`. */
export interface Target extends Side {
  /** Whether each character has its own numbers in `numbered` tables. */
  numbersByCharacter: boolean;
  /** A text in a form that can be stored. */
  storable(text: string): string;
  put(table: string, rows: readonly Row[]): Promise<void>;
  /** After all rows: makes the engine's derived data, except the search index and vectors. */
  complete(): Promise<void>;
  /** Commits it as the store. */
  keep(): Promise<void>;
  /** Discards it. */
  discard(): Promise<void>;
}
