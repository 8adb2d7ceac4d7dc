import type { Occurrences, ReadTerm } from '../../domain/stores/search.ts';
import { REPAIR } from '../parameters.ts';
import { type NearTerm, nearestTerms, transliterations } from '../repair.ts';
import { isRomanizable, otherBeginnings } from '../text/romanized.ts';
import type { CharacterIndex } from './character-index.ts';
import { mergeOccurrences } from './occurrences.ts';
import { readTerms } from './read-terms.ts';
import { ask, type Reading } from './steps.ts';

/** A term's forms in the index, without its substitutes. */
export type StandingTerm = Omit<ReadTerm, 'substitutes'>;
type Found = Omit<StandingTerm, 'forms'>;

/** Terms of the vocabulary and of recent passages, which may overlap. */
type Lists = readonly (readonly string[])[];

/**
 * Repairs terms that the index lacks: by terms with the same beginning; if there is none, with the same end; if there is
 * none, by a name's spelling in another script. Forms in a language of the memories have priority over English ones.
 */
export function* repairTerms(
  index: CharacterIndex,
  terms: readonly { forms: readonly string[]; isCommon: boolean }[],
): Reading<StandingTerm[]> {
  const preferred = terms.map(({ forms: [english, ...others] }) => [...others, english!]);
  const repaired = new Map<string, Found>();
  for (const { candidates, near } of ways) {
    const open = preferred.filter(
      (forms, i) => !(terms[i]!.isCommon && near === nearestTerms) && !forms.some((form) => repaired.has(form)),
    );
    // The stem of a short word in some language ("mon" of "monad") is near to any.
    const unknown = [...new Set(open.flat())].filter((form) => form.length >= REPAIR.minLetters);
    if (unknown.length === 0) continue;
    const lists = yield* candidates(index, unknown);
    const nearest = new Map(unknown.map((term, i) => [term, byCost(near(term, lists[i]!))]));
    for (const [term, chosen] of yield* chooseLiving(index, nearest)) repaired.set(term, chosen);
  }
  return terms.map(({ forms }, i) => {
    const form = preferred[i]!.find((one) => repaired.has(one));
    const found = form === undefined ? { found: [], occurrences: mergeOccurrences([]) } : repaired.get(form)!;
    return { forms, ...found };
  });
}

function* soundingAlike(index: CharacterIndex, terms: readonly string[]): Reading<Lists[]> {
  const letters = terms.map((term) => (isRomanizable(term) ? otherBeginnings(term) : []));
  const all = [...new Set(letters.flat())];
  const settled = index.isSettled ? yield* ask((source) => source.beginning(all)) : [];
  const lists = new Map(all.map((letter, i) => [letter, [...(settled[i] ?? []), ...index.recent.beginning(letter)]]));
  return letters.map((own) => own.map((letter) => lists.get(letter)!.filter(isRomanizable)));
}

function* beginningAlike(index: CharacterIndex, terms: readonly string[]): Reading<Lists[]> {
  const letters = terms.map((term) => String.fromCodePoint(term.codePointAt(0)!));
  const settled = index.isSettled ? yield* ask((source) => source.beginning(letters)) : [];
  return letters.map((letter, i) => [settled[i] ?? [], index.recent.beginning(letter)]);
}

function* endingAlike(index: CharacterIndex, terms: readonly string[]): Reading<Lists[]> {
  const endings = terms.map((term) => term.slice(Math.min(2, term.length - 2)));
  const settled = index.isSettled ? yield* ask((source) => source.ending(endings)) : [];
  return endings.map((ending, i) => [settled[i] ?? [], index.recent.ending(ending)]);
}

const ways = [
  { candidates: beginningAlike, near: nearestTerms },
  { candidates: endingAlike, near: nearestTerms },
  { candidates: soundingAlike, near: transliterations },
];

/** Nearest terms that are as likely, group by group, the likeliest first. */
function byCost(nearest: readonly NearTerm[]): NearTerm[][] {
  const groups: NearTerm[][] = [];
  for (const near of nearest) {
    const last = groups.at(-1);
    if (last?.[0]?.cost === near.cost) last.push(near);
    else groups.push([near]);
  }
  return groups;
}

/**
 * The likeliest of the nearest terms of each unknown one that an active passage has. All groups are read together: one
 * round trip for any number of terms.
 */
function* chooseLiving(
  index: CharacterIndex,
  nearest: ReadonlyMap<string, readonly NearTerm[][]>,
): Reading<Map<string, Found>> {
  const chosen = new Map<string, Found>();
  let open = [...nearest];
  for (let round = 0; ; round++) {
    open = open.filter(([term, groups]) => !chosen.has(term) && round < groups.length);
    if (open.length === 0) return chosen;
    const terms = [...new Set(open.flatMap(([, groups]) => groups[round]!.map((near) => near.term)))];
    const standing = yield* readTerms(index, terms);
    for (const [term, groups] of open) {
      const choice = choose(groups[round]!, standing);
      if (choice !== undefined) chosen.set(term, choice);
    }
  }
}

/** All inflections and compounds. Of equally likely typing errors only the commonest. Empty when no passage has any. */
function choose(group: readonly NearTerm[], standing: ReadonlyMap<string, Occurrences>): Found | undefined {
  const living = group
    .map(({ term }) => ({ term, occurrences: standing.get(term)! }))
    .filter(({ occurrences }) => occurrences.passages.length > 0);
  if (living.length === 0) return undefined;
  const commonest = living.reduce((a, b) => (holding(b) > holding(a) ? b : a));
  const chosen = group[0]!.shares ? living : [commonest];
  return {
    found: chosen.map(({ term }) => term),
    occurrences: mergeOccurrences(chosen.map(({ occurrences }) => occurrences)),
  };
}

const holding = ({ occurrences }: { occurrences: Occurrences }) => occurrences.passages.length;
