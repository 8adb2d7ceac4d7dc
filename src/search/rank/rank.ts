import type { Nearness } from '../../domain/stores/embeddings.ts';
import type { AnalyzedQuery, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING, RELEVANCE } from '../parameters.ts';
import { TRAIT } from '../text/traits.ts';
import { best, findExact, keepMatches, type Wanted } from './best.ts';
import { allOf } from './candidates.ts';
import { atToldTimes, type CharacterTable, describeCharacter } from './character.ts';
import { chooseCandidates } from './choosing.ts';
import { type Explanation, explain, type MatchedTerm, matchedTerms } from './explain.ts';
import type { Factor } from './factors.ts';
import { fuse, largestOf } from './fusion.ts';
import { largest, someLargest } from './largest.ts';
import { findByWords, scoreLexically } from './lexical.ts';
import { likenessOf } from './meanings.ts';
import { levelsOfHolders, putHoldersFirst } from './names.ts';
import { preferInOrder } from './order.ts';
import { addedBy, type Model, readLikeness, readNearness, strengthOfNearest } from './similarity.ts';
import { isOneName } from './statistics.ts';
import {
  bearsOnOrder,
  hasOnlyNames,
  isOfSubject,
  isRead,
  lacksAsked,
  mostOfOneWord,
  putLikelyFirst,
  strengthOf,
  strengthOfSet,
} from './strength.ts';
import { listTimes } from './time.ts';
import { vary } from './variety.ts';
import { describeWords, shareOf } from './word-parts.ts';

export interface RankOptions extends Wanted {
  /** Only these memories count and are listed; the statistics stay those of the character. */
  readonly allowed?: ReadonlySet<number> | undefined;
  /** Memories of less relevance are no matches. */
  readonly least?: number | undefined;
  /** How near the memories are to the query by embeddings. */
  readonly nearness?: Nearness | undefined;
  /** False: a match only by the table of words counts as none. */
  readonly guesses?: boolean | undefined;
  readonly explain?: boolean | undefined;
  /** How the terms of the query are in each of the matches. */
  readonly terms?: boolean | undefined;
  /** Compares all memories, of a large character too: slow. */
  readonly exhaustive?: boolean | undefined;
}

export interface RankedMemory {
  readonly memoryNo: number;
  /** 0..1: the coverage of the best memory, and this one's share of that memory's score. */
  readonly relevance: number;
  readonly match: { readonly lexical?: number; readonly similarity?: number };
  readonly explanation?: Explanation;
  /** Computed when it is asked for. */
  readonly terms?: () => readonly MatchedTerm[];
  /** Beside `terms`: the number of its session, as of a message's chat; negative: it has none. */
  readonly session?: number;
}

/** The place of one memory among the matches. */
export interface Standing extends RankedMemory {
  readonly explanation: Explanation;
  /** From 1; undefined when it does not match. */
  readonly rank: number | undefined;
  /** How many before it cover more of the query. */
  readonly coveringMore: number;
}

export interface Ranking {
  /** Memories that match at all; of a large character those that match by words of their own or by meaning. */
  readonly total: number;
  readonly memories: readonly RankedMemory[];
}

/** The memories that match a query, best first. */
export function rank(query: AnalyzedQuery, material: SearchMaterial, options: RankOptions): Ranking {
  const scored = scoreMemories(query, material, options);
  return {
    total: scored.total,
    memories: best(scored, options).map((m) => ({
      ...scored.ranked(m),
      ...(options.explain === true && { explanation: scored.explained(m) }),
      ...(options.terms === true && { terms: () => scored.terms(m), session: scored.session(m) }),
    })),
  };
}

/** The rank of one memory for a query, and why; undefined when the character's index does not have it. */
export function standingOf(
  query: AnalyzedQuery,
  material: SearchMaterial,
  memoryNo: number,
  options: Pick<RankOptions, 'nearness'> = {},
): Standing | undefined {
  const scored = scoreMemories(query, material, { ...options, exhaustive: true });
  const { memories, score, exact, coverage, ranked, explained } = scored;
  const one = memories.memoryNo.subarray(0, memories.count).indexOf(memoryNo);
  if (one < 0) return undefined;
  let before = 0;
  let coveringMore = 0;
  for (let m = 0; m < score.length; m++) {
    const isBefore =
      m === exact ||
      score[m]! > score[one]! ||
      (score[m] === score[one] && memories.memoryNo[m]! < memories.memoryNo[one]!);
    if (one === exact || m === one || !isBefore) continue;
    before++;
    if (coverage(m) > coverage(one)) coveringMore++;
  }
  const isMatch = score[one]! > 0 || one === exact;
  return { ...ranked(one), explanation: explained(one), rank: isMatch ? before + 1 : undefined, coveringMore };
}

