import type { AnalyzedQuery, SearchMaterial } from '../../domain/search-store.ts';
import { RANKING } from '../parameters.ts';
import { hash } from '../text/fingerprint.ts';
import { TRAIT } from '../text/traits.ts';
import type { CharacterTable } from './character.ts';
import { timeFactors } from './time.ts';

/** Which of the query's terms name participants, and whose memories are somebody else's. */
export interface Named {
  readonly terms: ReadonlySet<number>;
  /** Whether a memory is led by a participant whom the query does not name, though it names another. */
  readonly isOthers: (memory: number) => boolean;
}

export function findNamed(
  query: AnalyzedQuery,
  { terms: known }: SearchMaterial,
  { memories, participants: { leads } }: CharacterTable,
): Named {
  const terms = new Set<number>();
  const named = new Set<number>();
  query.terms.forEach(({ name }, t) => {
    if (!name) return;
    for (const lead of known[t]!.forms.map(hash)) {
      if (!leads.has(lead)) continue;
      terms.add(t);
      named.add(lead);
    }
  });
  if (named.size === 0) return { terms, isOthers: () => false };
  return { terms, isOthers: (memory) => leads.has(memories.lead[memory]!) && !named.has(memories.lead[memory]!) };
}

/**
 * What the rest of a memory's score is multiplied by: the time asked for, whose it is, and what its form tells.
 * Undefined where that is 1 for every memory.
 */
export function memoryFactors(
  query: AnalyzedQuery,
  character: CharacterTable,
  named: Named,
): ((memory: number) => number) | undefined {
  const { memories, participants } = character;
  const isPlain = query.dates.length === 0 && !query.asksWhen && participants.leads.size === 0;
  if (isPlain) return undefined;
  const time = timeFactors(query.dates, memories);
  const question = 1 - RANKING.question * participants.alternation;
  const when = query.asksWhen ? 1 + RANKING.time.when : 1;
  return (memory) => {
    const traits = memories.traits[memory]!;
    let factor = time(memory);
    if ((traits & TRAIT.asks) !== 0) factor *= question;
    if ((traits & TRAIT.namesTime) !== 0) factor *= when;
    if (named.isOthers(memory)) factor *= RANKING.participants.others;
    return factor;
  };
}
