import { once } from '../../base/once.ts';
import type { QueryTerm } from '../../domain/stores/search.ts';
import attributes from '../lexicon/attributes.lexicon';
import sets from '../lexicon/sets.lexicon';
import topics from '../lexicon/topics.lexicon';
import { withoutJoined } from './apostrophes.ts';
import { fold } from './fold.ts';
import { NO_LANGUAGE, perLanguage } from './languages/languages.ts';
import { stemsIn } from './languages/stems.ts';
import { stem } from './stem.ts';

/** A line of a lexicon: what questions or orders say of a subject, and what else only memories about it say. */
export interface SubjectLine {
  readonly subject: string;
  readonly asking: readonly string[];
  readonly telling: readonly string[];
}

/** Attributes that questions ask for ("When is Ben's birthday?"), by phrases. */
export const attributeLines = once(() => readLines(attributes, '|'));

/** Topics that orders name ("commit this"), by words. */
const topicLines = once(() => readLines(topics, ' '));

/** Kinds of things that questions ask for ("Which books did I read?"), by words; topics are kinds too. */
const kindLines = once(() => [...readLines(sets, ' '), ...topicLines()]);

function readLines(text: string, separator: string): SubjectLine[] {
  const list = (part: string, between: string) =>
    part
      .split(between)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [subject = '', words = ''] = line.split(': ');
      const [asking = '', telling = ''] = words.split(' > ');
      return { subject, asking: list(asking, separator), telling: list(telling, ' ') };
    });
}

/** The term of all memories about a subject. No word begins with a bracket. */
export function subjectTerm(subject: string): string {
  return `(${subject})`;
}

export function isSubjectTerm(term: string): boolean {
  return term.startsWith('(');
}

/** What a query asks for or is about, and the words that say so. */
export interface Subject {
  readonly term: string;
  readonly isSaidBy: (term: QueryTerm) => boolean;
}

/** @param words folded */
export function subjectOf(subject: string, words: readonly string[]): Subject {
  const said = words.filter((word) => word.length >= SHORTEST || UNSPACED.test(word));
  const isSaid = (written: string) =>
    said.some((word) => written.startsWith(word) || (UNSPACED.test(word) && word.includes(written)));
  return { term: subjectTerm(subject), isSaidBy: (one) => foldedWords(one).some(isSaid) };
}

/** A shorter word is grammar. */
const SHORTEST = 3;
const UNSPACED = /[\u2e80-\u9fff\uac00-\ud7af]/;

/** A term's words as they are written; the term itself in scripts without words. */
export function foldedWords({ term, written }: QueryTerm): string[] {
  return (written.length > 0 ? written : [term]).map((word) => withoutJoined(fold(word)));
}

/** The topics that the words of an order name. */
export const topicsOf = readerOf(topicLines);

/** The kinds that words of a question for all things of a kind name. */
export const kindsOf = readerOf(kindLines);

function readerOf(lines: () => readonly SubjectLine[]) {
  const words = once(() => byBeginning(lines().map(({ subject, asking }) => ({ subject, words: asking }))));
  const inEnglish = subjectsBy(words, termsOf);
  const inLanguage = perLanguage((_, language) => subjectsBy(words, termsIn(language)));
  return (terms: readonly QueryTerm[], languages: readonly number[]): Subject[] => {
    const found = new Map<string, Set<string>>();
    for (const { term, written } of terms) {
      const ofLanguage = (one: number) => written.flatMap(stemsIn(one)).flatMap(inLanguage(one));
      for (const subject of [...inEnglish(term), ...languages.flatMap(ofLanguage)])
        found.set(subject, (found.get(subject) ?? new Set()).add(term));
    }
    return [...found].map(([term, said]) => ({ term, isSaidBy: (one) => said.has(one.term) }));
  };
}

/** The terms of a query, which memories about its subjects also answer. */
export function withSubjects(terms: readonly QueryTerm[], subjects: readonly Subject[]): QueryTerm[] {
  if (subjects.length === 0) return [...terms];
  return terms.map((one) => {
    const about = subjects.filter(({ isSaidBy }) => isSaidBy(one)).map(({ term }) => term);
    return about.length === 0 ? one : { ...one, related: [...one.related, ...about] };
  });
}

/** The terms of the subjects that a term of a memory in a language tells of. */
export function subjectTermsOf(language: number): (term: string) => readonly string[] {
  return language === NO_LANGUAGE ? ofTelling : ofTellingIn(language);
}

const telling = once(() =>
  byBeginning([
    ...attributeLines().map(({ subject, telling: words }) => ({ subject, words })),
    ...kindLines().map(({ subject, asking, telling: words }) => ({ subject, words: [...asking, ...words] })),
  ]),
);
const ofTelling = subjectsBy(telling, termsOf);
const ofTellingIn = perLanguage((_, language) => subjectsBy(telling, termsIn(language)));

/** Words of a lexicon, and the terms of their subjects, by their first letters. */
type Beginnings = ReadonlyMap<string, readonly (readonly [word: string, subject: string])[]>;

function byBeginning(lines: readonly { subject: string; words: readonly string[] }[]): Beginnings {
  const found = new Map<string, [string, string][]>();
  for (const { subject, words } of lines) {
    for (const word of words) {
      const beginning = beginningOf(fold(word));
      const others = found.get(beginning);
      if (others) others.push([word, subjectTerm(subject)]);
      else found.set(beginning, [[word, subjectTerm(subject)]]);
    }
  }
  return found;
}

/** The letters that a stem has in common with its word. */
const beginningOf = (word: string) => word.slice(0, 2);

/** The subjects of a term. Stems the words that begin like it, because all of them would take longer than a search. */
function subjectsBy(words: () => Beginnings, read: (word: string) => readonly string[]) {
  const known = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const stemmed = (beginning: string) => {
    const found = new Map<string, string[]>();
    for (const [word, subject] of words().get(beginning) ?? [])
      for (const one of read(word)) found.set(one, [...(found.get(one) ?? []), subject]);
    return found;
  };
  return (term: string): readonly string[] => {
    const beginning = beginningOf(term);
    if (!words().has(beginning)) return NONE;
    const subjects = known.get(beginning) ?? stemmed(beginning);
    known.set(beginning, subjects);
    return subjects.get(term) ?? NONE;
  };
}

const NONE: readonly string[] = [];

/** The term of a word as the index has it: of several signs without spaces the longest. */
function termsOf(word: string): string[] {
  const folded = fold(word);
  return [UNSPACED.test(folded) ? folded : stem(folded.replaceAll('-', ''))];
}

function termsIn(language: number): (word: string) => string[] {
  return (word) => [...termsOf(word), ...stemsIn(language)(word).slice(0, 1)];
}
