import type {
  AnalyzedQuery,
  Occurrences,
  PassageTable,
  ReadTerm,
  SearchMaterial,
} from '../../../domain/search-store.ts';
import { PassageColumns } from '../../../search/index/passage-columns.ts';
import { OccurrenceList } from '../../../search/index/postings.ts';
import { findTerm, passageCount, splitTerms } from '../../../search/index/recent-memories.ts';
import { repairable } from '../../../search/repair.ts';
import type { Statements } from './statements.ts';
import { repairTerm } from './term-repair.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Everything about a character that ranking needs for a query. To be called within one transaction. */
export function readMaterial(
  statements: Statements,
  vocabulary: Vocabulary,
  characterNo: number,
  query: AnalyzedQuery,
): SearchMaterial {
  const reader = new CharacterReader(statements, characterNo);
  const known = reader.occurrences(query.terms.map(({ term }) => term));
  const terms: ReadTerm[] = query.terms.map(({ term }) => {
    const occurrences = known.get(term)!;
    return { found: occurrences.passages.length > 0 ? [term] : [], occurrences };
  });
  if (reader.passages.count > 0) {
    for (const i of repairable(query, (index) => terms[index]!.found.length > 0)) {
      terms[i] = repairTerm(vocabulary, reader, query.terms[i]!.term);
    }
  }
  return { passages: reader.passages, terms };
}

/** A character's index, read at one moment. */
export class CharacterReader {
  readonly passages: PassageTable;
  /** The terms of each recent passage, packed. */
  readonly recent: readonly string[];
  /** Where the recent passages begin in the passage table. */
  readonly #firstRecent: number;
  readonly #statements: Statements;
  readonly characterNo: number;
  /** Segment → what each of its passages is called in the passage table, -1 when it is retired. */
  readonly #rows = new Map<number, Int32Array>();

  constructor(statements: Statements, characterNo: number) {
    this.#statements = statements;
    this.characterNo = characterNo;
    const segments = statements.segments.all(characterNo);
    const recent = statements.recent.all(characterNo);
    const blobs = [...segments.map(([, blob]) => blob), ...recent.map(([blob]) => blob)];
    const columns = new PassageColumns(blobs.reduce((sum, blob) => sum + passageCount(blob), 0));
    for (const [segment, blob] of segments) this.#rows.set(segment, columns.append(blob));
    this.#firstRecent = columns.count;
    for (const [blob] of recent) columns.append(blob);
    this.recent = recent.flatMap(([, terms]) => splitTerms(terms));
    this.passages = columns;
  }

  /** Where each of some terms stands. */
  occurrences(terms: readonly string[]): Map<string, Occurrences> {
    const settled = new Map<string, [segment: number, bytes: Uint8Array][]>(terms.map((term) => [term, []]));
    if (this.#rows.size > 0) {
      const rows = this.#statements.postings.all(this.characterNo, JSON.stringify(terms));
      for (const [segment, term, bytes] of rows) settled.get(term)?.push([segment, bytes]);
    }
    return new Map([...settled].map(([term, segments]) => [term, this.#gather(term, segments)]));
  }

  #gather(term: string, segments: readonly [segment: number, bytes: Uint8Array][]): Occurrences {
    const list = new OccurrenceList(segments.reduce((sum, [, bytes]) => sum + bytes.length / 2, RECENT_ROOM));
    for (const [segment, bytes] of segments) list.addSegment(bytes, this.#rows.get(segment)!);
    for (let i = 0; i < this.recent.length; i++) list.add(this.#firstRecent + i, findTerm(this.recent[i]!, term));
    return list.done();
  }
}

/** Room for occurrences in recent passages; more is made when it does not suffice. */
const RECENT_ROOM = 64;
