import type { AnalyzedQuery, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import type { Candidates } from './candidates.ts';
import type { CharacterTable } from './character.ts';
import { type Factor, findNamed, memoryFactors, type NamedLeads, namedAmong } from './factors.ts';
import { addAsking, askingPart, largestOf } from './fusion.ts';
import { numbersAt } from './memories.ts';
import { findNameWords } from './name-words.ts';
import { neighbourSupport } from './neighbours.ts';
import { scorePassages, tallyMemories } from './passage-scores.ts';
import { addProximity } from './proximity.ts';
import { scoreSessions } from './sessions.ts';
import { type Weights, weigh } from './statistics.ts';
import type { Coverage } from './strength.ts';
import type { Tally } from './tally.ts';

/** What the words of a query find among all memories of a character, by their places. */
export interface FoundWords {
  readonly weights: Weights;
  readonly named: NamedLeads;
  /** Scores of the memories' own words, and the share of the query's weight that they cover. */
  readonly tally: Tally;
  /** The same for the sentences that ask, where these count once more. */
  readonly asked: Tally | undefined;
}

/** The tallies are borrowed: release them. */
export function findByWords(query: AnalyzedQuery, material: SearchMaterial, character: CharacterTable): FoundWords {
  const found = tallyWords(query, material, character);
  const part = askingPart(query, material);
  if (part === undefined || character.turns.every((turn) => turn === 1)) return { ...found, asked: undefined };
  const { tally: asked } = tallyWords(part.query, part.material, character);
  addAsking(found.tally, asked, character.turns);
  return { ...found, asked };
}

function tallyWords(query: AnalyzedQuery, material: SearchMaterial, character: CharacterTable) {
  const weights = weigh(query, material, findNameWords(query, material));
  const named = findNamed(query, material, character.participants);
  const passages = scorePassages(material, weights, named.terms);
  addProximity(passages, query, material, weights);
  return { weights, named, tally: tallyMemories(character.memories, passages) };
}

/** The scores of the candidates by words, in columns. */
export interface LexicalScores {
  /** Before the factors; 0 for a memory that does not match by words. */
  readonly words: Float64Array;
  /** Of the memories' own words, and what their neighbours add. */
  readonly own: Float64Array;
  readonly support: Float64Array | undefined;
  /** By session. */
  readonly ofSessions: Float64Array;
  /** The share of the query's weight that a memory covers, also that of the sentences that ask. */
  readonly covered: Float64Array;
  /** Of the whole prompt, because any memory may cover a short question. */
  readonly coverage: Coverage;
  readonly factors: readonly Factor[];
}

export function scoreLexically(
  query: AnalyzedQuery,
  material: SearchMaterial,
  character: CharacterTable,
  { weights, named: leads, tally, asked }: FoundWords,
  candidates: Candidates,
): LexicalScores {
  const { memories, sessions } = character;
  const { places, turns } = candidates;
  const own = numbersAt(tally.score, places);
  const ofWhole = numbersAt(tally.covered, places);
  const covered = asked
    ? ofWhole.map((one, i) => Math.max(one, (1 - turns[i]!) * asked.covered[places[i]!]!))
    : ofWhole;
  const support = sessions.count > 0 ? neighbourSupport(tally.score, places, character) : undefined;
  const ofSessions = scoreSessions(material, memories, sessions, weights.idf);
  const named = namedAmong(leads, candidates.memories);
  return {
    words: wordScores(support ? sumOf(own, support) : own, ofSessions, candidates.ofSession),
    own,
    support,
    ofSessions,
    covered,
    coverage: { covered: ofWhole, named },
    factors: memoryFactors(query, candidates.memories, character, named),
  };
}

export function sumOf(a: Float64Array, b: Float64Array): Float64Array {
  const sum = new Float64Array(a.length);
  for (let i = 0; i < sum.length; i++) sum[i] = a[i]! + b[i]!;
  return sum;
}

/** The turns' scores with their sessions', each as shares of the largest; 0 where a turn has none. */
function wordScores(turn: Float64Array, ofSessions: Float64Array, ofMemory: Int32Array): Float64Array {
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
