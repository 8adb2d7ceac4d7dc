import {
  articles,
  attributeNouns,
  attributes,
  bareNouns,
  colours,
  conjunctions,
  favourites,
  firstPerson,
  firstPlural,
  negations,
  oneOfSeveral,
  prepositions,
  weekdays,
} from './languages.ts';
import { isCopula, type Token } from './tokens.ts';
import {
  fromSuffix,
  fromWords,
  housePath,
  linksOf,
  movingHelpers,
  movingVerbs,
  type Person,
  type Relation,
  toSuffix,
  toWords,
  verbForms,
} from './verbs.ts';

/** "My favourite colour is blue": `key` is the subject, up to the verb. */
export interface AttributeClaim {
  key: Token[];
  value: Token[];
  past: boolean;
}

/** "Ana lives in Rome". */
export interface VerbClaim {
  relation: Relation;
  /** `me`, `we`, or the folded name. */
  subject: string;
  /** The word between verb and value, where the language has one. */
  link: string;
  value: Token[];
  past: boolean;
  /** The form of the verb. */
  verb: string;
}

/** "I moved from Berlin to Lisbon". */
export interface Move {
  subject: string;
  from?: Token[] | undefined;
  to: Token[];
  /** Moves house: a new place is always a new home. */
  house: boolean;
}

const maxKeyLength = 8;
const maxValueLength = 6;
const pastCopulas = new Set('was were war waren etait era było był była var'.split(' '));

export function attributeClaim(tokens: readonly Token[]): AttributeClaim | undefined {
  const verb = tokens.findIndex((token, index) => index > 0 && isCopula(token));
  const noun = tokens.findIndex(({ word }) => bareNouns.has(word));
  const end = verb > 0 ? verb : noun + 1;
  if (end < 1) return undefined;
  const key = tokens.slice(0, end);
  const value = tokens.slice(verb > 0 ? end + 1 : end);
  const [first, second] = key;
  const isOneOfSeveral = first && oneOfSeveral.has(first.word) && second?.word !== 'sevdigim';
  const names = key.some(({ word }) => attributeNouns.has(word) || favourites.test(word));
  const broken = key.some(({ stop, word }) => stop || negations.has(word));
  if (!names || broken || isOneOfSeveral || key.length > maxKeyLength) return undefined;
  if (value.length === 0 || value.length > maxValueLength) return undefined;
  return { key, value, past: verb > 0 && pastCopulas.has(tokens[verb]?.word ?? '') };
}

const isName = (token: Token) => /^\p{Lu}/u.test(token.raw);

/** Whether the second value replaces the first if the text explicitly says that it changed. */
export function isExchangeable(old: AttributeClaim, next: AttributeClaim): boolean {
  return [old.value, next.value].every((value) => {
    const inner = value.slice(0, -1);
    const several =
      value.some(({ word }) => conjunctions.has(word) || negations.has(word)) || inner.some(({ stop }) => stop);
    return value.length <= 4 && !several && !prepositions.has(value[0]?.word ?? '');
  });
}

const hasDigit = (raw: string) => /\d/.test(raw);
const shapes: [kind: keyof typeof attributes, fits: (value: readonly Token[]) => boolean][] = [
  ['email', (value) => value.length === 1 && /@/.test(value[0]?.raw ?? '')],
  [
    'number',
    (value) => value.some(({ raw }) => hasDigit(raw)) && value.every((one) => hasDigit(one.raw) || isName(one)),
  ],
  ['day', (value) => value.length === 1 && weekdays.test(value[0]?.word ?? '')],
];

/**
 * Whether "is now" replaces the first value by the second. True for values of the same shape, of a topic with one
 * value: "now 555-9876", not "now closed", which states something else.
 */
export function isReplaceable(old: AttributeClaim, next: AttributeClaim): boolean {
  const values = [old.value, next.value].map((value) => afterPreposition(value));
  const [was, is] = values.map((value) => bareValue(value));
  if (!was || !is || !isExchangeable({ ...old, value: values[0] ?? [] }, { ...next, value: values[1] ?? [] }))
    return false;
  if (next.key.some(({ word }) => favourites.test(word))) {
    return [was, is].every((value) => value.length === 1 && colours.has(value[0]?.word ?? ''));
  }
  const fitting = shapes.find(
    ([kind, fits]) => next.key.some(({ word }) => attributes[kind].has(word)) && fits(was) && fits(is),
  );
  return fitting !== undefined && clockOf(was) === clockOf(is);
}

/** "on Friday" is the day Friday. */
function afterPreposition(value: Token[]): Token[] {
  const isDay = weekdays.test(value[1]?.word ?? '');
  return value.length === 2 && isDay && prepositions.has(value[0]?.word ?? '') ? value.slice(1) : value;
}

/** A time of day is no other value of a date, nor a date of a number. */
function clockOf(value: readonly Token[]): string {
  const text = value.map(({ raw }) => raw).join(' ');
  if (/\d:\d|\d ?(?:am|pm|h|Uhr)\b/i.test(text)) return 'time';
  return value.some(isName) ? 'date' : 'number';
}

function subjectOf(tokens: readonly Token[], person: Person | undefined): string | undefined {
  if (tokens.length === 0) return person === 'other' ? undefined : person;
  if (tokens.length > 3 || tokens.some(({ stop, word }) => stop || negations.has(word))) return undefined;
  const [{ word }] = tokens as [Token];
  if (tokens.length === 1 && firstPerson.has(word)) return 'me';
  if (tokens.length === 1 && firstPlural.has(word)) return 'we';
  return tokens.map((token) => token.word).join(' ');
}

