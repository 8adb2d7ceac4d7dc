import { machineTimeZone } from '../../base/days.ts';
import type { AnalyzedQuery, ReadTerm, SearchMaterial, Stretch } from '../../domain/stores/search.ts';
import { analyzeQuery } from '../../search/query.ts';
import type { ReadingContext } from '../context.ts';

/** How many times of one query are tried. */
const maxStretches = 10;

/**
 * The stretches of time that a query may mean, the likeliest first. Of several named times it is the one from the first
 * to the last.
 */
export function timesOf({ periods }: AnalyzedQuery): Stretch[] {
  const [only, ...others] = periods.filter(({ length }) => length > 0);
  if (only === undefined) return [];
  if (others.length === 0) return only.slice(0, maxStretches);
  const likeliest = [only, ...others].flatMap(([first]) => first ?? []);
  return [
    {
      from: Math.min(...likeliest.map(({ from }) => from)),
      to: Math.max(...likeliest.map(({ to }) => to)),
    },
  ];
}

/** The first of these stretches in which one of the characters has a memory. */
export async function stretchWithMemories(
  { store, principal }: ReadingContext,
  characterIds: readonly string[],
  stretches: readonly Stretch[],
): Promise<Stretch | undefined> {
  for (const stretch of stretches) {
    const within = { since: stretch.from, until: stretch.to };
    for (const id of characterIds) {
      if ((await store.memories.numbers(principal, id, within)).size > 0) return stretch;
    }
  }
  return undefined;
}

/** What of a query was understood beside its meaning. */
export interface Understood {
  /** The time that it names, and whether the search was narrowed to it; offered: it may be somebody's name. */
  time?: Stretch & { isApplied: boolean; isOffered?: boolean };
  words: CountedWord[];
}

/** Undefined words: the query does not ask for explanations. */
export function understoodOf(time: Understood['time'], words: CountedWord[] | undefined): { understood?: Understood } {
  return words ? { understood: { ...(time && { time }), words } } : {};
}

/** A word of a query as it is written there, and how many memories have it in any of its forms. */
export interface CountedWord {
  word: string;
  memories: number;
}

/** The words of a query with the number of allowed memories that have them, in the order of the query. */
export function countWords(
  { terms }: AnalyzedQuery,
  material: SearchMaterial,
  allowed: ReadonlySet<number> | undefined,
): CountedWord[] {
  return terms.flatMap(({ written: [word], alternate, date }, t) => {
    if (word === undefined || alternate || date) return [];
    const holders = holdersOf(material, material.terms[t]!);
    const memories = allowed ? holders.filter((no) => allowed.has(no)).length : holders.length;
    return [{ word, memories }];
  });
}

/** The numbers of a character's memories that have each of these words, in any of its forms. */
export async function memoriesWithWords(
  { store, principal, now }: ReadingContext,
  characterId: string,
  words: readonly string[],
): Promise<ReadonlySet<number>> {
  const analyzed = analyzeQuery(words.join(' '), now(), machineTimeZone());
  const { material } = await store.search.read(principal, characterId, analyzed, undefined);
  const sought = analyzed.terms.flatMap(({ alternate }, t) => (alternate ? [] : [material.terms[t]!]));
  const [first = [], ...others] = sought.map((term) => holdersOf(material, term));
  const sets = others.map((numbers) => new Set(numbers));
  return new Set(first.filter((no) => sets.every((numbers) => numbers.has(no))));
}

/** The memories with a term itself; a corrected spelling is another word. */
function holdersOf({ passages }: SearchMaterial, { forms, found, occurrences }: ReadTerm): number[] {
  if (!found.every((one) => forms.includes(one))) return [];
  const numbers: number[] = [];
  // The passages of a memory stand next to each other.
  for (const passage of occurrences.passages) {
    const no = passages.memoryNo[passage]!;
    if (no !== numbers.at(-1)) numbers.push(no);
  }
  return numbers;
}

/** What is in both sets; an absent one has everything. */
export function both(
  a: ReadonlySet<number> | undefined,
  b: ReadonlySet<number> | undefined,
): ReadonlySet<number> | undefined {
  return a && b ? new Set([...a].filter((no) => b.has(no))) : (a ?? b);
}

/** Whether a choice of memories leaves any out. */
export function isFilter(choice: object): boolean {
  return Object.values(choice).some((value) => value !== undefined);
}
