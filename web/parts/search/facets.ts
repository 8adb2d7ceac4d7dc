import type { Found } from './found.ts';

export interface FacetName {
  kind: 'character' | 'name';
  value: string;
}

/** A property that some found memories share: their character, or a name in their texts. */
export interface Facet extends FacetName {
  memoryIds: ReadonlySet<string>;
}

/** How many facets of each kind are shown. */
const shown = { character: 6, name: 8 };
/** The most words of a topic. */
const maxOfTopic = 2;
/** The fewest memories of a facet. */
const fewest = 2;

const word = "\\p{Lu}[\\p{L}\\p{M}\\p{N}'’-]+";
const phrase = `${word}(?: ${word})*`;
/** Names where writing shows them; the first group is the name. */
const patterns = [
  // Who speaks: "Ada: I like tea."
  new RegExp(`^(${phrase}): `, 'gmu'),
  // Capitals inside a sentence.
  new RegExp(`[\\p{Ll}\\p{N},;)»”"'’] (${phrase})`, 'gu'),
  // Capitals or digits inside a word: PostgreSQL, iOS, GPT-4.
  /(?<![\p{Lu}\p{Ll}\p{N}])([\p{Lu}\p{Ll}]+-?[\p{Lu}\p{N}][\p{Lu}\p{Ll}\p{N}]*)/gu,
];
/** Latin words in a text of a script without capitals. */
const latinWords = /(?<![A-Za-z0-9])([A-Za-z][A-Za-z0-9]*(?:[.+-][A-Za-z0-9]+)*)/g;
const withoutCapitals =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/gu;
const withCapitals = /[\p{Lu}\p{Ll}]/gu;
/** A word whose capital its place may explain. */
const capitalised = /^\p{Lu}\p{Ll}+$/u;
const smallWords = /(?<![\p{L}\p{M}\p{N}])\p{Ll}+(?![\p{L}\p{M}\p{N}])/gu;
const pronouns = /^(?:I|(?:I|You|He|She|It|We|They|That|There|What|Who|Let)['’].*)$/;

/**
 * Facets of a search's results, those of the most memories first. Properties of all results, or named by the query, are
 * left out.
 * @param chosen stays among them
 */
export function facetsOf(found: readonly Found[], query: string, chosen?: FacetName): Facet[] {
  const asked = ` ${lettersOf(query)} `;
  const characters = grouped(
    found.flatMap(({ id, characterName }) => (characterName ? [[characterName, id] as const] : [])),
  );
  // What a text writes small is a word, which a heading or a sentence wrote large.
  const small = new Set(found.flatMap(({ content }) => content.match(smallWords) ?? []));
  const names = new Map<string, string>();
  for (const { content } of found) {
    for (const name of namesIn(content)) {
      const letters = lettersOf(name);
      if (capitalised.test(name) && small.has(letters)) continue;
      if (!names.has(letters) && !asked.includes(` ${letters} `)) names.set(letters, name);
    }
  }
  const texts = found.map(({ id, content }) => [id, ` ${lettersOf(content)} `] as const);
  // "Noir" of "Pinot Noir" adds nothing.
  const isPart = (letters: string) =>
    [...names.keys()].some((one) => ` ${one} `.includes(` ${letters} `) && one !== letters);
  const isOwn = (letters: string) => !isDay(letters) && !isPart(letters);
  const named = new Map(
    [...names]
      .filter(([letters]) => isOwn(letters))
      .map(([letters, name]) => [name, new Set(texts.flatMap(([id, text]) => (holds(text, letters) ? [id] : [])))]),
  );
  const most = (kind: FacetName['kind'], groups: ReadonlyMap<string, ReadonlySet<string>>) =>
    [...groups]
      .filter(([, { size }]) => size >= fewest && size < found.length)
      .toSorted(([one, a], [other, b]) => b.size - a.size || one.localeCompare(other))
      .filter(([value], at) => at < shown[kind] || (chosen?.kind === kind && chosen.value === value))
      .map(([value, memoryIds]) => ({ kind, value, memoryIds }));
  return [...most('character', characters), ...most('name', named)];
}

/** The days and months of the page's language and of English, in lower case. */
const days = new Set(
  [undefined, 'en'].flatMap((locale) =>
    Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, at + 1))).flatMap((date) =>
      (['weekday', 'month'] as const).map((part) =>
        date.toLocaleDateString(locale, { [part]: 'long', timeZone: 'UTC' }).toLowerCase(),
      ),
    ),
  ),
);
const isDay = (letters: string) => days.has(letters);

/** Names of people and things, as a text writes them. */
export function namesIn(text: string): string[] {
  const all = isWithoutCapitals(text) ? [...patterns, latinWords] : patterns;
  const names = all.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name = '']) => name));
  return [...new Set(names)].filter((name) => name.length > 1 && !pronouns.test(name));
}

/** Whether most of a text's letters are of scripts without capitals: a few such words make no English text one. */
function isWithoutCapitals(text: string): boolean {
  return 3 * (text.match(withoutCapitals)?.length ?? 0) > (text.match(withCapitals)?.length ?? 0);
}

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [key, id] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(id));
  return groups;
}

/** Words in lower case with single spaces between them, so that names are compared as words. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Whether a search is for a name or a topic, and not a question.
 * @param understood its words without those that only ask
 */
export function isTopic(query: string, understood: readonly { word: string }[]): boolean {
  const words = lettersOf(query).split(' ');
  const letters = understood.map(({ word }) => lettersOf(word).replaceAll(' ', '')).join('');
  return words.length <= maxOfTopic && letters !== '' && letters.length >= words.join('').length;
}

/** Scripts without spaces write a Latin name between their own letters. */
function holds(text: string, letters: string): boolean {
  return isWithoutCapitals(text) ? text.includes(letters) : text.includes(` ${letters} `);
}
