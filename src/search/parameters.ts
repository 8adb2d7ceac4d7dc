/** Every number of the similarity model. A change in the first group changes the index. */

/**
 * The version of the analyser. A memory indexed under another version is indexed again in the background.
 * Raise it with every change of the analysis: of `TEXT`, of the word lists, of anything under `text/`.
 */
export const INDEX_VERSION = 11;

export const TEXT = {
  /** The most words of a passage: below 128, because a word's position has seven bits. */
  passageWords: 80,
  /** A query in no known language is also stemmed in languages of at least this share of a character's passages. */
  languageShare: 0.02,
  /** A query of at most so many words may be a name, which is in no language: it is stemmed in every one of the memories. */
  nameWords: 3,
  /** Stop words are indexed only in passages with at most this many content words. */
  stopWordsWithin: 3,
  /** In a query of at most so many words that is no question each word counts by itself. */
  keywords: 2,
  /** One of at most so many, none of which is of ordering, is translated as a question is. */
  phrase: 5,
  /** Longer terms are cut, in the index as in the query. */
  termLength: 64,
  /** A query's further distinct terms, by length the shortest, are left out. */
  queryTerms: 400,
  /** How many of them get substitutes: those of questions, then the rarest in the store. */
  queryTermsWithSubstitutes: 64,
  /** A longer order names too many topics to be about one. */
  orderLength: 400,
  /** Further names of single things in a query are words only. */
  queryNames: 16,
} as const;

