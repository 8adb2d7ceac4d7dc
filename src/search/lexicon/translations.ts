import { once } from '../../base/once.ts';
import type { QueryTerm } from '../../domain/stores/search.ts';
import { asLoan, inKatakana, inLatin, ofLoan } from '../../text/sounds.ts';
import { TEXT } from '../parameters.ts';
import { isOrdering } from '../text/asking.ts';
import { fold } from '../text/fold.ts';
import { LANGUAGE_NUMBERS, languageOf, NO_LANGUAGE } from '../text/languages/languages.ts';
import { stemsIn } from '../text/languages/stems.ts';
import { stem } from '../text/stem.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { foldedWords } from '../text/subjects.ts';
import { addEastAsian, segmentsOf } from '../text/unspaced.ts';
import { WordList } from '../text/word.ts';
import lexicon from './everyday.lexicon';

/** The columns of the lexicon: English, languages with stems, then those without spaces or with particles. */
const columns = ['English', 'German', 'French', 'Spanish', 'Italian', 'Portuguese', 'Dutch', 'Russian'];

interface Word {
  readonly word: string;
  /** Another word in English: it is only asked for. */
  readonly isAsked: boolean;
}

/** What a line says, by column. */
type Line = readonly (readonly Word[])[];

const wordOf = (written: string): Word => ({ word: written.replace(/^~/u, ''), isAsked: written.startsWith('~') });

const lines = once((): Line[] =>
  lexicon
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((words) => (words === '' ? [] : words.split(' ').map(wordOf)))),
);

const numberOf = (column: number): number =>
  LANGUAGE_NUMBERS.find((number) => languageOf(number).name === columns[column]) ?? NO_LANGUAGE;

const stemOf = (word: string, language: number) =>
  language === NO_LANGUAGE ? stem(fold(word)) : (stemsIn(language)(word.toLowerCase())[0] ?? fold(word));

/** The lines with a word of some columns, by what `read` makes of it. */
function linesBy(
  chosen: (column: number) => boolean,
  read: (word: string, column: number) => string,
  counts: (word: Word) => boolean = () => true,
) {
  const found = new Map<string, number[]>();
  for (const [at, line] of lines().entries()) {
    for (const [column, words] of line.entries()) {
      if (!chosen(column)) continue;
      for (const key of new Set(words.filter(counts).map(({ word }) => read(word, column))))
        found.set(key, [...(found.get(key) ?? []), at]);
    }
  }
  return found;
}

/** Of each column with stems, the lines by its words and by their stems: a query needs those of its own language. */
const byColumn = once(() =>
  columns.map((_, at) => {
    const of = (read: (word: string) => string) => once(() => linesBy((column) => column === at, read));
    return { number: numberOf(at), words: of(fold), stems: of((word) => stemOf(word, numberOf(at))) };
  }),
);
const byWord = once(() =>
  linesBy(
    (column) => column < columns.length,
    fold,
    ({ isAsked }) => !isAsked,
  ),
);
const isOfCompounds = (column: number) => columns[column] === 'German' || columns[column] === 'Dutch';
const byPart = once(() => linesBy(isOfCompounds, fold));
/** Names of scripts without spaces, which stand among other signs. */
const unspaced = once(() =>
  [...linesBy((column) => column >= columns.length, fold)].sort(([a], [b]) => b.length - a.length),
);

/** The terms of the words of a line by column, as memories of that language have them. */
const termsOf = once(() =>
  lines().map((line) =>
    once(() =>
      line.map((words, column) => {
        const said = words.flatMap(({ word, isAsked }) => (isAsked ? [] : [word]));
        if (column >= columns.length) return said.map(signsOf);
        return said.flatMap((word) => [stemOf(word, numberOf(column)), stem(fold(word))]);
      }),
    ),
  ),
);

/** The terms of a line in other columns than some. */
const termsBeside = (at: number, isOwn: (column: number) => boolean) =>
  termsOf()[at]!().flatMap((terms, column) => (isOwn(column) ? [] : terms));

