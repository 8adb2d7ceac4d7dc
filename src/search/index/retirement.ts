import type { IndexedMemory, IndexedPassage } from './indexed-memory.ts';
import { type PassageRecord, passageRecords, RETIRED } from './passage-records.ts';
import { eachPosting } from './postings.ts';

/** Fewer retired passages are not worth rewriting a segment for. */
const WORTHWHILE = 64;

/** The result of removing memories from a segment. */
export type Retirement =
  | { readonly kind: 'untouched' }
  /** The memories' passages are marked: these are the segment's records now. */
  | { readonly kind: 'marked'; readonly passages: Uint8Array }
  /** Few of its memories are left: the segment must be removed, and they move to the character's last segment. */
  | { readonly kind: 'dissolved'; readonly living: LivingPassages };

/** The records of the passages that live, by their number in the segment. */
export type LivingPassages = ReadonlyMap<number, PassageRecord>;

/** Removes memories from a segment, given its records. The others stay there unless `mayRewrite`. */
export function retireMemories(passages: Uint8Array, memoryNos: ReadonlySet<number>, mayRewrite: boolean): Retirement {
  const before = passageRecords.column(passages, 'memoryNo');
  let numbers: Int32Array | undefined;
  let living = 0;
  // Checks the raw integers first: most segments have none of the memories, and unpacking all records would be slow.
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
  return { kind: 'dissolved', living: livingIn(marked) };
}

/** The living passages of a segment, given its records; undefined when all of them live. */
export function livingPassages(passages: Uint8Array): LivingPassages | undefined {
  return passageRecords.column(passages, 'memoryNo').includes(RETIRED) ? livingIn(passages) : undefined;
}

function livingIn(passages: Uint8Array): LivingPassages {
  const records = [...passageRecords.unpack(passages).entries()];
  return new Map(records.filter(([, record]) => record.memoryNo !== RETIRED));
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

/** Consecutive passages grouped by their memory. */
function byMemory(passages: readonly IndexedPassage[]): IndexedMemory[] {
  const memories: IndexedPassage[][] = [];
  for (const passage of passages) {
    const last = memories.at(-1);
    if (last?.[0]?.record.memoryNo === passage.record.memoryNo) last.push(passage);
    else memories.push([passage]);
  }
  return memories;
}
