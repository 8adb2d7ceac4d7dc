import type { Alike } from '../domain/stores/alike.ts';
import { type StatedTerms, statedTerms } from './same-statement.ts';
import { differenceOf, type Nearness } from './same-words.ts';

/** How two texts are alike, and by what. */
export interface Likeness extends Alike {
  /** Stems that both have. */
  shared: string[];
  /** One adds no word to the other, says it in other words, or only a number or a negation differs. Else each says something of its own. */
  isSure: boolean;
}

/** The encoder and the judge of the package. */
export interface PairReader {
  near: Nearness;
  /** Whether the judge says that a newer statement repeats an older one. */
  repeats: (newer: string, older: string) => boolean;
}

const leastAlike = 0.6;
/** If one text adds nothing to the other, this share of the other is enough. */
const leastContained = 0.45;
const leastOpposed = 0.6;
/** A text of fewer telling words is in many others by chance. */
const fewestShared = 2;
/** What says the same in other words is this near by the encoder; the judge alone is often mistaken. */
const paraphrased = 0.9;
/** Only texts that differ in nothing but spelling are wholly alike. */
const maxLikeness = 0.99;

const plain = (terms: StatedTerms) => new Set([...terms].map((term) => term.replace(/^-/u, '')));
const isNumber = (term: string) => /^\p{N}/u.test(term);

/**
 * Undefined: they are about different things.
 * @param reader reads spellings and other words for the same; without it they are other words
 */
export function likenessOf(one: string, other: string, reader?: PairReader): Likeness | undefined {
  const [said, known] = [statedTerms(one), statedTerms(other)];
  const [a, b] = [plain(said), plain(known)];
  const shared = [...a].filter((term) => b.has(term));
  const words = (terms: ReadonlySet<string>) => [...terms].filter((term) => !isNumber(term));
  if (shared.length === 0) return undefined;
  const difference = differenceOf(one, other, reader?.near);
  if (difference === 'spelling') return { kind: 'duplicate', likeness: 1, shared, isSure: true };
  const likeness = Math.min(maxLikeness, shared.length / new Set([...a, ...b]).size);
  const isOpposed = shared.some((term) => said.has(term) !== known.has(term));
  const [onlyA, onlyB] = [[...a].filter((term) => !b.has(term)), [...b].filter((term) => !a.has(term))];
  const hasOtherNumber = onlyA.some(isNumber) && onlyB.some(isNumber);
  const ofWords = words(new Set(shared)).length / Math.max(1, new Set([...words(a), ...words(b)]).size);
  const addsNothing = onlyA.length === 0 || onlyB.length === 0;
  if (
    shared.length >= fewestShared &&
    ((isOpposed && likeness >= leastOpposed) || (hasOtherNumber && ofWords >= leastAlike))
  ) {
    const isOneNumber = hasOtherNumber && onlyA.length === 1 && onlyB.length === 1;
    return { kind: 'contradiction', likeness, shared, isSure: addsNothing || isOneNumber };
  }
  const isAlike = shared.length >= fewestShared && likeness >= (addsNothing ? leastContained : leastAlike);
  // "Before the merge" and "after the merge" have the same telling words.
  const addsOnly = addsNothing && likeness >= leastAlike && difference !== 'a word';
  const isRepeated = () =>
    (difference === 'synonyms' || difference === 'more') &&
    !isOpposed &&
    ![...onlyA, ...onlyB].some(isNumber) &&
    reader !== undefined &&
    reader.near(one, other) >= paraphrased &&
    reader.repeats(one, other) &&
    reader.repeats(other, one);
  const isSure = (isAlike && addsOnly) || isRepeated();
  return isAlike || isSure ? { kind: 'duplicate', likeness, shared, isSure } : undefined;
}
