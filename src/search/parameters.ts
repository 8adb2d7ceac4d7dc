/** Every number that the similarity model depends on. Changing one of the first group changes what is in the index. */

/**
 * The version of the analyser. A memory indexed under another version is indexed again in the background.
 * Raise it with every change of the analysis: of `TEXT`, of the word lists, of anything under `text/`.
 */
export const INDEX_VERSION = 5;

export const TEXT = {
  /** A passage holds at most this many words: below 128, because a word's position is kept in seven bits. */
  passageWords: 80,
  /** Share of a character's passages from which on a query in no known language is looked for in theirs too. */
  languageShare: 0.02,
  /** Stop words are indexed only in passages with at most this many words that mean something by themselves. */
  stopWordsWithin: 3,
  /** Longer terms are cut, in the index as in the query. */
  termLength: 64,
  /** A query's further distinct terms, by length the shortest, are left out. */
  queryTerms: 400,
  /** So many of them are looked for in other words too: those of sentences that ask, then the rarest in the store. */
  queryTermsWithSubstitutes: 64,
  /** Further names of single things in a query are words only. */
  queryNames: 16,
} as const;

export const RANKING = {
  /** Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009: saturation and length. */
  passage: { k1: 0.9, b: 0.75 },
  /** How common a word is, fewer passages do not tell. `npm run bench -- recall` measures small stores. */
  leastPassages: 100,
  /** The same for a session taken as one document. */
  session: { k1: 1.2, b: 0.75, weight: 0.2 },
  /** How much nearness in meaning counts beside the words, by the table of words as by embeddings. */
  nearness: {
    /** For turns of a conversation; for statements of which no memory covers the question. */
    weight: { least: 0.3, most: 1 },
    /** For statements embeddings that are trusted count so many times that, and the table of words beside them. */
    statements: { embeddings: 1.4, wordsBeside: 0.3 },
    /** For embeddings, turns of more words count as statements: fully from `long` on. */
    turnWords: { short: 20, long: 60 },
    /** The share of what the memories around a turn of a conversation lend. */
    neighbours: 0.9,
    /** Statements: the most where the best memory covers so much of the question, the least from where it covers so much. */
    fullFrom: 0.3,
    leastFrom: 1,
    /** What matches without a word in common: so many deviations above the character's mean, and at most so many memories. */
    match: { deviations: 1.2, memories: 10 },
  },
  /** The table of words. In larger characters so many of the best by words are compared only. */
  meaning: {
    wholeUpTo: 20_000,
    candidates: 1_000,
    /** Cosines as they are with the table, taken for those that fewer memories lack. */
    prior: { least: 10, mean: 0, deviation: 0.2 },
    /** The least cosine of what matches by the table alone, and the largest strength of that. */
    match: { cosine: 0.2, strength: 0.3 },
  },
  /** Embeddings, when there are any. */
  similarity: {
    /** The share of the strength of what matches by them alone, for those who did not ask: the recall hooks. */
    unasked: 0.7,
    /** Cosines as they are with most models, taken for those that fewer memories lack. */
    prior: { least: 10, mean: 0.15, deviation: 0.1 },
    /** Linear between two correlations with the lexical scores; the prior `expected` weighs as much as `memories`. */
    trust: { expected: 0.2, memories: 30, from: 0.06, to: 0.14 },
  },
  /** Exponent of the share of the query's weight that a passage covers. */
  coverage: 0.3,
  /** What the other passages of a memory add to the best, at most so many times the best. */
  passages: { others: 0.5, most: 1 },
  /** A name that more passages hold, as a number or as a share of the memories, does not decide their order. */
  names: { least: 10, share: 0.1 },
  /**
   * What the other words of a query count together beside a word that is the name of something: in full where they are
   * few, not at all where they are many.
   */
  nameWords: {
    others: 0.4,
    few: 12,
    many: 30,
    /** What more passages hold, as a number or as a share of all, is no such word. */
    least: 10,
    share: 0.05,
  },
  /** Query terms that are near each other in the query should be near each other in the passage. */
  proximity: { weight: 0.2, queryDistance: 2, passageDistance: 3, passages: 300, queryPairs: 128 },
  /** What the memories around it in the conversation lend to a memory. */
  neighbours: {
    reach: 3,
    before: 0.35,
    after: 0.245,
    decay: 0.5,
    /** Turns of a conversation are short: full support up to so many words, none from so many. */
    shortWords: 80,
    longWords: 160,
    /** Turns of a conversation follow each other: full support up to so many minutes apart, none from so many. */
    nearMinutes: 15,
    farMinutes: 60,
    /** Where people take turns, a question lends so much more to what follows it. */
    question: 0.5,
    /** What messages of one utterance lend to the best of them. */
    same: 0.3,
    /** The part of what is lent to an utterance that others of its messages than the best take. */
    rest: 0.3,
    /** What the reply to a long message lends to it. */
    reply: 0.45,
    /** All that is lent to a memory is at most this multiple of its own words' score, or of the best memory's, whichever is more. */
    most: { own: 1, best: 0.7 },
  },
  /** One utterance: so many messages within so many minutes, where this share of neighbours are of two participants. */
  utterance: { messages: 8, minutes: 15, alternation: 0.25 },
  /**
   * Who counts as a participant, and what the others' memories are worth when the query names one. A session of fewer
   * memories than `session` does not show whether people take turns.
   */
  participants: { share: 0.05, least: 3, jointly: 0.8, others: 0.5, session: 6 },
  /**
   * What each further memory of a session counts less than the one before it, by the mean length of its messages: nothing
   * up to so many words, all from so many. Distinguished among so many of the best.
   */
  variety: { less: 0.5, shortWords: 20, longWords: 60, among: 500 },
  /** Where people take turns, a memory that ends in a question is worth so much less: it holds no answer. */
  question: 0.2,
  /** What other terms are worth beside the one they stand for: by the lexicon, by a common beginning, as a part or the whole of a compound. */
  substitutes: { lexicon: 0.6, beginning: 0.4, compound: 0.5 },
  time: {
    /** Factor for a memory of the time that the query names. */
    within: 2,
    /** Added to the factor near a day that the query names. */
    nearDay: 1,
    nearDays: 3,
    /** What happened in a month is often said in the first days of the next. */
    monthTailDays: 10,
    /** Added to the factor of a memory that names a time, when the query asks for one. */
    when: 0.2,
  },
  /** Relevance of the best memory that is not the very text asked for, when another is. */
  besideExact: 0.8,
} as const;

