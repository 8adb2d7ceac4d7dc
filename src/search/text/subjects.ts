import { once } from '../../base/once.ts';
import type { QueryTerm } from '../../domain/stores/search.ts';
import attributes from '../lexicon/attributes.lexicon';
import sets from '../lexicon/sets.lexicon';
import topics from '../lexicon/topics.lexicon';
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

/** The term of all memories about a subject. No word of a text has a space. */
export function subjectTerm(subject: string): string {
  return `${ABOUT}${subject}`;
}

export function isSubjectTerm(term: string): boolean {
  return term.startsWith(ABOUT);
}

const ABOUT = 'about ';

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
  return (written.length > 0 ? written : [term]).map(fold);
}

/** The topics that the words of an order name. */
export const topicsOf = readerOf(topicLines);

/** The kinds that words of a question for all things of a kind name. */
export const kindsOf = readerOf(kindLines);

function readerOf(lines: () => readonly SubjectLine[]) {
  const words = () => lines().map(({ subject, asking }) => ({ subject, words: asking }));
  const inEnglish = once(() => bySubject(words(), termsOf));
  const inLanguage = perLanguage((_, language) => bySubject(words(), termsIn(language)));
  return (terms: readonly QueryTerm[], languages: readonly number[]): Subject[] => {
    const found = new Map<string, Set<string>>();
    for (const { term, written } of terms) {
      const ofLanguage = (one: number) =>
        written.flatMap(stemsIn(one)).flatMap((stem) => inLanguage(one).get(stem) ?? []);
      for (const subject of [...(inEnglish().get(term) ?? []), ...languages.flatMap(ofLanguage)])
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

/** The subject terms of a memory in a language, by one of its terms. */
export function subjectTermsOf(language: number): ReadonlyMap<string, readonly string[]> {
  return language === NO_LANGUAGE ? ofTelling() : ofTellingIn(language);
}

const ofTelling = once(() => tellingBy(termsOf));
const ofTellingIn = perLanguage((_, language) => tellingBy(termsIn(language)));

function tellingBy(read: (word: string) => readonly string[]): ReadonlyMap<string, readonly string[]> {
  const lines = [
    ...attributeLines().map(({ subject, telling }) => ({ subject, words: telling })),
    ...kindLines().map(({ subject, asking, telling }) => ({ subject, words: [...asking, ...telling] })),
  ];
  return bySubject(lines, read);
}

function bySubject(
  lines: readonly { subject: string; words: readonly string[] }[],
  read: (word: string) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { subject, words } of lines) {
    const term = subjectTerm(subject);
    for (const one of words.flatMap(read)) {
      const known = found.get(one) ?? [];
      if (!known.includes(term)) found.set(one, [...known, term]);
    }
  }
  return found;
}

/** The term of a word as the index has it: of several signs without spaces the longest. */
function termsOf(word: string): string[] {
  const folded = fold(word);
  return [UNSPACED.test(folded) ? folded : stem(folded.replaceAll('-', ''))];
}

function termsIn(language: number): (word: string) => string[] {
  return (word) => [...termsOf(word), ...stemsIn(language)(word).slice(0, 1)];
}