export const RANKING = {
  /**
   * A ranking compares all memories of a character up to the first number. Of a larger one it compares the best by words,
   * the nearest in meaning, and the neighbours of the very best of both in a conversation.
   */
  candidates: { wholeUpTo: 4_000, most: 1_000, strong: 300, nearest: 600, nearestWithNeighbours: 300 },
  /** Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009: saturation and length. */
  passage: { k1: 0.9, b: 0.75 },
  /**
   * Word frequencies are computed as if there were at least this many passages. `npm run bench -- recall` measures
   * small stores.
   */
  leastPassages: 100,
  /** The same for a session taken as one document. */
  session: { k1: 1.2, b: 0.75, weight: 0.2 },
  /** The weight of similarity besides the words, for the table of words and for embeddings. */
  nearness: {
    /** For turns of a conversation; for statements of which no memory covers the question. */
    weight: { least: 0.3, most: 1 },
    /** Factors for statements: of trusted embeddings, and of the table of words besides them. */
    statements: { embeddings: 1.4, wordsBeside: 0.3 },
    /** For embeddings, turns of more words count as statements: fully from `long` on. */
    turnWords: { short: 20, long: 60 },
    /** The share of similarity that neighbours of a turn give. */
    neighbours: 0.9,
    /**
     * For statements: the maximum applies where the best memory covers at most the first share of the question, the
     * minimum from the second share on.
     */
    fullFrom: 0.3,
    leastFrom: 1,
    /** Matches without a common word: the least deviations above the character's mean, and the most memories. */
    match: { deviations: 1.2, memories: 10 },
    /** The same for a question that asks for all things of a kind. */
    set: { deviations: 1, memories: 25 },
  },
  /**
   * The encoder of the package, in place of the weights above. The maximum applies where the best memory covers hardly
   * anything of the question, or where the nearest memory stands out: from so many deviations above the mean on, in full
   * from the second number. Else the words lead.
   */
  own: {
    weight: { least: 0.15, most: 1.2 },
    /** For turns of a conversation. */
    turns: 0.1,
    fullFrom: 0.1,
    leastFrom: 0.3,
    standsOut: { from: 2.7, full: 4.5 },
    /** The factor of the table of words besides it. */
    wordsBeside: 0.6,
    /** Languages with stems here that it does not read (BCP 47). */
    unread: ['sv', 'nb', 'da', 'fi'],
  },
  /** The table of words. In larger characters only this many of the best by words are compared. */
  meaning: {
    wholeUpTo: 20_000,
    candidates: 1_000,
    /** The prior of cosines of the table, for characters with fewer memories. */
    prior: { least: 10, mean: 0, deviation: 0.2 },
    /** The least cosine of a match by the table alone, and the largest strength of such matches. */
    match: { cosine: 0.2, strength: 0.3 },
  },
  /** Embeddings, when there are any. */
  similarity: {
    /** The factor of strength for matches by embeddings alone, for recall hooks. */
    unasked: 0.7,
    /** The prior of cosines of most models, for characters with fewer memories. */
    prior: { least: 10, mean: 0.15, deviation: 0.1 },
    /** Linear between two correlations with the lexical scores; the prior `expected` weighs as much as `memories`. */
    trust: { expected: 0.2, memories: 30, from: 0.06, to: 0.14 },
  },
  /** Exponent of the share of the query's weight that a passage covers. */
  coverage: 0.3,
  /** The share of the other passages of a memory, and the most that they add, as a multiple of the best. */
  passages: { others: 0.5, most: 1 },
  /** A name does not decide the order if more passages have it (a number, or a share of the memories). */
  names: { least: 10, share: 0.1 },
  /**
   * The total weight of the other words of a query besides a name word: limited to this where they are few, unlimited
   * where they are many.
   */
  nameWords: {
    others: 0.4,
    few: 12,
    many: 30,
    /** A word is no name word if more passages have it (a number, or a share of all). */
    least: 10,
    share: 0.05,
  },
  /**
   * The most that the terms of a name of several words weigh together, as a multiple of the rarest, where a query has few
   * words; unlimited where it has many.
   */
  identifier: { most: 1.25, few: 8, many: 16 },
  /** Query terms that are near each other in the query should be near each other in the passage. */
  proximity: { weight: 0.2, queryDistance: 2, passageDistance: 3, passages: 300, queryPairs: 128 },
  /**
   * Of the best memories that cover the same and have at least a share of the best one's score, those with the query's words
   * in its order, so many words apart at most, come first: the others have at most a share of their score.
   */
  order: { among: 50, near: 0.7, distance: 2, apart: 0.9 },
  /** The support that neighbouring memories in the conversation give. */
  neighbours: {
    reach: 3,
    before: 0.35,
    after: 0.245,
    decay: 0.5,
    /** Turns of a conversation are short: full support up to the first number of words, none from the second. */
    shortWords: 80,
    longWords: 160,
    /**
     * Turns of a conversation follow each other: full support up to the first number of minutes apart, none from the
     * second.
     */
    nearMinutes: 15,
    farMinutes: 60,
    /** Where people take turns, a question gives this much more to the memories after it. */
    question: 0.5,
    /** The support that messages of one utterance give the best of them. */
    same: 0.3,
    /** The share that messages of an utterance other than the best get. */
    rest: 0.3,
    /** The support that the reply to a long message gives it. */
    reply: 0.45,
    /**
     * The most that neighbours add: this multiple of the memory's own words' score, or of the best memory's, whichever
     * is more.
     */
    most: { own: 1, best: 0.7 },
  },
  /**
   * One utterance: the most messages, within this many minutes, where this share of neighbours are of two participants.
   */
  utterance: { messages: 8, minutes: 15, alternation: 0.25 },
  /**
   * Who counts as a participant, and the factor of others' memories when the query names one. A session of fewer
   * memories than `session` does not show whether people take turns.
   */
  participants: { share: 0.05, least: 3, jointly: 0.8, others: 0.5, session: 6 },
  /**
   * The factor of each further memory of a session, by the mean length of its messages: 1 up to the first number of
   * words, in full from the second. Applied to the best ones only.
   */
  variety: { less: 0.5, shortWords: 20, longWords: 60, among: 500 },
  /** Where people take turns, a memory that ends in a question counts this much less: it has no answer. */
  question: 0.2,
  /** The share of its weight that a word has which says little of what a question asks: "use". */
  light: 0.25,
  /** The weights of substitutes: about the same subject, in another language, by the lexicon, by a common prefix, as a part or a compound. */
  substitutes: { subject: 0.9, translation: 0.8, lexicon: 0.6, beginning: 0.4, compound: 0.5 },
  time: {
    /** Factor for a memory of the time that the query names. */
    within: 2,
    /** Added to the factor near a day that the query names. */
    nearDay: 1,
    nearDays: 3,
    /** Events of a month are often mentioned in the first days of the next one. */
    monthTailDays: 10,
    /** Added to the factor within the very period that the query names. */
    period: 1,
    /**
     * For a query that asks for nothing but a time: the relevance of its newest memory, the share of that which the oldest
     * has, and the most that others have which say the date.
     */
    list: { relevance: 0.9, oldest: 0.7, saying: 0.5 },
    /** Added to the factor of a memory that names a time, when the query asks for one. */
    when: 0.2,
  },
  /** Relevance of the best memory when another one is the exact text. */
  besideExact: 0.8,
  /** Where the best one covers less of the query by words, or `covered` less than another, so many stand by how likely each answers. */
  guesses: { among: 20, covers: 0.2, covered: 0.35 },
} as const;

