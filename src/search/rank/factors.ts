import type { AnalyzedQuery, SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { hash } from '../text/fingerprint.ts';
import { TRAIT } from '../text/traits.ts';
import type { CharacterTable } from './character.ts';
import type { MemoryColumns } from './memories.ts';
import type { Participants } from './participants.ts';
import { timeFactors } from './time.ts';

/** The query's terms that name participants, and the memories of others. */
export interface Named {
  readonly terms: ReadonlySet<number>;
  /** Whether a memory starts with a participant that the query does not name, while it names another. */
  readonly isOthers: (memory: number) => boolean;
}

/** The query's terms that name participants, and whether a lead is another participant's. */
export interface NamedLeads {
  readonly terms: ReadonlySet<number>;
  readonly isOther: (lead: number) => boolean;
}

export function findNamed(query: AnalyzedQuery, { terms: known }: SearchMaterial, { leads }: Participants): NamedLeads {
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
  return { terms, isOther: (lead) => named.size > 0 && leads.has(lead) && !named.has(lead) };
}

export function namedAmong({ terms, isOther }: NamedLeads, { lead, count }: MemoryColumns): Named {
  if (terms.size === 0) return { terms, isOthers: () => false };
  // Looked up once, and asked for more often.
  const others = new Uint8Array(count);
  for (let m = 0; m < count; m++) if (isOther(lead[m]!)) others[m] = 1;
  return { terms, isOthers: (memory) => others[memory] === 1 };
}

/** One of the factors of a memory's score. */
export interface Factor {
  readonly part: 'time' | 'question' | 'when' | 'participant' | 'session';
  readonly of: (memory: number) => number;
}

/** The product of the factors of a memory's score: time, participant and form. */
export function memoryFactors(
  query: AnalyzedQuery,
  memories: MemoryColumns,
  { participants, years }: Pick<CharacterTable, 'participants' | 'years'>,
  named: Named,
): Factor[] {
  const { traits } = memories;
  const question = 1 - RANKING.question * participants.alternation;
  const when = 1 + RANKING.time.when;
  const factors: Factor[] = [];
  if (query.dates.length > 0) factors.push({ part: 'time', of: timeFactors(query, memories, years()) });
  if (question < 1) factors.push({ part: 'question', of: (m) => ((traits[m]! & TRAIT.asks) !== 0 ? question : 1) });
  if (query.asksWhen) factors.push({ part: 'when', of: (m) => ((traits[m]! & TRAIT.namesTime) !== 0 ? when : 1) });
  if (named.terms.size > 0)
    factors.push({ part: 'participant', of: (m) => (named.isOthers(m) ? RANKING.participants.others : 1) });
  return factors;
}