/** The index has the pairs of signs, and the longer words of the dictionary, which takes long to load. */
function signsOf(word: string): string {
  const written = fold(word);
  if ([...written].length <= 2 || HANGUL.test(written)) return written;
  const list = new WordList(NO_LANGUAGE, STOP_WORDS);
  addEastAsian(list, written);
  const whole = list.words.find(({ term }) => term === written);
  return (whole ?? list.words.findLast(({ role }) => role === 'word'))?.term ?? written;
}

/** Whether a query is a word or two, or a phrase without a word of ordering: "hot spring dinner budget". */
export function isPhrase(terms: readonly QueryTerm[], text: string): boolean {
  const words = terms.filter(({ alternate }) => !alternate);
  if (words.length <= TEXT.keywords || hasOnlyWords(text)) return true;
  return (
    words.length <= TEXT.phrase && !IDEOGRAPHIC.test(text) && !words.some((one) => foldedWords(one).some(isOrdering))
  );
}

/** Whether a text in such a script has nothing beside its words and the particles between them: 温泉の予算. */
function hasOnlyWords(text: string): boolean {
  const folded = fold(text);
  if (!IDEOGRAPHIC.test(folded)) return false;
  const others = namesAmong(folded).reduce((left, [name]) => left.replaceAll(name, ' '), folded);
  const rest = others.replaceAll(KATAKANA, ' ');
  return rest.length < folded.length && /^(?:[のとや的和,、\s]|은|는|의|과|와)*$/u.test(rest);
}

/** The words of scripts without spaces in a text, the longest first: 本 is not a word of 日本 or 山本. */
function namesAmong(folded: string): (readonly [string, number[]])[] {
  const segments = once(() => new Set(segmentsOf(folded)));
  let rest = folded;
  return unspaced().filter(([name]) => {
    if (!rest.includes(name) || ([...name].length === 1 && !segments().has(name))) return false;
    rest = rest.replaceAll(name, ' ');
    return true;
  });
}

/** A part of a compound has so many letters. */
const leastPart = 3;
const maxPart = once(() => Math.max(...[...byPart().keys()].map(({ length }) => length)));

/** The lines of both parts of a compound: Wein and Liste of "Weinliste". */
function linesOfParts(word: string): number[] {
  const folded = fold(word);
  // No two parts and an s between them are so long.
  if (folded.length > 2 * maxPart() + 1) return [];
  for (let cut = leastPart; cut <= folded.length - leastPart; cut++) {
    const beginnings = [folded.slice(0, cut), folded.slice(0, cut).replace(/s$/u, '')];
    const first = beginnings.flatMap((one) => byPart().get(one) ?? []);
    const last = byPart().get(folded.slice(cut)) ?? [];
    if (first.length > 0 && last.length > 0) return [...first, ...last];
  }
  return [];
}

/**
 * The terms of a query with those of the same everyday words in other languages (dictionary-based cross-language retrieval,
 * after Ballesteros and Croft, 1997): "Schwester" also finds "sister" and 妹. A pair of signs on the edge of a known word counts
 * only where it is found.
 * @param languages those that the query may be in
 */
