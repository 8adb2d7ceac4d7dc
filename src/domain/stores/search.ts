import type { Memory } from '../memory.ts';
import type { Scope } from '../principal.ts';

/** The store of searches. Ranking knows memories by small numbers. */
export interface SearchStore {
  /** CharacterNotFound, CategoryNotConfigured. */
  read(scope: Scope, characterId: string, query: AnalyzedQuery, category: string | undefined): Promise<SearchReading>;
  /** The memories with these numbers, by number. Inactive ones are left out. CharacterNotFound. */
  fetch(scope: Scope, characterId: string, numbers: readonly number[]): Promise<Map<number, Memory>>;
  /** As `fetch`, only what orders memories among results: a sixth of the work. */
  texts(scope: Scope, characterId: string, numbers: readonly number[]): Promise<Map<number, MemoryText>>;
  /**
   * Optimistic `read` from this process's cache, which saves a round trip. Return nothing of it before `fetchCached` has
   * verified version and access. Undefined: too little is cached.
   */
  readCached(scope: Scope, characterId: string, query: AnalyzedQuery): Promise<CachedReading | undefined>;
  /**
   * As `fetch`, on the same snapshot as `readCached`. Undefined when that is stale and must be read again.
   * CharacterNotFound.
   */
  fetchCached(
    scope: Scope,
    characterId: string,
    numbers: readonly number[],
    version: CachedReading['version'],
  ): Promise<Map<number, Memory> | undefined>;
  /** The number of an active memory in the ranking. CharacterNotFound, MemoryNotFound. */
  numberOf(scope: Scope, characterId: string, memoryId: string): Promise<number>;
  /**
   * Indexes again up to `limit` memories of any tenant that an older analyser indexed, in one short unit. Returns how
   * many; 0 when the whole index is up to date.
   */
  refresh(limit: number): Promise<number>;
}

/** What orders a memory among results. */
export interface MemoryText extends Pick<Memory, 'content' | 'salience' | 'importance'> {
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
}

/** Cached data of a search, and its version of the character's index. */
export interface CachedReading {
  material: SearchMaterial;
  version: { readonly indexVersion: number; readonly recentVersion: number };
}

/** The data of one search, from one snapshot. */
export interface SearchReading {
  material: SearchMaterial;
  /** With a category filter: the numbers of the memories in it. */
  allowed?: ReadonlySet<number>;
}

/**
 * The data for ranking one character for one query: its passages, and where the query's terms are. In columns of typed
 * arrays, because a query scans every passage of the character.
 */
export interface SearchMaterial {
  readonly passages: PassageTable;
  /** One for each of the query's terms, in their order. */
  readonly terms: readonly ReadTerm[];
  /** One for each of the query's names, in their order. */
  readonly names: readonly HeldName[];
  /** For each of the query's years the passages that have it, ascending. */
  readonly inYears?: readonly Int32Array[];
  /** The times that texts of memories tell, where they count in place of the stored ones: minutes since 1970, by their numbers. */
  readonly told?: ReadonlyMap<number, number>;
}

/** The passages with a name of the query: by itself, and as a part of a longer one. Ascending. */
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
  /** Traits of the memory's form, one bit each (see search/text/traits.ts), on its first passage; 0 on the others. */
  readonly traits: Uint8Array;
  /** The memory's meaning vector: 96 bytes on its first passage, zeros on the others (see search/meaning/). */
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
  /** The query's term in the languages of the character's memories, itself first. */
  readonly forms: readonly string[];
  /** The index terms for the query's term: its forms, or the corrected spelling. Empty when unknown. */
  readonly found: readonly string[];
  readonly occurrences: Occurrences;
  /** Other index terms that may mean the same, each with a lower weight than the term itself. */
  readonly substitutes: readonly Substitute[];
}

/** A substitute for a term: a narrower word, or a word with the same beginning. */
export interface Substitute {
  readonly term: string;
  /** Its weight relative to the replaced term, 0..1. */
  readonly weight: number;
  readonly occurrences: Occurrences;
}

/** A time that a query names: parts of a date (a month of any year, a day of a month), or a stretch around now. */
export type DateHint =
  | { readonly kind: 'calendar'; readonly year?: number; readonly month?: number; readonly day?: number }
  | { readonly kind: 'span'; readonly from: number; readonly to: number };

/** A stretch of time in milliseconds since 1970, without its end. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

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
  /** It says little of what is asked. */
  readonly isLight?: boolean;
  /** Names a time: not missed where the text does not say it. */
  readonly date: boolean;
  /** It may be a person's name: it is written like one, or the query's writing does not distinguish names. */
  readonly name: boolean;
  /** It is in plain Latin letters, and the words around it are not: the name of something. */
  readonly foreign: boolean;
  /** Terms that memories use where questions use this one, from the lexicon. */
  readonly related: readonly string[];
  /** Of these the same word in other languages. */
  readonly translated?: readonly string[];
}

/** An identifier in a query, such as a path, a hash or a telephone number. Terms are indices into the query's. */
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
  /** For each of them the stretches that it may mean, the likeliest first. */
  readonly periods: readonly (readonly Stretch[])[];
  /** False: the time is a month's name, which may be somebody's. */
  readonly isSureOfTime: boolean;
  /** The years of these stretches, in which a text may tell a day: their passages are read, but they are no words of it. */
  readonly years?: readonly string[];
  /** It asks for nothing but a time: "What happened last week?" */
  readonly onlyTime: boolean;
  /** Its meaning vector, of length 1; undefined when none of its words is known. */
  readonly meaning: Float64Array | undefined;
  /** It asks when something was. */
  readonly asksWhen: boolean;
  /** It asks for all things of a kind. */
  readonly asksForSet: boolean;
  /** It asks who, what, when or how; an order and "Can we?" do not. */
  readonly asksForDetail: boolean;
  /** The terms of the attribute that it asks for ("When is Ben's birthday?"): what lacks all of them is no answer. */
  readonly attribute: readonly string[];
  /** The languages that it is likely in, other than English (see search/text/languages). */
  readonly languages: readonly number[];
}