export function verbClaim(tokens: readonly Token[]): VerbClaim | undefined {
  const last = tokens.at(-1);
  const closing = last && verbForms.get(last.word);
  if (last && closing?.person && tokens.length > 1 && tokens.length <= 6) {
    const own = tokens.slice(0, -1);
    const value = firstPerson.has(own[0]?.word ?? '') || firstPlural.has(own[0]?.word ?? '') ? own.slice(1) : own;
    return value.length === 0 ? undefined : { ...closing, verb: last.word, subject: closing.person, link: '', value };
  }
  const at = tokens.findIndex(({ word }) => verbForms.has(word));
  const form = verbForms.get(tokens[at]?.word ?? '');
  if (!form || at > 3) return undefined;
  const subject = subjectOf(tokens.slice(0, at), form.person);
  const links = linksOf(form.relation);
  const link = tokens[at + 1]?.word ?? '';
  if (subject === undefined || tokens[at]?.stop || (links.size > 0 && !links.has(link))) return undefined;
  const value = tokens.slice(at + (links.size > 0 ? 2 : 1));
  if (value.length === 0 || value.length > maxValueLength) return undefined;
  return {
    relation: form.relation,
    past: form.past,
    verb: tokens[at]?.word ?? '',
    subject,
    link: links.size > 0 ? link : '',
    value,
  };
}

/** A value that is only a name: "New York", not "a flat near the park". */
export function isPlainName(value: readonly Token[]): boolean {
  return (
    value.length <= 3 && value.every((token, index) => isName(token) && (index === value.length - 1 || !token.stop))
  );
}

/** Values are compared without their articles. */
export function bareValue(value: readonly Token[]): readonly Token[] {
  return value.length > 1 && articles.has(value[0]?.word ?? '') ? value.slice(1) : value;
}

export function moveOf(tokens: readonly Token[]): Move | undefined {
  const verb = tokens.findIndex(({ word }) => movingVerbs.has(word));
  if (verb < 0) return undefined;
  const isPath = ({ word, suffix }: Token) =>
    fromWords.has(word) || toWords.has(word) || (suffix !== undefined && fromSuffix.test(suffix));
  let at = 0;
  while (at < verb && !movingHelpers.has(tokens[at]?.word ?? '') && !isPath(tokens[at] as Token)) at++;
  const named = tokens.slice(0, at);
  let helpers = '';
  while (at < verb && movingHelpers.has(tokens[at]?.word ?? '')) helpers += ` ${tokens[at++]?.word}`;
  // The path is between the auxiliary and a verb at the end, or after an early verb.
  const path = at === verb ? tokens.slice(verb + 1) : [...tokens.slice(at, verb), ...tokens.slice(verb + 1)];
  while (movingHelpers.has(path[0]?.word ?? '') && !isPath(path[0] as Token)) path.shift();
  while (movingHelpers.has(path.at(-1)?.word ?? '') && path.length > 1) path.pop();
  const person =
    movingVerbs.get(tokens[verb]?.word ?? '') ??
    (/ (?:mi|me|bin|sono)\b/.test(helpers) ? 'me' : / (?:ci|siamo)\b/.test(helpers) ? 'we' : undefined);
  const subject = subjectOf(named, person);
  const ends = subject === undefined ? undefined : (pathBySuffix(path) ?? pathByWords(path));
  return ends && subject !== undefined
    ? { subject, ...ends, house: housePath.get(tokens[verb]?.word ?? '')?.test(path[0]?.word ?? '') ?? false }
    : undefined;
}

type Path = Pick<Move, 'from' | 'to'>;

function pathByWords(path: readonly Token[]): Path | undefined {
  const [first] = path;
  const isShort = (part: readonly Token[]) =>
    part.length > 0 &&
    part.length <= 4 &&
    part.slice(0, -1).every(({ stop }) => !stop) &&
    !part.some(({ word }) => conjunctions.has(word));
  const cutAt = (words: ReadonlySet<string>) => path.findIndex(({ word }, index) => index > 1 && words.has(word));
  if (first && fromWords.has(first.word)) {
    const at = cutAt(toWords);
    const [from, to] = [path.slice(1, at), path.slice(at + 1)];
    if (at > 0 && isShort(from) && isShort(to)) return { from, to };
  }
  if (!first || !toWords.has(first.word)) return undefined;
  const at = cutAt(fromWords);
  const [to, from] = at > 0 ? [path.slice(1, at), path.slice(at + 1)] : [path.slice(1), undefined];
  return isShort(to) && (from === undefined || isShort(from)) ? { from, to } : undefined;
}

/** Turkish: "Berlin'den Lizbon'a". */
function pathBySuffix(path: readonly Token[]): Path | undefined {
  const to = path.findIndex(({ suffix }) => suffix !== undefined && toSuffix.test(suffix));
  const from = path.findIndex(({ suffix }) => suffix !== undefined && fromSuffix.test(suffix));
  if (to !== path.length - 1 || to < 0 || from > 3) return undefined;
  return { from: from < 0 ? undefined : path.slice(0, from + 1), to: path.slice(from + 1) };
}
