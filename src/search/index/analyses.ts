import { Pace } from '../../base/pace.ts';
import { type IndexEntry, type IndexedMemory, indexAs, indexMemory } from './indexed-memory.ts';

/** A text that a unit may index. */
export type AnalysedText = Pick<IndexEntry, 'content' | 'said'>;

/** UTF-16 units that are analysed before other work gets a turn: the longest memory, at most some 40 milliseconds. */
const analysedAtOnce = 10_000;

/**
 * The analysed texts of memories. Analysing a text takes longest, so it is done before a unit locks anything, and only
 * once if the unit is retried.
 */
export class Analyses {
  readonly #known: Map<string, IndexedMemory>;

  constructor(others: readonly Analyses[] = []) {
    this.#known = new Map(others.flatMap((other) => [...other.#known]));
  }

  /** Analyses texts in short steps. */
  static async of(texts: Iterable<AnalysedText>, analyse = indexMemory): Promise<Analyses> {
    const analyses = new Analyses();
    const pace = new Pace(analysedAtOnce);
    for (const { content, said } of texts) {
      const key = analysisKey({ content, said });
      if (analyses.#known.has(key)) continue;
      await pace.before(content.length);
      analyses.#known.set(key, analyse({ characterNo: 0, memoryNo: 0, occurredAt: 0, content, said }));
    }
    return analyses;
  }

  /** The number of passages of a text. */
  passages(text: AnalysedText): number {
    return this.indexed({ characterNo: 0, memoryNo: 0, occurredAt: 0, ...text }).length;
  }

  indexed(entry: IndexEntry): IndexedMemory {
    const known = this.#known.get(analysisKey(entry));
    return known ? indexAs(entry, known) : indexMemory(entry);
  }
}

/** The text, and whether it was said in a conversation: a memory has another time than the piece that it follows. */
function analysisKey({ content, said }: AnalysedText): string {
  return `${said ? 'said' : 'read'} ${content}`;
}
