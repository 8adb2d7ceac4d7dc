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
  /** By their first letter, each with its place among all. */
  readonly #begins = new Map<string, [beginning: string, name: string, place: number][]>();
  #beginnings = 0;
  readonly #first: [beginning: string, name: string][] = [];
  readonly #parts: [part: string, name: string][] = [];
  readonly #maxAround: number;
  /** Whole phrases of several words by their first, each with its place among all. */
  readonly #several = new Map<string, [phrase: string, place: number][]>();
  /** What these begin with: no other words are looked up together. */
  readonly #starts = new Set<string>();

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
    else if (phrase.endsWith('*')) push(this.#begins, plain[0] ?? '', [` ${plain}`, name, this.#beginnings++]);
    else if (phrase.includes(' ~ ')) {
      const [first = '', last = ''] = plain.split(' ');
      this.#around.push([first, last, name]);
    } else {
      const [first = '', ...others] = plain.split(' ');
      if (others.length > 0 && !this.#whole.has(plain)) push(this.#several, first, [plain, this.#whole.size]);
      push(this.#whole, plain, name);
      for (let at = plain.indexOf(' '); at > 0; at = plain.indexOf(' ', at + 1)) this.#starts.add(plain.slice(0, at));
    }
  }

  /** The classes of which a squeezed text has a phrase. */
  in(said: string): ReadonlySet<string> {
    const tokens = said.trim().split(' ');
    const found = new Set<string>();
    for (let start = 0; start < tokens.length; start++) {
      let phrase = tokens[start] ?? '';
      for (const name of this.#whole.get(phrase) ?? []) found.add(name);
      for (let end = start + 1; end < tokens.length && this.#starts.has(phrase); end++) {
        phrase += ` ${tokens[end]}`;
        for (const name of this.#whole.get(phrase) ?? []) found.add(name);
      }
    }
    for (const [first, last, name] of this.#around) {
      const isAround = (token: string, at: number) =>
        token === first && tokens.slice(at + 1, at + 1 + this.#maxAround).includes(last);
      if (tokens.some(isAround)) found.add(name);
    }
    const begun: [place: number, name: string][] = [];
    for (let at = said.indexOf(' '); at >= 0; at = said.indexOf(' ', at + 1)) {
      for (const [beginning, name, place] of this.#begins.get(said[at + 1] ?? '') ?? []) {
        if (said.startsWith(beginning, at)) begun.push([place, name]);
      }
    }
    for (const [, name] of begun.toSorted(([one], [other]) => one - other)) found.add(name);
    for (const [beginning, name] of this.#first) if (said.startsWith(beginning)) found.add(name);
    if (unspaced.test(said)) for (const [part, name] of this.#parts) if (said.includes(part)) found.add(name);
    return found;
  }

  /** A squeezed text without its phrases of several words; of Korean, also without words that begin with one. */
  without(said: string): string {
    const several = [...new Set(said.split(' '))]
      .flatMap((first) => this.#several.get(first) ?? [])
      .filter(([phrase]) => said.includes(` ${phrase} `))
      .toSorted(([, one], [, other]) => one - other);
    const left = several.reduce((text, [phrase]) => text.replaceAll(` ${phrase} `, ' '), said);
    if (!unspaced.test(said)) return left;
    const parts = this.#parts.filter(([part]) => part.length >= shortestPart && said.includes(part));
    return parts.reduce((text, [part]) => {
      const isOfWords = /\p{Script=Hangul}/u.test(part);
      return isOfWords
        ? text.replace(/\S+/gu, (word) => (word.startsWith(part) ? ' ' : word))
        : text.replaceAll(part, ' ');
    }, left);
  }

  /** Whether a word by itself is one of the phrases, or begins as one. */
  has(word: string): boolean {
    const begins = this.#begins.get(word[0] ?? '') ?? [];
    return this.#whole.has(word) || begins.some(([beginning]) => ` ${word}`.startsWith(beginning));
  }
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