/** The candidates' scores, and a function that describes one. */
function scoreMemories(query: AnalyzedQuery, material: SearchMaterial, options: Omit<RankOptions, keyof Wanted>) {
  const stored = describeCharacter(material.passages);
  const character = material.told ? atToldTimes(stored, material.told) : stored;
  const found = findByWords(query, material, character);
  const levels = levelsOfHolders(material.names, character.memories);
  const likeness = isLarge(character) ? undefined : likenessOf(meaningOf(query), character);
  const exactPlace = findExact(query, character.memories, options.allowed);
  const candidates = isWhole()
    ? allOf(character)
    : chooseCandidates(query, character, { ...options, found, levels, likeness, exact: exactPlace });
  const { memories } = candidates;
  const exact = candidates.places.indexOf(exactPlace);
  const lexical = scoreLexically(query, material, character, found, candidates);
  const { words } = lexical;
  const parts = describeWords(found, lexical, candidates);
  const covered = largestOf(lexical.covered);
  const models = readModels();
  const embeddings = models.find(({ part }) => part === 'similarity');
  // A single word that is found needs no guess.
  const isKeyword = query.terms.length === 1 && covered === 1;
  const added = models.map((model) => addedBy(model, candidates, character, { covered, isKeyword }, embeddings));
  const score = fuse(words, added);
  const guesses = options.guesses !== false && !isKeyword;
  const near = models.filter(({ part }) => part === 'similarity' || guesses);
  const matching = [...new Set(near.flatMap(({ similarity }) => [...similarity.matches]))];
  const ofMatching = matching.map((m) => score[m]!);
  for (let m = 0; m < score.length; m++) if (words[m] === 0) score[m] = 0;
  for (const [i, m] of matching.entries()) score[m] = ofMatching[i]!;
  const isListed = query.onlyTime && listTimes(score, query.periods, memories, options.allowed);
  const repeated = query.onlyTime ? undefined : weighMatches();
  const leading = isListed ? [] : largest({ values: score, numbers: memories.memoryNo }, RANKING.guesses.among);
  const mostCovered = Math.max(...leading.map(parts.coverage));
  const { covers, covered: clearlyLess } = RANKING.guesses;
  if (leading.slice(0, 1).some((m) => parts.coverage(m) < Math.max(covers, mostCovered - clearlyLess)))
    putLikelyFirst(score, leading, strengthsOf);
  const top = largestOf(score) || 1;
  const { byWords, strength: ofBest } = strengthsOf(...largest({ values: score, numbers: memories.memoryNo }, 2));
  const strength = isListed ? RANKING.time.list.relevance : ofBest;
  const best = strength * (exact < 0 ? 1 : RANKING.besideExact);
  const kept = keepMatches(score, memories, options.allowed, exact, ((options.least ?? 0) * top) / (best || 1));
  const total = isWhole() || options.least ? kept : totalOf(kept);
  for (const tally of [found.tally, found.asked, ...models.map((model) => model.similarity.around)]) tally?.release();
  const lexicalShare = shareOf(words, words, byWords);
  const nearest = (m: number) =>
    models.reduce((most, { part, similarity: { share, trust } }) => {
      const counts = trust > 0 && (part === 'similarity' || words[m] === 0);
      return counts ? Math.max(most, Math.min(1, share[m]!)) : most;
    }, 0);
  return {
    memories,
    score,
    exact,
    total,
    coverage: parts.coverage,
    ranked: (m: number): RankedMemory => {
      const similarity = nearest(m);
      return {
        memoryNo: memories.memoryNo[m]!,
        relevance: m === exact ? 1 : Math.min((score[m]! / top) * best, ofGuess(m)),
        match: {
          ...(m === exact || words[m]! > 0 ? { lexical: m === exact ? 1 : lexicalShare(m) } : {}),
          ...(similarity > 0 ? { similarity } : {}),
        },
      };
    },
    session: (m: number) => candidates.ofSession[m]!,
    terms: (m: number) => matchedTerms(m, query, material, memories, parts),
    explained: (m: number) => {
      const nearness = models.map(({ part }, i) => [part, (one: number) => added[i]![one]!] as const);
      const factors = repeated
        ? [...parts.factors, { part: 'session' as const, of: (one: number) => repeated[one]! }]
        : parts.factors;
      return explain(m, m === exact, query, material, memories, { ...parts, ...Object.fromEntries(nearness), factors });
    },
  };

  /** The most relevance of a memory: without a word of the query what its similarity says by itself. */
  function ofGuess(m: number): number {
    return parts.coverage(m) > 0 || isListed || !embeddings?.isOwn ? 1 : strengthsOf(m).strength;
  }

  function isWhole(): boolean {
    return character.memories.count <= RANKING.candidates.wholeUpTo || options.exhaustive === true || query.onlyTime;
  }

  /** The table of words and the embeddings, if they have similarities. */
  function readModels(): Model[] {
    const table = isLarge(character) ? likenessOf(meaningOf(query), character, placesOfBest()) : likeness;
    const limits = query.asksForSet ? RANKING.nearness.set : RANKING.nearness.match;
    const { nearness } = options;
    return [
      ...(table ? [readLikeness(table, candidates, limits)] : []),
      ...(nearness && !query.onlyTime ? [readNearness(nearness, words, candidates, character, limits)] : []),
    ];
  }

  /** Those of a large character that the table of words compares. */
  function placesOfBest(): Int32Array {
    const best = someLargest({ values: words, numbers: memories.memoryNo }, RANKING.meaning.candidates);
    return Int32Array.from(best, (m) => candidates.places[m]!).sort();
  }

  /** How likely a match answers the query, by words alone and with everything, 0..1. @param second the next best one */
  function strengthsOf(first?: number, second?: number): { byWords: number; strength: number } {
    if (first === undefined) return { byWords: 0, strength: 0 };
    const next = second === undefined ? 0 : score[second]! / score[first]!;
    const turn = candidates.turns[first]!;
    const matched = matchedTerms(first, query, material, memories, parts);
    const order = bearsOnOrder(query, matched, parts.coverage(first), character.memories.count, turn, next);
    const byWords = strengthOf(lexical.coverage, first, undefined, turn, order);
    const similar = embeddings?.isOwn ? embeddings.similarity.share[first]! : 0;
    const one = Math.min(withEverything(first), mostOfOneWord(query, material, similar, options.allowed));
    const strength = query.asksForSet ? strengthOfSet(one, one * next) : one;
    const tellsWhen = query.asksWhen && (memories.traits[first]! & TRAIT.namesTime) !== 0;
    return {
      byWords,
      strength: lacksAsked(query, matched, tellsWhen) ? Math.min(RELEVANCE.onlyNames.most, strength) : strength,
    };

    function withEverything(first: number): number {
      if (isOneName(query)) return parts.coverage(first) < 1 ? Math.min(byWords, RELEVANCE.oneWord.least) : byWords;
      if (embeddings?.isOwn && embeddings.similarity.isKnown(first) && isRead(query)) {
        const similarity = embeddings.similarity.share[first]!;
        const strength = strengthOf(lexical.coverage, first, similarity, turn, order);
        if (hasOnlyNames(query, matched, similarity)) return Math.min(RELEVANCE.onlyNames.most, strength);
        // A rule about a topic of an order need not be like the order.
        return order > 0 && matched.some((one) => isOfSubject(one, query)) ? Math.max(byWords, strength) : strength;
      }
      const unasked = options.guesses === false ? RANKING.similarity.unasked : 1;
      const byNearness = near.map((model) => unasked * strengthOfNearest(model));
      return Math.max(words[first] === 0 ? 0 : byWords, ...byNearness);
    }
  }

  /** Weighs the scores by form, session, order and names. Returns the factors of repeated sessions. */
  function weighMatches(): Float64Array | undefined {
    multiply(score, parts.factors);
    const factors = vary(score, memories.memoryNo, candidates.ofSession, character.further);
    preferInOrder(score, query, material, memories, parts.coverage);
    putHoldersFirst(score, candidates, levels);
    return factors;
  }

  /** How many memories match, where only candidates were compared. */
  function totalOf(kept: number): number {
    const { touched, score: own } = found.tally;
    const { allowed } = options;
    const matchingByWords = allowed
      ? touched.filter((place) => allowed.has(character.memories.memoryNo[place]!)).length
      : touched.length;
    // Of so few all neighbours were compared.
    if (matchingByWords <= RANKING.candidates.strong) return kept;
    return matchingByWords + matching.filter((m) => score[m]! > 0 && own[candidates.places[m]!] === 0).length;
  }
}

/** Whether a character is too large to compare each memory by the table of words. */
const isLarge = ({ memories }: CharacterTable) => memories.count > RANKING.meaning.wholeUpTo;

/** A list of a time needs no guesses of what it means. */
const meaningOf = ({ onlyTime, meaning }: AnalyzedQuery) => (onlyTime ? undefined : meaning);

function multiply(score: Float64Array, factors: readonly Factor[]): void {
  for (const { of } of factors) {
    for (let m = 0; m < score.length; m++) if (score[m] !== 0) score[m]! *= of(m);
  }
}
