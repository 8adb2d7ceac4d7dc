import { once } from '../base/once.ts';
import type { AnalyzedQuery, QueryName, QueryTerm } from '../domain/stores/search.ts';
import type { TaskState } from '../text/tasks.ts';
import { findDates, languageOfDates } from './dates.ts';
import { relatedTerms } from './lexicon/related.ts';
import { isPhrase, withTranslations } from './lexicon/translations.ts';
import { meaningOf } from './meaning/meaning.ts';
import { TEXT } from './parameters.ts';
import { taskTerm } from './text/analyze-memory.ts';
import { asksForSet } from './text/asked-sets.ts';
import { askingSentences, asks, asksForDetail, isOrdering, withoutAsking } from './text/asking.ts';
import { askedAttribute } from './text/attributes.ts';
import { exactNames } from './text/exact-names.ts';
import { fingerprint } from './text/fingerprint.ts';
import { fold, isAscii, prepare } from './text/fold.ts';
import { asksWhenIn, doingIn } from './text/languages/dates.ts';
import { likelyLanguages } from './text/languages/detect.ts';
import { asksForTimesOnly } from './text/languages/east-asian-dates.ts';
import { NO_LANGUAGE } from './text/languages/languages.ts';
import { takeSeasons } from './text/languages/seasons.ts';
import { queryStopWordsOf } from './text/languages/stems.ts';
import { askedTasks } from './text/languages/tasks.ts';
import { plainDigits } from './text/numbers.ts';
import { quotedIn } from './text/quoted.ts';
import { stem } from './text/stem.ts';
import { QUESTION_WORDS, STOP_WORDS } from './text/stop-words.ts';
import { foldedWords, kindsOf, type Subject, topicsOf, withSubjects } from './text/subjects.ts';
import type { Word } from './text/word.ts';
import { findWords } from './text/words.ts';

/**
 * An analysed query. Stop words count only when there is nothing else in it, or in a quoted phrase. `now` is in
 * milliseconds since 1970; days are those of a time zone (IANA).
 */