/**
 * What a relevance says. Measured on five conversations of LoCoMo (Maharana et al., "Evaluating Very Long-Term
 * Conversational Memory of LLM Agents", 2024), a quarter of whose 997 questions have no answer there.
 */
export const RELEVANCE = {
  /** What another participant's memory counts beside one of the participant asked for. */
  others: 0.5,
  /** The agreement is full when two thirds of what both sides cover is covered by whom was asked for. */
  agreement: 1.5,
  /** Strength → how many of such questions had an answer among the first five results. */
  calibration: [
    [0, 0],
    [0.15, 0.1],
    [0.3, 0.42],
    [0.45, 0.6],
    [0.7, 0.7],
    [1, 0.9],
  ],
} as const;

/** Damerau, "A technique for computer detection and correction of spelling errors", 1964: most are one edit away. */
export const REPAIR = {
  minLetters: 4,
  twoEditsFrom: 8,
  /** Unknown words of one query that are looked after; longest first. */
  words: 8,
  /** Nearest terms tried for one word. */
  candidates: 8,
  /** A word of the index that only ends differently (an inflection) may be so many letters longer or shorter. */
  endingLetters: 3,
  /** What a repaired term's weight is multiplied by. */
  weight: 0.9,
} as const;

/** Tie-breakers: together they move a relevance by less than a tenth. */
export const SMART = {
  salience: 0.03,
  importance: { CRITICAL: 0.03, HIGH: 0.015, NORMAL: 0, LOW: -0.015 },
  recency: 0.02,
  recencyHalfLifeDays: 30,
  /** How much less relevant the other of two statements of a thing that changed is than the one preferred. */
  changed: 0.12,
  /**
   * Memories below one heading resemble each other from this share of common words. Behind so many of them each further
   * one is so much less relevant.
   */
  crowd: { alike: 0.6, first: 2, less: 0.2 },
  /** A memory adds nothing to another when it is at least this much of it in words. */
  nearDuplicate: 0.8,
} as const;
