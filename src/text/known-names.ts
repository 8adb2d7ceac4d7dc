/** A sign of a script in which no capitals show names. */
export const uncased =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;
const letter = /[\p{L}\p{M}]/u;
const katakana = /[\p{Script=Katakana}ー]/u;
const hangul = /\p{Script=Hangul}/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u;
/** Particles that are written with a name, in Arabic and Hebrew before it, in Korean behind. */
const proclitic = /(?:^|[^\p{L}\p{M}])[وفبلكושבכמ]{0,2}$/u;
const korean =
  /^이?(?:은|는|가|을|를|과|랑|와|의|에게|한테|께|도|네|야|씨|님|에요|예요|라고)?(?:[^\p{Script=Hangul}]|$)/u;
/** A name of fewer signs is a part of too many words. */
const leastSigns = 2;

/** Names of scripts without capitals that some text tells, found again in others that only use them. */
export class KnownNames {
  /** By their first two UTF-16 units. */
  readonly #byStart = new Map<string, string[]>();
  readonly #names = new Set<string>();

  /** Whether it is new, and one that can be found again. */
  add(name: string): boolean {
    if (this.#names.has(name) || !uncased.test(name) || [...name].length < leastSigns) return false;
    this.#names.add(name);
    const start = name.slice(0, 2);
    const others = this.#byStart.get(start);
    if (others) others.push(name);
    else this.#byStart.set(start, [name]);
    return true;
  }

  get size(): number {
    return this.#names.size;
  }

  /** Its names that a text has as words. */
  in(text: string): string[] {
    const found = new Set<string>();
    for (let at = 0; at + 2 <= text.length; at++) {
      for (const name of this.#byStart.get(text.slice(at, at + 2)) ?? [])
        if (text.startsWith(name, at) && isWord(text, at, name)) found.add(name);
    }
    return [...found];
  }
}

function isWord(text: string, at: number, name: string): boolean {
  const [before, behind] = [text.slice(Math.max(0, at - 3), at), text.slice(at + name.length, at + name.length + 4)];
  if (katakana.test(name[0]!)) return !katakana.test(before.slice(-1)) && !katakana.test(behind.slice(0, 1));
  if (unspaced.test(name[0]!)) return true;
  if (hangul.test(name[0]!)) return !hangul.test(before.slice(-1)) && korean.test(behind);
  return proclitic.test(before) && !letter.test(behind.slice(0, 1));
}