export function analyzeQuery(given: string, now: number, timeZone = 'UTC'): AnalyzedQuery {
  const text = plainDigits(given);
  const likely = likelyLanguages(text);
  const languages = likely.length > 0 ? likely : takeSeasons(text).languages;
  const stopWords = stopWordsFor(languages);
  const { words } = findWords(withoutAsking(text), NO_LANGUAGE, stopWords);
  const capitalised = capitalisedIn(text);
  const dated = languages.length > 0 ? languages : languageOfDates(text.slice(0, TEXT.orderLength));
  const { hints, periods, words: dateWords, relative, isSure } = findDates(text, now, dated, timeZone);
  const dateTerms = new Set(dateWords.flatMap((word) => findWords(word).words.map(({ term }) => term)));
  const named = namesLikeGrammar(text, stopWords);
  const isContent = ({ term, role }: Word) =>
    (role !== 'stop' || named.has(term)) &&
    !QUESTION_TERMS.has(term) &&
    !(dateTerms.has(term) && DAY_NUMBER.test(term));
  const content = words.filter(isContent);
  const isWord = ({ role, term }: Word) => role === 'word' || named.has(term);
  const doing =
    hints.length === 0 ? [] : asksForTimesOnly(text) ? [text, withoutAsking(text)] : doingIn(text, languages);
  const isAll = (said: readonly string[]) => !without(content, [...said, ...dateWords]).some(isWord);
  const asksForTasks = askedTasks(text, languages, isAll);
  const onlyTime = hints.length > 0 && (asksForTasks?.state ?? 'done') === 'done' && isAll(doing) && asksForTime();
  const tasks = onlyTime ? undefined : asksForTasks;
  // The words of a time that counts from now, and those that ask for all of it, are in any memory.
  const besides = without(content, [...(tasks?.words ?? doing), ...relative]);
  const isList = onlyTime || tasks !== undefined;
  const sought = isList || (relative.length > 0 && besides.some(isWord)) ? besides : content;
  const isGrammar = (phrase: string) => findWords(phrase).words.every(({ role }) => role === 'stop');
  const counted = (isList || sought.some(isWord)) && !quotedIn(text).some(isGrammar) ? sought : words;
  const inQuestions = askingSentences(text).flatMap((sentence) => findWords(sentence, NO_LANGUAGE, stopWords).words);
  const asked = new Set(inQuestions.map(({ term }) => term));
  const own = distinct(counted, dateTerms, capitalised, latinAmongOthers(text, words));
  const isQuestion = asksForDetail(text);
  // What an order names is no question for what is known of it.
  const worded = isQuestion || isPhrase(own, text) || asks(text) ? withTranslations(own, text, languages) : own;
  const attribute = isQuestion ? askedAttribute(text) : undefined;
  const isSet = asksForSet(text);
  const isOrder = !isQuestion && words.length > 1 && text.length <= TEXT.orderLength;
  const topics = isSet ? kindsOf(worded, languages) : isOrder ? topicsOf(worded, languages) : [];
  const asking = withLightWords(worded, isQuestion);
  const telling = topics.length === 0 || isSet ? asking : withoutOrdering(asking, topics);
  const about = withSubjects(telling, attribute ? [attribute] : topics);
  const terms = bounded(tasks === undefined ? about : [...about, ofTasks(tasks.state, about)], asked);
  return {
    terms,
    asking: askingTerms(terms, asked),
    names: namesIn(text, terms),
    fingerprint: fingerprint(given),
    dates: hints,
    periods,
    isSureOfTime: isSure,
    onlyTime,
    meaning: languages.length === 0 ? meaningOf(text) : undefined,
    asksWhen: ASKS_WHEN.test(text) || languages.some((language) => asksWhenIn(language)(text)),
    asksForSet: isSet,
    asksForDetail: isQuestion,
    attribute: attribute ? worded.filter(attribute.isSaidBy).map(({ term }) => term) : [],
    languages,
  };

  /** Whether it asks for a time or names nothing else. In English a month alone may be a person: "What did June say?" */
  function asksForTime(): boolean {
    const isPerson =
      languages.length === 0 && dateWords.some((one) => /^[a-z]+$/i.test(one) && !relative.includes(one));
    if (isPerson) return false;
    const spans = dateWords.filter((_, i) => hints[i]!.kind === 'span');
    return doing.length > 0 || asks(text) || without(words, spans).length === 0;
  }
}

/**
 * The terms of an order without the word that it begins with, if that says nothing of what it is about. Others that say
 * nothing, and numbers, count only where they are found.
 */
function withoutOrdering(terms: readonly QueryTerm[], topics: readonly Subject[]): readonly QueryTerm[] {
  const isEmpty = (one: QueryTerm) =>
    !topics.some(({ isSaidBy }) => isSaidBy(one)) && foldedWords(one).every(isOrdering);
  return terms.flatMap((one) => {
    if (one.alternate || !isEmpty(one)) return [one];
    return one.positions[0] === 0 ? [] : [{ ...one, alternate: true }];
  });
}

/**
 * The terms where words that say little beside one other count less: "Which CI do we use?" asks for any statement of a CI, and "my
 * wife's name" for any of the wife.
 */
function withLightWords(terms: readonly QueryTerm[], isQuestion: boolean): readonly QueryTerm[] {
  const isLight = (one: QueryTerm) =>
    foldedWords(one).some((word) => NAMING.has(word) || (isQuestion && USING.has(word)));
  const others = terms.filter((one) => !one.alternate && !isLight(one));
  const things = others.filter(({ name }) => !name);
  const isOne = (things.length > 0 ? things : others).length === 1;
  return isOne ? terms.map((one) => (isLight(one) ? { ...one, isLight: true } : one)) : terms;
}

const USING: ReadonlySet<string> = new Set(
  'use uses used using nutzen nutzt benutzen benutzt verwenden verwendet utilise utilises utilisons utilisez usa usan usamos usas utiliza utilizan utilizamos usiamo utilizza utilizziamo gebruikt gebruiken anvander bruger bruker uzywa uzywamy используем использует'.split(
    ' ',
  ),
);
const NAMING: ReadonlySet<string> = new Set(
  'name names called heisst heissen nom appelle nombre llama nome chiama chama naam heet heter имя зовут 名前 名字 이름'.split(
    ' ',
  ),
);

