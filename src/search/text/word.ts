/** How a term takes part: as a word, as a stop word, or as another way to find a word that has its own term. */
export type Role = 'word' | 'stop' | 'alternate';

/** One term at one place of a text. */
export interface Word {
  readonly term: string;
  /**
   * Counted in words from the start of the text without stop words, so that "king of the hill" puts two words side by
   * side. An alternate has its word's position, a stop word that of the next word.
   */
  readonly position: number;
  readonly role: Role;
  /** The number within the text of the identifier that the term belongs to; 0: none. */
  readonly identifier: number;
  /** The word as it is written, in lower case; of words of scripts with letters and spaces. */
  readonly written: string | undefined;
}

/** Collects the words of one text. */
export class WordList {
  /** The language of the text, see `languages`; 0 for English and unknown languages. */
  readonly language: number;
  readonly stopWords: ReadonlySet<string>;
  readonly words: Word[] = [];
  position = 0;
  identifiers = 0;

  constructor(language: number, stopWords: ReadonlySet<string>) {
    this.language = language;
    this.stopWords = stopWords;
  }

  /** A word with a place of its own. */
  add(term: string, role: Role, identifier = 0, written?: string): void {
    this.addAt(this.position++, term, role, identifier, written);
  }

  addStop(term: string, identifier = 0): void {
    this.addAt(this.position, term, 'stop', identifier);
  }

  addAt(position: number, term: string, role: Role, identifier = 0, written?: string): void {
    this.words.push({ term, position, role, identifier, written });
  }
}
