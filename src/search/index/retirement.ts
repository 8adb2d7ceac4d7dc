import type { IndexedMemory, IndexedPassage } from './indexed-memory.ts';
import { type PassageRecord, passageRecords, RETIRED } from './passage-records.ts';
import { eachPosting } from './postings.ts';

/** Fewer retired passages are not worth rewriting a segment for. */
const WORTHWHILE = 64;

/** What becomes of a segment when memories are taken out of it. */
export type Retirement =
  | { readonly kind: 'untouched' }
  /** The memories' passages are marked: these are the segment's records now. */
  | { readonly kind: 'marked'; readonly passages: Uint8Array }
  /** Little lives in the segment: it is to be removed, and what lives in it put into the character's last one. */
  | { readonly kind: 'dissolved'; readonly living: LivingPassages };

/** The records of the passages that live, by their number in the segment. */
export type LivingPassages = ReadonlyMap<number, PassageRecord>;

/** Takes memories out of a segment, given the segment's records; what lives in it stays there unless `mayRewrite`. */
export function retireMemories(passages: Uint8Array, memoryNos: ReadonlySet<number>, mayRewrite: boolean): Retirement {
  const before = passageRecords.column(passages, 'memoryNo');
  let numbers: Int32Array | undefined;
  let living = 0;
  // On the numbers alone: most segments hold none of the memories, and records would have to be made of all.
  for (let i = 0; i < before.length; i++) {
    const memoryNo = before[i]!;
    if (memoryNos.has(memoryNo)) {
      numbers ??= before.slice();
      numbers[i] = RETIRED;
    } else if (memoryNo !== RETIRED) living++;
  }
  if (!numbers) return { kind: 'untouched' };
  if (living === 0) return { kind: 'dissolved', living: new Map() };
  const retired = numbers.length - living;
  const isWorthwhile = mayRewrite && retired > living && retired >= WORTHWHILE;
  const marked = passageRecords.withColumn(passages, 'memoryNo', numbers);
  if (!isWorthwhile) return { kind: 'marked', passages: marked };
  const records = [...passageRecords.unpack(marked).entries()];
  return { kind: 'dissolved', living: new Map(records.filter(([, record]) => record.memoryNo !== RETIRED)) };
}

/** The memories that live in a segment, given all of its postings. */
export function livingMemories(
  living: LivingPassages,
  postings: Iterable<readonly [term: string, postings: Uint8Array]>,
): IndexedMemory[] {
  const passages = new Map([...living].map(([number, record]) => [number, { record, terms: newTerms() }]));
  for (const [term, bytes] of postings) {
    eachPosting(bytes, (passage, position) => {
      const terms = passages.get(passage)?.terms;
      const positions = terms?.get(term);
      if (positions === undefined) terms?.set(term, [position]);
      else positions.push(position);
    });
  }
  return byMemory([...passages.values()]);
}

const newTerms = () => new Map<string, number[]>();

/** Passages that stand next to each other grouped by their memory. */
function byMemory(passages: readonly IndexedPassage[]): IndexedMemory[] {
  const memories: IndexedPassage[][] = [];
  for (const passage of passages) {
    const last = memories.at(-1);
    if (last?.[0]?.record.memoryNo === passage.record.memoryNo) last.push(passage);
    else memories.push([passage]);
  }
  return memories;
}