/** The words that are none of some phrases. */
function without(words: readonly Word[], phrases: readonly string[]): readonly Word[] {
  const terms = new Set(phrases.flatMap((phrase) => findWords(phrase).words.map(({ term }) => term)));
  return terms.size === 0 ? words : words.filter(({ term }) => !terms.has(term));
}

/** The term of the tasks that a query asks for: beside words it counts only where there are such tasks. */
function ofTasks(state: TaskState, words: readonly QueryTerm[]): QueryTerm {
  const last = words.at(-1)?.positions.at(-1) ?? -1;
  const plain = { identifier: 0, written: [], date: false, name: false, foreign: false, related: [] };
  return { ...plain, term: taskTerm(state), positions: [last + 1], alternate: words.length > 0 };
}

/** Words of grammar and of asking of the languages that the query may be in. */
function stopWordsFor(languages: readonly number[]): ReadonlySet<string> {
  const [only] = languages;
  if (only === undefined) return STOP_WORDS;
  return languages.length === 1
    ? queryStopWordsOf(only)
    : new Set(languages.flatMap((one) => [...queryStopWordsOf(one)]));
}

/** The 3 of "3 July": a bare number may mean anything, so only the date counts. */
const DAY_NUMBER = /^\d{1,2}$/;

const QUESTION_TERMS: ReadonlySet<string> = new Set([...QUESTION_WORDS].map(stem));

function distinct(
  words: readonly Word[],
  dateTerms: ReadonlySet<string>,
  capitalised: ReadonlySet<string> | undefined,
  foreign: (word: Word) => boolean,
): QueryTerm[] {
  const terms = new Map<string, QueryTerm & { positions: number[]; written: string[] }>();
  let place = -1;
  let last = -1;
  for (const word of words) {
    const { term, position, role, identifier, written } = word;
    if (position !== last) place++;
    last = position;
    const known = terms.get(term);
    if (known !== undefined) {
      known.positions.push(place);
      if (written !== undefined && !known.written.includes(written)) known.written.push(written);
    } else
      terms.set(term, {
        term,
        positions: [place],
        alternate: role === 'alternate',
        identifier,
        written: written === undefined ? [] : [written],
        date: dateTerms.has(term),
        name: capitalised?.has(term) ?? true,
        foreign: foreign(word),
        related: relatedTerms(term),
      });
  }
  return [...terms.values()];
}

/**
 * Whether a word is in plain Latin letters among words in others: a name in a question in Chinese, Greek or Vietnamese.
 */
function latinAmongOthers(text: string, words: readonly Word[]): (word: Word) => boolean {
  if (isAscii(text)) return () => false;
  const isLatin = ({ term, written = term }: Word) => LATIN.test(written);
  const latin = new Set<number>();
  const others = new Set<number>();
  for (const word of words) if (word.role === 'word') (isLatin(word) ? latin : others).add(word.position);
  return 2 * others.size >= latin.size && others.size > 0 ? isLatin : () => false;
}

/** A letter at least, and no letter that is not plain. */
const LATIN = /^(?=.*[A-Za-z])[\x21-\x7e]+$/;

/** The indices of terms in the questions; none for a single word: "Can you mend it?" needs the rest. */
function askingTerms(terms: readonly QueryTerm[], asked: ReadonlySet<string>): number[] {
  const indices = terms.flatMap(({ term }, t) => (asked.has(term) ? [t] : []));
  const places = new Set(indices.flatMap((t) => (terms[t]!.alternate ? [] : terms[t]!.positions[0]!)));
  return places.size > 1 && indices.length < terms.length ? indices : [];
}

const ASKS_WHEN = /^\s*(?:when|how long|(?:what|which) (?:year|month|day|date))\b/i;