export function withTranslations(terms: readonly QueryTerm[], text: string, languages: readonly number[]): QueryTerm[] {
  const folded = fold(text);
  const names = IDEOGRAPHIC.test(folded) ? namesAmong(folded) : [];
  const wholes = new Set(terms.map(({ term }) => term));
  const inLetters = once(() => new Set(terms.flatMap(({ term, written }) => (written.length > 0 ? [term] : []))));
  const inLatinToo = (folded.match(KATAKANA) ?? []).flatMap((run) => {
    const name = inLatin(run);
    return name === undefined ? [] : [fold(name), ofLoan(fold(name))].map((one) => [run, stem(one)] as const);
  });
  const mayBeOther = languages.length === 0 && terms.length <= TEXT.nameWords;
  const spoken = languages.length > 0 ? languages : [NO_LANGUAGE];
  return terms.flatMap((one) => {
    const made = one.written.length > 0 ? ofWord(one) : ofSigns(one);
    return made === undefined ? [] : saysAlready(made) ? one : made;
  });

  /** Whether the query has a word in two languages itself: "커피 coffee". */
  function saysAlready({ term, written, translated: others = [] }: QueryTerm): boolean {
    const said = written.length > 0 ? wholes : inLetters();
    return others.some((other) => other !== term && said.has(other));
  }

  function ofWord(one: QueryTerm): QueryTerm {
    for (const [at, { number, words, stems }] of byColumn().entries()) {
      if (!spoken.includes(number)) continue;
      // Only whole words tell hermana from hermano.
      const exact = one.written.flatMap((word) => words().get(fold(word)) ?? []);
      const asked = number === NO_LANGUAGE ? [one.term] : one.written.map((word) => stemOf(word, number));
      const found = exact.length > 0 ? exact : asked.flatMap((word) => stems().get(word) ?? []);
      if (found.length === 0) continue;
      // In German every noun is written like a name.
      const word = number === NO_LANGUAGE ? one : { ...one, name: false };
      return translated(word, found, (column) => column === at);
    }
    const exact = mayBeOther ? one.written.flatMap((word) => byWord().get(fold(word)) ?? []) : [];
    if (exact.length > 0) return translated(one, exact);
    const parts = mayBeOther || languages.some(isCompounding) ? one.written.flatMap(linesOfParts) : [];
    if (parts.length === 0)
      return sounding(
        one,
        one.written.flatMap((word) => {
          const name = word.replace(/['’]s$/u, '');
          return inKatakana(name) ?? (mayBeOther ? inKatakana(asLoan(name)) : undefined) ?? [];
        }),
      );
    // Its parts in its own language are found as such.
    const others = parts.flatMap((at) => termsBeside(at, isOfCompounds));
    return { ...one, related: [...one.related, ...others] };
  }

  /** Undefined for a single sign of a longer word, which says something else: 家 of 家賃. */
  function ofSigns(one: QueryTerm): QueryTerm | undefined {
    const signs = [...one.term].filter((sign) => IDEOGRAPHIC.test(sign));
    const around = names.filter(([name]) => signs.some((sign) => name.includes(sign)));
    if (around.length === 0) {
      const others = inLatinToo.flatMap(([run, term]) => (run.includes(one.term) ? term : []));
      // In Latin letters such a name is repaired by its sound too.
      return others.length === 0 ? one : { ...sounding(one, others), translated: others };
    }
    const having = around.filter(([name]) => name.includes(one.term));
    const isWhole = having.some(([name]) => name === one.term);
    // A part of a word whose whole is searched too would count twice, as a pair beyond its edge does.
    const isPart = !isWhole && (one.alternate || having.every(([name]) => wholes.has(name)));
    if (isPart) return having.length > 0 && [...one.term].length === 1 ? undefined : { ...one, alternate: true };
    const found = having.flatMap(([, at]) => at);
    return translated({ ...one, alternate: false }, found);
  }
}

/** A term with those of a name in the other script of Japanese: Momo, モモ. */
function sounding(one: QueryTerm, others: readonly string[]): QueryTerm {
  return others.length === 0 ? one : { ...one, related: [...one.related, ...others] };
}

function translated(
  one: QueryTerm,
  found: readonly number[],
  isOwn: (column: number) => boolean = () => false,
): QueryTerm {
  const all = new Set(found.flatMap((at) => termsBeside(at, isOwn)));
  const synonyms = found.flatMap((at) => termsBeside(at, (column) => !isOwn(column)));
  all.delete(one.term);
  const related = new Set([...one.related, ...all, ...synonyms]);
  related.delete(one.term);
  return { ...one, related: [...related], translated: [...all] };
}

const isCompounding = (language: number) => languageOf(language).compounds === true;
const IDEOGRAPHIC = /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}]/u;
const HANGUL = /^\p{sc=Hangul}+$/u;
const KATAKANA = /[\p{sc=Katakana}ー]{2,}/gu;
