import type { StatementKind } from '../../domain/captured-clause.ts';
import type { Category } from '../../domain/category.ts';
import { foldCase } from '../../domain/text.ts';
import { foldLatin, forms, unspaced, words } from '../../text/words.ts';
import { cuesOf } from './cues.ts';

/** Very frequent words; as hints they decide only where nothing else does. */
const commonWords = new Set(
  'is are am was were be been has have had do does did will can the a an of to in on at for with as from'.split(' '),
);

interface Clue {
  category: number;
  /** The words of the clue, each in all its forms; for scripts without spaces: undefined. */
  sequence: ReadonlySet<string>[];
  weight: number;
  /** Folded text to search for. */
  literal?: string;
}

/** A clue with an owner ("my wife", "Bob's manager") is the topic of the statement. */
const possessive = /^(?:my|our|his|her|their|your|\p{L}+'s)$/u;
const possessedBonus = 1;
/** The least score of a category. */
const threshold = 0.4;
/** At this score a category is certain. */
const certain = 4;

/** What a decision is stored under; a captured statement of another kind is not. */
export const ofDecisions = 'decisions';
/** Where a statement of a kind goes when all that tells of its category is closed to it: the first that is there. */
const usual: Readonly<Record<StatementKind, readonly string[]>> = {
  rule: ['preferences'],
  preference: ['preferences'],
  correction: ['preferences'],
  // Projects that earlier versions made have no facts.
  fact: ['facts', 'skills'],
  decision: [ofDecisions],
};

/** Kinds of captured statements that a category does not take: what happened once is a rule's reason, and no rule. */
const closedTo: ReadonlyMap<string, readonly StatementKind[]> = new Map([
  [ofDecisions, ['rule', 'preference', 'correction', 'fact']],
  ['events', ['rule', 'preference']],
]);

/** Finds the category of statements for one character: by its categories' hints, names, descriptions, and by cues. */
export class Classifier {
  readonly #categories: Category[];
  readonly #fallback: Category;
  /** Longest first: "would like to" says more than the "like" in it. */
  readonly #clues: Clue[];

  constructor(categories: Category[]) {
    const fallback = categories.find(({ isDefault }) => isDefault) ?? categories[0];
    if (!fallback) throw new Error('a character without categories');
    this.#categories = categories;
    this.#fallback = fallback;
    this.#clues = categories
      .flatMap(cluesOf)
      .toSorted((a, b) => b.sequence.length - a.sequence.length || b.weight - a.weight);
  }

  /**
   * The category, and 0 to 1 how sure that is. A heading that names a category decides.
   * @param kind of a captured statement: what is no decision is not among the decisions
   */
  classify(
    statement: string,
    { heading, kind }: { heading?: string | undefined; kind?: StatementKind | undefined } = {},
  ): { category: Category; certainty: number } {
    const named = heading === undefined ? undefined : this.#named(heading);
    if (named) return { category: named, certainty: 1 };
    const isOpen = ({ name }: Category) => kind === undefined || !closedTo.get(name)?.includes(kind);
    const scores = this.#scores(statement);
    let best = -1;
    let closed = !isOpen(this.#fallback);
    for (const [index, score] of scores.entries()) {
      if (score < threshold) continue;
      if (!isOpen(this.#categories[index]!)) closed = true;
      else if (score > (scores[best] ?? 0)) best = index;
    }
    const found = this.#categories[best];
    if (found) return { category: found, certainty: Math.min(1, (scores[best] ?? 0) / certain) };
    // A fact is of the facts also where the rest takes it.
    const instead = kind === undefined ? [] : closed ? usual[kind] : kind === 'fact' ? ['facts'] : [];
    const [category = this.#fallback] = instead.flatMap((name) => this.#named(name) ?? []);
    return { category, certainty: 0 };
  }

  #named(heading: string): Category | undefined {
    const name = foldCase(heading.trim().replace(/:$/u, ''));
    return this.#categories.find((one) => foldCase(one.name) === name);
  }

  #scores(statement: string): number[] {
    const text = foldLatin(statement);
    const tokens = words(statement);
    const taken = tokens.map(() => false);
    const scores = this.#categories.map(({ name }) =>
      cuesOf(name).reduce((sum, [weight, pattern]) => sum + (pattern.test(text) ? weight : 0), 0),
    );
    for (const { category, sequence, weight, literal } of this.#clues) {
      const at = literal === undefined ? take(tokens, taken, sequence) : text.indexOf(literal);
      if (at < 0) continue;
      const bonus = possessive.test(tokens[at - 1] ?? '') && weight > 1 ? possessedBonus : 0;
      scores[category] = (scores[category] ?? 0) + weight + bonus;
    }
    return scores;
  }
}

/** The first place of a sequence of words that no longer clue uses, or -1; marks all its places as used. */
function take(tokens: string[], taken: boolean[], sequence: ReadonlySet<string>[]): number {
  let first = -1;
  // Common words stay free: several categories may lean on the same "is".
  const isCommon = sequence.every((word) => [...word].some((form) => commonWords.has(form)));
  for (let at = 0; at + sequence.length <= tokens.length; at++) {
    const fits = sequence.every((word, i) => !taken[at + i] && word.has(tokens[at + i] as string));
    if (!fits) continue;
    if (first < 0) first = at;
    if (!isCommon) taken.fill(true, at, at + sequence.length);
  }
  return first;
}

function cluesOf({ name, description, hints }: Category, category: number): Clue[] {
  const isPlain = (word: string) => word.length > 3 && !commonWords.has(word);
  return [
    ...hints.map((hint) => clue(category, hint, 1.5)),
    clue(category, name, 1.5),
    ...words(description)
      .filter(isPlain)
      .map((word) => clue(category, word, 0.4)),
  ].filter(({ sequence, literal }) => sequence.length > 0 || literal);
}

function clue(category: number, phrase: string, weight: number): Clue {
  if (unspaced.test(phrase)) return { category, sequence: [], weight, literal: foldLatin(phrase) };
  const parts = words(phrase);
  const isCommon = parts.every((word) => commonWords.has(word));
  return {
    category,
    sequence: parts.map((word) => new Set(commonWords.has(word) ? [word] : forms(word))),
    weight: isCommon ? 0.5 : weight + 0.5 * (parts.length - 1),
  };
}