/** The terms that are written with a capital; undefined where the query has none, so that any may be a name. */
function capitalisedIn(text: string): ReadonlySet<string> | undefined {
  const capitalised = text.match(isAscii(text) ? ASCII_CAPITALISED : CAPITALISED());
  if (capitalised === null) return undefined;
  const kind = ASKED_KIND.exec(text)?.[1];
  const names = capitalised.filter((word) => word !== kind);
  return new Set(names.flatMap((word) => findWords(word).words.map(({ term }) => term)));
}

/** The kind of thing that is asked for, in capitals as no name is: "Which CI do we use?" */
const ASKED_KIND =
  /^[\s\p{P}]{0,9}(?:[Ww](?:hich|hat|elche[mnrs]?|elke?)|[QqCc]u(?:el(?:le)?s?|é|ál)|[Qq]ual[ei]?|[Hh]?[Vv]ilke[nt]?)\s(\p{Lu}{2,6})(?![\p{L}\p{N}])/u;

const ASCII_CAPITALISED = /(?<![A-Za-z0-9'])[A-Z][A-Za-z0-9']*/g;
const CAPITALISED = once(() => /(?<![\p{L}\p{N}'])\p{Lu}[\p{L}\p{N}\p{M}']*/gu);

/** Within a sentence, which neither its first word nor a word after a sign is. */
const CAPITALISED_WITHIN = /(?<=[\p{L}\p{N},]\s)\p{Lu}\p{Ll}+/gu;
/** Forms of address that German, Italian and Danish write with a capital. */
const POLITE = new Set(
  'sie ihr ihre ihrem ihren ihrer ihres ihnen du dich dir dein deine euch euer lei de dem'.split(' '),
);

/** The terms of names that are words of grammar in a language other than English, as Ben and Dan are in Dutch. */
function namesLikeGrammar(text: string, stopWords: ReadonlySet<string>): ReadonlySet<string> {
  if (stopWords === STOP_WORDS) return new Set();
  const names = (text.match(CAPITALISED_WITHIN) ?? []).map(fold);
  const isName = (name: string) => stopWords.has(name) && !STOP_WORDS.has(name) && !POLITE.has(name);
  return new Set(names.filter(isName).map((name) => stem(name)));
}

/** The quoted phrases and exact names of the query's terms, without those that only name a time. */
function namesIn(text: string, terms: readonly QueryTerm[]): QueryName[] {
  const names = [...new Set([...quotedIn(text), ...exactNames(prepare(text))])].slice(0, TEXT.queryNames);
  if (names.length === 0) return [];
  const indices = new Map(terms.map(({ term }, i) => [term, i]));
  return names.flatMap((written): QueryName[] => {
    const { words } = findWords(written);
    const known = words.flatMap(({ term: word, role, position, identifier }) => {
      const term = indices.get(word);
      return term === undefined || role === 'stop' ? [] : [{ term, role, position, identifier }];
    });
    if (known.every(({ term }) => terms[term]!.date)) return [];
    const parts = known.filter(({ role }) => role === 'word');
    if (words.length === 1) return [{ written, whole: known[0]!.term, parts: [] }];
    const isOneToken = known.every(({ identifier }) => identifier > 0 && identifier === known[0]!.identifier);
    const isKnown = parts.length === words.filter(({ role }) => role === 'word').length;
    return [
      {
        written,
        whole: isOneToken ? known.find(({ role }) => role === 'alternate')?.term : undefined,
        parts: isKnown ? parts.map(({ term, position }) => ({ term, distance: position - parts[0]!.position })) : [],
      },
    ];
  });
}

/**
 * Limits the terms of a query: those of its questions first, then the longest (long words are usually rare), then the
 * last (a question often ends a text).
 */
function bounded(terms: QueryTerm[], asked: ReadonlySet<string>): QueryTerm[] {
  if (terms.length <= TEXT.queryTerms) return terms;
  const isAsked = ({ term }: QueryTerm) => (asked.has(term) ? 1 : 0);
  const last = ({ positions }: QueryTerm) => positions.at(-1)!;
  return [...terms]
    .sort((a, b) => isAsked(b) - isAsked(a) || b.term.length - a.term.length || last(b) - last(a))
    .slice(0, TEXT.queryTerms);
}
