const unspaced = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
/** A shorter phrase is a part of many other words. */
const shortestPart = 2;

/** Whether a text is of a script that does not separate words, or of Korean, which joins endings to them. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Lower case, words alone, with a space around each. */
export function squeezed(text: string): string {
  return ` ${text.normalize('NFKC').toLowerCase()} `.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ');
}

/** How many words behind the first the last word of "ne ~ plus" stands, at most. */
const maxAround = 4;

/**
 * Phrases of classes that are looked for in texts. A star: words that begin so; "ne ~ plus": with a few words between; an
 * arrowhead (^): at the beginning of the text; of scripts without spaces: anywhere.
 */
export class Phrases {
  readonly names: readonly string[];
  readonly #whole = new Map<string, string[]>();
  readonly #around: [first: string, last: string, name: string][] = [];
  readonly #begins: [beginning: string, name: string][] = [];
  readonly #first: [beginning: string, name: string][] = [];
  readonly #parts: [part: string, name: string][] = [];
  readonly #maxAround: number;
  /** Words of the longest phrase. */
  #longest = 1;

  /** @param classes the name of each with its phrases, divided by bars */
  constructor(classes: readonly (readonly [name: string, phrases: string])[], around = maxAround) {
    this.names = classes.map(([name]) => name);
    this.#maxAround = around;
    for (const [name, phrases] of classes) for (const phrase of phrases.split('|')) this.#add(name, phrase);
  }

  #add(name: string, phrase: string): void {
    const plain = squeezed(phrase).trim();
    if (plain === '') return;
    if (phrase.startsWith('^')) this.#first.push([` ${plain} `, name]);
    else if (unspaced.test(plain)) this.#parts.push([plain, name]);
    else if (phrase.endsWith('*')) this.#begins.push([` ${plain}`, name]);
    else if (phrase.includes(' ~ ')) {
      const [first = '', last = ''] = plain.split(' ');
      this.#around.push([first, last, name]);
    } else {
      this.#whole.set(plain, [...(this.#whole.get(plain) ?? []), name]);
      this.#longest = Math.max(this.#longest, plain.split(' ').length);
    }
  }

  /** The classes of which a squeezed text has a phrase. */
  in(said: string): ReadonlySet<string> {
    const tokens = said.trim().split(' ');
    const found = new Set<string>();
    for (let start = 0; start < tokens.length; start++) {
      let phrase = '';
      for (const token of tokens.slice(start, start + this.#longest)) {
        phrase = phrase === '' ? token : `${phrase} ${token}`;
        for (const name of this.#whole.get(phrase) ?? []) found.add(name);
      }
    }
    for (const [first, last, name] of this.#around) {
      const isAround = (token: string, at: number) =>
        token === first && tokens.slice(at + 1, at + 1 + this.#maxAround).includes(last);
      if (tokens.some(isAround)) found.add(name);
    }
    for (const [beginning, name] of this.#begins) if (said.includes(beginning)) found.add(name);
    for (const [beginning, name] of this.#first) if (said.startsWith(beginning)) found.add(name);
    if (unspaced.test(said)) for (const [part, name] of this.#parts) if (said.includes(part)) found.add(name);
    return found;
  }

  /** A squeezed text without its phrases of several words; of Korean, also without words that begin with one. */
  without(said: string): string {
    const several = [...this.#whole.keys()].filter((phrase) => phrase.includes(' ') && said.includes(` ${phrase} `));
    const parts = this.#parts.filter(([part]) => part.length >= shortestPart && said.includes(part));
    const left = several.reduce((text, phrase) => text.replaceAll(` ${phrase} `, ' '), said);
    return parts.reduce((text, [part]) => {
      const isOfWords = /\p{Script=Hangul}/u.test(part);
      return isOfWords
        ? text.replace(/\S+/gu, (word) => (word.startsWith(part) ? ' ' : word))
        : text.replaceAll(part, ' ');
    }, left);
  }

  /** Whether a word by itself is one of the phrases, or begins as one. */
  has(word: string): boolean {
    return this.#whole.has(word) || this.#begins.some(([beginning]) => ` ${word}`.startsWith(beginning));
  }
}
