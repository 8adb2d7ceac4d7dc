import { Lru } from '../../base/lru.ts';
import { statesAskedIn } from '../judge/asked-states.ts';
import { partsOf } from '../judge/parts.ts';
import { profileOf } from '../judge/profile.ts';
import { ownStatesIn } from '../judge/states.ts';

/** The fields of a match that ranking by states uses. */
interface Candidate {
  readonly relevance: number;
  readonly content: string;
}

/** The relevance of other memories at most, where some tell of the state that a query asks for: below what hooks give. */
const MOST = 0.34;
/** The relevance of a memory that tells of the state at least: hooks give it, however common its words are. */
const LEAST = 0.5;
/** As much of a memory is read (UTF-16 units). */
const READ = 400;
/** The same memories are among the results of several questions. */
const known = new Lru<string, ReadonlySet<string>>(500);

/**
 * Where a query asks for a state of the person, as "Where do I live?", the memories that tell of it come first with a
 * relevance of use, and the others are of low relevance. Memories of which none tells of it stay. The exact text does not move.
 */
export function putStatesFirst<One extends Candidate>(query: string, candidates: readonly One[]): One[] {
  const asked = statesAskedIn(query);
  if (asked.size === 0) return [...candidates];
  const isTold = ({ content }: One) => [...statesOf(content.slice(0, READ))].some((kind) => asked.has(kind));
  const told = new Set(candidates.filter(isTold));
  if (told.size === 0) return [...candidates];
  const others = candidates.filter((one) => !told.has(one));
  return [
    ...Array.from(told, (one) => (one.relevance < LEAST ? { ...one, relevance: LEAST } : one)),
    ...others.map((one) => (one.relevance > MOST && one.relevance < 1 ? { ...one, relevance: MOST } : one)),
  ].toSorted((a, b) => b.relevance - a.relevance);
}

/** The states that a text or a part of it tells: "I moved to Berlin last week, I no longer live in Bremen". */
function statesOf(text: string): ReadonlySet<string> {
  const profiles = () => [profileOf(text), ...partsOf(text).map(({ profile }) => profile)];
  const kinds = known.get(text) ?? new Set(profiles().flatMap((profile) => [...ownStatesIn(profile)]));
  known.set(text, kinds);
  return kinds;
}
