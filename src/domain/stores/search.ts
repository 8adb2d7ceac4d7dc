import type { Memory } from '../memory.ts';
import type { Scope } from '../principal.ts';

/** What a search reads. Memories are known to the ranking by small numbers. */
export interface SearchStore {
  /** CharacterNotFound, CategoryNotConfigured. */
  read(scope: Scope, characterId: string, query: AnalyzedQuery, category: string | undefined): Promise<SearchReading>;
  /** The memories of these numbers by number; one that is no longer active is left out. CharacterNotFound. */
  fetch(scope: Scope, characterId: string, numbers: readonly number[]): Promise<Map<number, Memory>>;
  /**
   * Optimistic `read` from this process's cache, which saves a round trip. Return nothing of it before `fetchKept` has
   * verified version and access. Undefined: nothing worth it is cached.
   */
  readKept(scope: Scope, characterId: string, query: AnalyzedQuery): Promise<KeptReading | undefined>;
  /** As `fetch`, all of one moment with what `readKept` gave; undefined when that no longer holds and is to be read. CharacterNotFound. */
  fetchKept(
    scope: Scope,
    characterId: string,
    numbers: readonly number[],
    version: KeptReading['version'],
  ): Promise<Map<number, Memory> | undefined>;
  /** What the ranking calls an active memory. CharacterNotFound, MemoryNotFound. */
  numberOf(scope: Scope, characterId: string, memoryId: string): Promise<number>;
  /**
   * Indexes again up to `limit` memories of any tenant that an older analyser indexed, in one short unit.
   * Answers how many it did; 0 when the whole index is up to date.
   */
  refresh(limit: number): Promise<number>;
}

/** What a search reads without asking, and of which version of the character's index it is. */
export interface KeptReading {
  material: SearchMaterial;
  version: { readonly indexVersion: number; readonly recentVersion: number };
}

/** What one search reads, all of one moment. */
export interface SearchReading {
  material: SearchMaterial;
  /** With a category filter: the numbers of the memories in it. */
  allowed?: ReadonlySet<number>;
}

/**
 * All that ranking needs to know about one character for one query: its passages and where the query's terms are in
 * them. Laid out in columns of typed arrays, because a query looks at every passage of the character.
 */
export interface SearchMaterial {
  readonly passages: PassageTable;
  /** One for each of the query's terms, in their order. */
  readonly terms: readonly ReadTerm[];
  /** One for each of the query's names, in their order. */
  readonly names: readonly HeldName[];
}

/** The passages that hold a name of the query: by itself, and as a part of a longer one. Ascending. */
export interface HeldName {
  readonly whole: Int32Array;
  readonly within: Int32Array;
}

/** A character's live passages. The passages of one memory stand next to each other. */
export interface PassageTable {
  readonly count: number;
  /** The memory that each passage belongs to. */
  readonly memoryNo: Int32Array;
  /** Words in each passage. */
  readonly length: Uint8Array;
  /** A number for the session the memory came from; 0 when it came from none. */
  readonly session: Int32Array;
  /** When the memory happened, in minutes since 1970. */
  readonly minute: Int32Array;
  /** The fingerprint of the memory's whole text, on its first passage; 0 on the others. */
  readonly fingerprint: Int32Array;
  /** A number for the word that the memory begins with, on its first passage; 0 on the others. */
  readonly lead: Int32Array;
  /** What the memory's form tells, one bit each (see search/text/traits.ts), on the memory's first passage; 0 on the others. */
  readonly traits: Uint8Array;
  /** What the memory means: 96 bytes on its first passage, zeros on the others (see search/meaning/). */
  readonly meaning: Int8Array;
}

/** Where one term is: for its i-th passage, `positions[starts[i] .. starts[i + 1])`. */
export interface Occurrences {
  /** Indices into the passage table, ascending. */
  readonly passages: Int32Array;
  /** One more entry than `passages`. */
  readonly starts: Int32Array;
  /** Word positions within the passage, ascending, below 128. */
  readonly positions: Uint8Array;
}

/** One query term as the index knows it. */
export interface ReadTerm {
  /** What the query's term is in the languages of the character's memories: itself first. */
  readonly forms: readonly string[];
  /** The terms of the index that stand for the query's term: its forms, or what it was repaired to; empty when unknown. */
  readonly found: readonly string[];
  readonly occurrences: Occurrences;
  /** Other terms of the index that may say the same, each worth less than the term itself. */
  readonly substitutes: readonly Substitute[];
}

/** A term that may stand for another: a member of what was asked for, or a word with the same beginning. */
export interface Substitute {
  readonly term: string;
  /** What it is worth beside the term it stands for, 0..1. */
  readonly weight: number;
  readonly occurrences: Occurrences;
}

/** A time that a query names: parts of a date (a month of any year, a day of a month), or a stretch around now. */
export type DateHint =
  | { readonly kind: 'calendar'; readonly year?: number; readonly month?: number; readonly day?: number }
  | { readonly kind: 'span'; readonly from: number; readonly to: number };

export interface QueryTerm {
  readonly term: string;
  /** Its places among the words of the query that count. */
  readonly positions: readonly number[];
  /** Another way to find a word that has a term of its own: counts only where it is found. */
  readonly alternate: boolean;
  /** The identifier it belongs to, 0 for none: one known term of an identifier is enough. */
  readonly identifier: number;
  /** The words as they are written, in lower case: other languages than English have other stems for them. */
  readonly written: readonly string[];
  /** Names a time: not missed where the text does not say it. */
  readonly date: boolean;
  /** It may name somebody: it is written as a name, or the query tells no names apart. */
  readonly name: boolean;
  /** It is in plain Latin letters, and the words around it are not: the name of something. */
  readonly foreign: boolean;
  /** Terms that memories use where questions use this one, from the lexicon. */
  readonly related: readonly string[];
}

/** The name of one thing in a query, such as a path, a hash or a telephone number. Terms are indices into the query's. */
export interface QueryName {
  /** As the query writes it. */
  readonly written: string;
  /** The term for the whole; undefined where only the parts have terms. */
  readonly whole: number | undefined;
  /** The terms of its parts in order, with their distances in words from the first; empty where the whole is one word. */
  readonly parts: readonly { readonly term: number; readonly distance: number }[];
}

export interface AnalyzedQuery {
  readonly terms: readonly QueryTerm[];
  /** The indices of the terms in the sentences that ask; empty where it is one sentence, or all of them ask. */
  readonly asking: readonly number[];
  readonly names: readonly QueryName[];
  readonly fingerprint: number;
  readonly dates: readonly DateHint[];
  /** What it means, at length 1; undefined when no word of it is known. */
  readonly meaning: Float64Array | undefined;
  /** It asks when something was. */
  readonly asksWhen: boolean;
  /** The languages that it is likely in, other than English (see search/text/languages). */
  readonly languages: readonly number[];
}
