import type { Memory } from '../../client/api.ts';
import { language, listed, type Message, msg, numeral, t } from '../../languages/translate.ts';
import { shortText } from './marking.ts';
import { wholeWords } from './whole-words.ts';

/** What hooks do with a memory by themselves, or by its user's choice. */
export interface Choice {
  muted?: boolean | undefined;
  held?: boolean | undefined;
  trusted?: boolean | undefined;
}

/**
 * The least relevance that helps an agent: hooks give nothing below it, and Recalls calls such an answer weak.
 */
export const leastHelpful = 0.38;
/** The least relevance of a match that most likely answers. */
const leastStrong = 0.7;

const bands = { strong: msg('Strong match'), likely: msg('Likely match'), weak: msg('Weak match') } as const;

/** A relevance (0 to 1) as people read it. */
export function bandOf(relevance: number): { band: keyof typeof bands; label: string } {
  const band = relevance >= leastStrong ? 'strong' : relevance >= leastHelpful ? 'likely' : 'weak';
  return { band, label: t(bands[band]) };
}

/** The parts of a memory's rank. */
interface Parts {
  exact: boolean;
  names: string[];
  terms: { word: string; found: string[]; by: 'word' | 'typo' | 'script' | 'lexicon' | 'beginning'; weight: number }[];
  lacks: string[];
  words: number;
  neighbours: number;
  session: number;
  meaning: number;
  similarity?: number;
  factors: Record<string, number>;
}

/**
 * A result's `explain`. A result that only stands in place of older memories has no parts of a rank, but `insteadOf`:
 * these.
 */
export type Explanation = Partial<Parts> & Choice & { insteadOf?: Older[] };

/** A memory in whose place a result stands; where a person is still asked about both, perhaps. */
type Older = Pick<Memory, 'id' | 'characterId' | 'content'> & { isAsked?: boolean };

export const explanationOf = ({ explain = {} }: { explain?: object | undefined }): Explanation => explain;

/** UTF-16 units that a result shows of a memory in whose place it stands. */
const maxOlder = 120;

const substitutes = {
  typo: msg('as written there'),
  script: msg('in another script'),
  lexicon: msg('related'),
  beginning: msg('related'),
} as const;

/** A part of a bar: its share of the whole bar in percent, and its meaning. */
interface Share {
  part: keyof typeof labels;
  percent: number;
  label: string;
}

const labels = {
  words: msg('words'),
  neighbours: msg('the memories around it'),
  session: msg('its conversation'),
  meaning: msg('related words'),
  similarity: msg('meaning'),
} as const;

const factors: Record<string, Message> = {
  time: msg('of the time asked for'),
  when: msg('names a time'),
  question: msg('ends in a question'),
  participant: msg('of somebody else'),
  session: msg('after better messages of its conversation'),
};

/** The parts of a relevance (0 to 1), always in the same order, so that rows can be compared. */
export function sharesOf(explanation: Explanation, relevance: number): Share[] {
  const parts = (Object.keys(labels) as Share['part'][]).map((part) => ({
    part,
    value: explanation[part] ?? 0,
    label: t(labels[part]),
  }));
  const sum = parts.reduce((total, { value }) => total + Math.max(0, value), 0);
  if (sum === 0) return [];
  return parts
    .filter(({ value }) => value > 0)
    .map(({ part, value, label }) => ({ part, percent: Math.round((value / sum) * relevance * 100), label }))
    .filter(({ percent }) => percent > 0);
}

/** Other influences on a relevance, and the substitutes that matched. */
export function remarksOf(explanation: Explanation): string[] {
  const { exact, insteadOf = [], terms = [], lacks = [], names = [], factors: changed = {} } = explanation;
  const others = terms.flatMap(({ word: asked, found, by }) => {
    if (by === 'word') return [];
    return `${t(substitutes[by])}: ${asked} → ${listed(found)}`;
  });
  const changes = Object.keys(changed).map((part) => (factors[part] ? t(factors[part]) : part));
  return [
    ...insteadOf.map(({ content }) =>
      t('it stands in place of “{older}”, which matched', { older: shortText(content, maxOlder) }),
    ),
    ...(exact ? [t('the very text asked for')] : []),
    ...(lacks.length > 0
      ? [
          t('{count} of {all} words, without “{words}”', {
            count: terms.length,
            all: terms.length + lacks.length,
            words: listed(lacks),
          }),
        ]
      : []),
    ...names.map((name) => t('holds {name}', { name })),
    ...others,
    ...changes,
  ];
}

/** The older memories in whose place a result stands, each with what is said of it. */
export function olderOf({ insteadOf = [] }: Explanation): { older: Older; said: string }[] {
  return insteadOf.map((older) => {
    const text = { older: shortText(older.content, maxOlder) };
    return { older, said: older.isAsked ? t('perhaps in place of: {older}', text) : t('in place of: {older}', text) };
  });
}

/** A text in pieces, with the words that the query found marked. */
export function markedPieces(text: string, { terms = [] }: Explanation): { text: string; isMarked: boolean }[] {
  const words = [...new Set(terms.flatMap(({ found }) => found))].toSorted((one, other) => other.length - one.length);
  if (words.length === 0) return [{ text, isMarked: false }];
  // What matches stands between what does not.
  return text
    .split(new RegExp(`(${wholeWords(words)})`, 'giu'))
    .map((piece, at) => ({ text: piece, isMarked: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** A relevance (0 to 1) as text: .94; among words from right to left, where a point moves, 0.94 */
export function relevanceInFigures(relevance: number): string {
  const figures = numeral(relevance, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return language.value.direction === 'rtl' ? figures : figures.replace(/^0(?=\D)/, '');
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ranks: Partial<Record<Intl.LDMLPluralRule, Message>> = {
  one: msg('{rank}st'),
  two: msg('{rank}nd'),
  few: msg('{rank}rd'),
};

/** A rank in words. */
export function place(rank: number): string {
  return t(ranks[ordinals.select(rank)] ?? msg('{rank}th'), { rank });
}
