import type { Nearness } from '../../domain/stores/embeddings.ts';
import type { AnalyzedQuery, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING, RELEVANCE } from '../parameters.ts';
import { best, findExact, keepMatches, type Wanted } from './best.ts';
import { type CharacterTable, describeCharacter } from './character.ts';
import { type Explanation, explain, type MatchedTerm, matchedTerms, type Parts } from './explain.ts';
import { type Factor, findNamed, memoryFactors } from './factors.ts';
import { addAsking, askingPart, fuse, largestOf } from './fusion.ts';
import { largest } from './largest.ts';
import { bestPassages, scoreOfPassages } from './memories.ts';
import { findNameWords } from './name-words.ts';
import { putHoldersFirst } from './names.ts';
import { neighbourSupport } from './neighbours.ts';
import { preferInOrder } from './order.ts';
import { scorePassages } from './passage-scores.ts';
import { addProximity } from './proximity.ts';
import { type SessionTable, scoreSessions } from './sessions.ts';
import { addedBy, readModels, strengthOfNearest } from './similarity.ts';
import { weigh } from './statistics.ts';
import { type Coverage, hasOnlyNames, isRead, strengthOf, strengthOfSet } from './strength.ts';
import { listTimes } from './time.ts';
import { vary } from './variety.ts';

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
}

export interface RankedMemory {
  readonly memoryNo: number;
  /** 0..1: the coverage of the best memory, and this one's share of that memory's score. */
  readonly relevance: number;
  readonly match: { readonly lexical?: number; readonly similarity?: number };
  readonly explanation?: Explanation;
  /** Computed when it is asked for. */
  readonly terms?: () => readonly MatchedTerm[];
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
  /** Memories that match at all. */
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
      ...(options.terms === true && { terms: () => scored.terms(m) }),
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
  const { memories, score, exact, coverage, ranked, explained } = scoreMemories(query, material, options);
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

/** Every memory's score, and a function that describes one. */
function scoreMemories(query: AnalyzedQuery, material: SearchMaterial, options: Omit<RankOptions, keyof Wanted>) {
  const character = describeCharacter(material.passages);
  const { memories } = character;
  const { words, covered, coverage, parts } = scoreLexically(query, material, character);
  // A list of a time needs no guesses of what it means.
  const models = query.onlyTime ? [] : readModels(query, options.nearness, words, character);
  const embeddings = models.find(({ part }) => part === 'similarity');
  const added = models.map((model) => addedBy(model, character, covered, embeddings));
  const score = fuse(words, added);
  // A single word that is found needs no guess by the table.
  const isKeyword = query.terms.length === 1 && covered === 1;
  const guesses = options.guesses !== false && !isKeyword;
  const near = models.filter(({ part }) => part === 'similarity' || guesses);
  const matching = [...new Set(near.flatMap(({ similarity }) => [...similarity.matches]))];
  const ofMatching = matching.map((m) => score[m]!);
  for (let m = 0; m < score.length; m++) if (words[m] === 0) score[m] = 0;
  for (const [i, m] of matching.entries()) score[m] = ofMatching[i]!;
  const isListed = query.onlyTime && listTimes(score, query.periods, memories, options.allowed);
  const repeated = query.onlyTime ? undefined : weighMatches();
  const exact = findExact(query, memories, options.allowed);
  const top = largestOf(score) || 1;
  const { byWords, strength: ofBest } = strengthsOfBest();
  const strength = isListed ? RANKING.time.list.relevance : ofBest;
  const best = strength * (exact < 0 ? 1 : RANKING.besideExact);
  const total = keepMatches(score, memories, options.allowed, exact, ((options.least ?? 0) * top) / (best || 1));
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
        relevance: m === exact ? 1 : (score[m]! / top) * best,
        match: {
          ...(m === exact || words[m]! > 0 ? { lexical: m === exact ? 1 : lexicalShare(m) } : {}),
          ...(similarity > 0 ? { similarity } : {}),
        },
      };
    },
    terms: (m: number) => matchedTerms(m, query, material, memories, parts),
    explained: (m: number) => {
      const nearness = models.map(({ part }, i) => [part, (one: number) => added[i]![one]!] as const);
      const factors = repeated
        ? [...parts.factors, { part: 'session' as const, of: (one: number) => repeated[one]! }]
        : parts.factors;
      return explain(m, m === exact, query, material, memories, { ...parts, ...Object.fromEntries(nearness), factors });
    },
  };

  /** How likely the best match answers the query, by words alone and with everything, 0..1. */
  function strengthsOfBest(): { byWords: number; strength: number } {
    const [first, second] = largest({ values: score, numbers: memories.memoryNo }, 2);
    if (first === undefined) return { byWords: 0, strength: 0 };
    const turn = character.turns[first]!;
    const isOrder = !query.asksForDetail;
    const byWords = strengthOf(coverage, first, undefined, turn, isOrder);
    const one = withEverything(first);
    const others = second === undefined ? 0 : (one * score[second]!) / score[first]!;
    return { byWords, strength: query.asksForSet ? strengthOfSet(one, others) : one };

    function withEverything(first: number): number {
      if (embeddings?.isOwn && embeddings.similarity.isKnown(first) && isRead(query)) {
        const similarity = embeddings.similarity.share[first]!;
        const strength = strengthOf(coverage, first, similarity, turn, isOrder);
        const matched = matchedTerms(first, query, material, memories, parts);
        return hasOnlyNames(query, matched, similarity) ? Math.min(RELEVANCE.onlyNames.most, strength) : strength;
      }
      const unasked = options.guesses === false ? RANKING.similarity.unasked : 1;
      const byNearness = near.map((model) => unasked * strengthOfNearest(model));
      return Math.max(words[first] === 0 ? 0 : byWords, ...byNearness);
    }
  }

  /** Weighs the scores by form, session, order and names. Returns the factors of repeated sessions. */
  function weighMatches(): Float64Array | undefined {
    multiply(score, parts.factors);
    const factors = vary(score, memories, character.sessions, character.further);
    preferInOrder(score, query, material, memories, parts.coverage);
    putHoldersFirst(score, material.names, memories);
    return factors;
  }
}

