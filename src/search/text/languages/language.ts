/** The data of a language besides its stems. Words and patterns are without marks and in lower case (see `fold`). */
export interface Language {
  readonly name: string;
  /** Its BCP 47 tag. */
  readonly code: string;
  /** Function words: they identify the language, and say little about a text's topic. */
  readonly stopWords: string;
  /** Words of questions and requests that memories do not answer with: "explain", "please", "is used for". */
  readonly asking: string;
  /** Letters beyond a to z that it is written with. */
  readonly letters: string;
  /** Letters that it is not written with, though languages of the same script are. */
  readonly foreign?: RegExp;
  /** Endings that are common in it: they decide between equally likely languages. */
  readonly endings?: RegExp;
  /** The stem of a word in lower case, with its marks or without. */
  readonly stem: (word: string) => string;
  /** Lines of a base form and forms that no rule brings to it. */
  readonly irregularForms?: string;
  /** Words that a word in lower case without marks may be a form of, such as the verb without its prefix. */
  readonly otherForms?: (word: string) => readonly string[];
  /** Further stems that a word in lower case without marks may have. */
  readonly otherStems?: (word: string) => readonly string[];
  /** Words are put together to new ones without a space. */
  readonly compounds?: boolean;
  /** Words have several suffixes. */
  readonly agglutinates?: boolean;
  /** Letters that are also typed as others: pairs, each the letter with its mark and its replacement. */
  readonly spellings?: readonly (readonly [string, string])[];
  /** Endings of names follow an apostrophe. */
  readonly endsAtApostrophe?: boolean;
  readonly time: TimeWords;
  readonly tasks: TaskWords;
  readonly ends: EndWords;
}

/** How a language says until when a statement holds, as parts of patterns. */
export interface EndWords {
  /** "Until" with its article, before a time; or after it. */
  readonly until?: string;
  readonly after?: string;
  /** "Expires", "ends". */
  readonly expires: string;
  readonly tomorrow: string;
  /** "Next", of a week. */
  readonly next: string;
  /** "The end of", before a unit or month; or after it. */
  readonly end?: string;
  readonly endAfter?: string;
  /** "From" and "to", of days. */
  readonly range?: readonly [from: string, to: string];
  /** States and appointments that pass by themselves. */
  readonly passing: string;
  /** Habits, conditions and duties: their times end nothing. */
  readonly never: string;
  /** Verbs of the past. */
  readonly past: string;
}

/** How a language asks for tasks, as parts of patterns. */
export interface TaskWords {
  /** "Still to do". */
  readonly left: string;
  /** "Have I done". */
  readonly finished: string;
  /** Words of each state, which may also be said of anything else: "open" of an invoice. */
  readonly open: string;
  readonly done: string;
  readonly dropped: string;
  /** "Task", "thing". */
  readonly task: string;
}

/** How a language names times, as parts of patterns: alternatives divided by |, entries by spaces. */
export interface TimeWords {
  /** Twelve, from January. */
  readonly months: string;
  /** Seven, from Sunday. */
  readonly weekdays: string;
  /** Today, yesterday, the day before. `_` is a space. */
  readonly days: string;
  /** Day, week, weekend, month, year, in all forms after a number or "last". */
  readonly units: string;
  /** One to ten. */
  readonly numbers: string;
  /** "Last", before or after its unit. */
  readonly last: string;
  /** "This", before its unit. */
  readonly this: string;
  /** "Ago": the words before the number and after the unit; either may be empty. */
  readonly ago: readonly [before: string, after: string];
  /** Words between a day and its month, or a month and its year. */
  readonly of?: string;
  /** Other words that announce a time. */
  readonly others: string;
  /** How a question begins that asks for a time. */
  readonly when: string;
  /** Words besides a time that ask for all of it: "happened", "decided", "notes". */
  readonly doing: string;
}