/**
 * The meaning of relevance: a logistic regression, fitted on questions with an answer, on the same ones with the answer
 * taken out, and on prompts about nothing here, in stores of 30 to 100,000 memories (see src/search/README.md).
 */
export const RELEVANCE = {
  /** The factor of another participant's memory against one of the named participant. */
  others: 0.5,
  /** The agreement is full from two thirds on: the named participant's share of what both sides cover. */
  agreement: 1.5,
  /** By words alone: the weight of the best memory's coverage, and the sum without any. */
  words: { words: 4.4, none: -2.4 },
  /** With the encoder of the package: of its coverage and similarity together, or of its similarity alone. */
  withMeaning: { words: 4.4, meaning: 3.2, none: -3.1 },
  meaning: { meaning: 7, none: -3.6 },
  /** More for turns of a conversation, which answer in fewer of the question's words. */
  turns: 0.5,
  /**
   * More for a statement that has something which an order names; in full up to the first number of memories, nothing from
   * the second. This share more of the full weight where the second best has at most half of its score, none from three
   * quarters on.
   */
  orders: { most: 1.1, fullShare: 0.3, fullUpTo: 50, noneFrom: 500, clear: { more: 0.36, full: 0.5, none: 0.75 } },
  /**
   * The most for a query of one word that a memory has, unless it is as near in meaning as `onlyNames` says: the more
   * memories have it, the less likely is it this one. In full up to the first number of passages, `least` from the second.
   */
  oneWord: { most: 0.9, asked: 0.8, least: 0.45, few: 3, many: 30 },
  /** The most where nothing but a name of a question matches, and the similarity below which that holds. */
  onlyNames: { most: 0.3, similarity: 0.53 },
} as const;

/** Damerau, "A technique for computer detection and correction of spelling errors", 1964: most are one edit away. */
export const REPAIR = {
  minLetters: 4,
  twoEditsFrom: 8,
  /** From this length on a name in another script may differ by a letter from its sound. */
  soundFrom: 6,
  /** How many unknown words of one query are repaired; longest first. */
  words: 8,
  /** Nearest terms tried for one word. */
  candidates: 8,
  /** An inflection in the index may be this many letters longer or shorter. */
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
  /** The share of its relevance that a title has for a question. */
  title: 0.4,
  /** The share of its weight that a word has in a message which only the title of the chat says. */
  chatTitle: 0.4,
  /**
   * For keywords: the shares of its relevance that a text has which says another word of the stem, or only below a title
   * that says it; those of a message of a chat, of an assistant's, and of a long text (UTF-16 units).
   */
  said: { stem: 0.6, title: 0.4, message: 0.9, assistant: 0.75, length: { short: 300, long: 1_500, factor: 0.7 } },
  /** How much less relevant the other of two states of the same attribute is than the preferred one. */
  changed: 0.12,
  /**
   * Memories below one heading are similar from this share of common words. After this many of them each further one
   * loses this share of relevance.
   */
  crowd: { alike: 0.6, first: 2, less: 0.2 },
  /** A memory is a near-duplicate when at least this share of its words is in the other one. */
  nearDuplicate: 0.8,
} as const;