interface LexicalScores {
  /** By words, before the factors; 0 for a memory that does not match by words. */
  readonly words: Float64Array;
  /** The largest share of the query's weight that a memory covers. */
  readonly covered: number;
  /** Of the whole prompt, because any memory may cover a short question. */
  readonly coverage: Coverage;
  readonly parts: Parts;
}

function scoreLexically(query: AnalyzedQuery, material: SearchMaterial, character: CharacterTable): LexicalScores {
  const { memories, sessions } = character;
  const whole = scoreWords(query, material, character);
  const { weights, named } = whole;
  const { own, covered } = withAsking(whole, query, material, character);
  const support = sessions.count > 0 ? neighbourSupport(own, character) : undefined;
  const turn = support === undefined ? own : sumOf(own, support);
  const ofSessions = scoreSessions(material, memories, sessions, weights.idf);
  return {
    words: wordScores(turn, ofSessions, sessions),
    covered: largestOf(covered),
    coverage: { covered: whole.covered, named },
    parts: {
      weights,
      named: named.terms,
      factors: memoryFactors(query, character, named),
      coverage: (m) => covered[m]!,
      words: shareOf(own, turn),
      neighbours: support ? shareOf(support, turn) : () => 0,
      session: ofMembers(shareOf(ofSessions, ofSessions, RANKING.session.weight), sessions),
      meaning: () => 0,
    },
  };
}

/** The scores of the memories' own words, and the share of the query's weight that they cover. */
function scoreWords(query: AnalyzedQuery, material: SearchMaterial, character: CharacterTable) {
  const { memories } = character;
  const weights = weigh(query, material, findNameWords(query, material));
  const named = findNamed(query, material, character);
  const passages = scorePassages(material, weights, named.terms);
  addProximity(passages.score, query, material, weights);
  const own = scoreOfPassages(memories, passages.score);
  return { weights, named, own, covered: bestPassages(memories, passages.covered) };
}

/** The same with the sentences that ask counted once more. */
function withAsking(
  { own, covered }: Pick<ReturnType<typeof scoreWords>, 'own' | 'covered'>,
  query: AnalyzedQuery,
  material: SearchMaterial,
  character: CharacterTable,
): { own: Float64Array; covered: Float64Array } {
  const { turns } = character;
  const part = askingPart(query, material);
  if (part === undefined || turns.every((turn) => turn === 1)) return { own, covered };
  const asked = scoreWords(part.query, part.material, character);
  return {
    own: addAsking(own, asked.own, turns),
    covered: covered.map((one, m) => Math.max(one, (1 - turns[m]!) * asked.covered[m]!)),
  };
}

/** A column as shares of the largest of another; computed lazily. */
function shareOf(values: Float64Array, whole: Float64Array, weight = 1): (memory: number) => number {
  let top: number | undefined;
  return (m) => {
    top ??= largestOf(whole) || 1;
    return (weight * values[m]!) / top;
  };
}

function sumOf(a: Float64Array, b: Float64Array): Float64Array {
  const sum = new Float64Array(a.length);
  for (let i = 0; i < sum.length; i++) sum[i] = a[i]! + b[i]!;
  return sum;
}

/** The turns' scores with their sessions', each as shares of the largest; 0 where a turn has none. */
function wordScores(turn: Float64Array, ofSessions: Float64Array, { ofMemory }: SessionTable): Float64Array {
  const words = new Float64Array(turn.length);
  const top = largestOf(turn);
  const topSession = largestOf(ofSessions);
  for (let m = 0; m < words.length; m++) {
    if (turn[m] === 0) continue;
    words[m] = turn[m]! / top;
    const session = ofMemory[m]!;
    if (topSession > 0 && session >= 0) words[m]! += (RANKING.session.weight * ofSessions[session]!) / topSession;
  }
  return words;
}

function multiply(score: Float64Array, factors: readonly Factor[]): void {
  for (const { of } of factors) {
    for (let m = 0; m < score.length; m++) if (score[m] !== 0) score[m]! *= of(m);
  }
}

/** The session's score, for each of its members. */
function ofMembers(part: (session: number) => number, { ofMemory }: SessionTable): (memory: number) => number {
  return (m) => (ofMemory[m]! < 0 ? 0 : part(ofMemory[m]!));
}
