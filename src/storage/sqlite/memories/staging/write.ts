import { yieldToOthers } from '../../../../base/pace.ts';
import { categoryKey } from '../../../../domain/category-rules.ts';
import type { Author, NewMemory } from '../../../../domain/memory.ts';
import type { PieceIdentity } from '../../../../domain/stores/files.ts';
import { type IndexedMemory, indexMemory } from '../../../../search/index/indexed-memory.ts';
import { SEGMENT_PASSAGES } from '../../../../search/index/postings.ts';
import { newSegment } from '../../../../search/index/segments.ts';
import { contentKey } from '../../../../text/content-key.ts';
import { indexed, type StoredRow } from '../../../rows/memories.ts';
import { stagedColumns } from '../../../rows/memory-columns.ts';
import { newRow } from '../../../rows/new-memory.ts';
import type { Engine } from '../../engine.ts';
import { type Follower, followerOfPiece } from './moves.ts';

/** The size of one unit: about ten milliseconds, thirty where every word is a new one. */
const batchMemories = 200;
const batchChars = 20_000;
const batchTerms = 2_000;

const rowColumns = stagedColumns.filter((column) => column !== 'category_no') as (keyof StoredRow)[];
const putStaged = `INSERT INTO staged_memories (staging_no, position, id, piece_key, body_key, category, content_key,
    is_indexed, words_of, ${rowColumns.join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${rowColumns.map(() => '?').join(', ')})`;

/** A memory to add, for a file with its piece. */
export interface Arrival {
  memory: NewMemory;
  piece?: PieceIdentity;
  /** The number of the piece that moves here: `memory` is the new state of its own memory. */
  moved?: number;
}

/** A staging, by its number; its segments are numbered from the first on. */
export interface Place {
  no: number;
  characterNo: number;
  firstSegment: number;
}

interface Row extends Arrival {
  position: number;
  key: Buffer;
  isIndexed: boolean;
  follower: Follower | undefined;
}

/** Writes memories and their part of the search index, invisibly. */
export class StagingWriter {
  readonly #engine: Engine;
  readonly #place: Place;
  readonly #by: Author;
  readonly #lease: () => number;
  /** Identities of the texts so far. */
  readonly #seen = new Set<string>();
  readonly #terms = new Set<string>();
  #nextSegment: number;
  #filling: IndexedMemory[] = [];
  #passages = 0;

  /** @param lease the end of the lease if it writes now (ms); throws when the staging no longer exists */
  constructor(engine: Engine, place: Place, by: Author, lease: () => number) {
    this.#engine = engine;
    this.#place = place;
    this.#by = by;
    this.#lease = lease;
    this.#nextSegment = place.firstSegment;
  }

  async write(arrivals: readonly Arrival[]): Promise<void> {
    const { db } = this.#engine;
    for (let from = 0; from < arrivals.length; ) {
      const to = batchEnd(arrivals, from);
      const keyed = arrivals.slice(from, to).map((arrival, i) => ({
        ...arrival,
        position: from + i + 1,
        key: contentKey(arrival.memory.content),
      }));
      const rows = await db.read(() => keyed.map((one) => this.#look(one)));
      // Analysing the texts takes longest, so it happens before the unit.
      const full = rows.flatMap((row) => (row.isIndexed ? this.#fill(row) : []));
      if (to === arrivals.length) full.push(this.#filling);
      await db.write(() => this.#put(rows));
      await yieldToOthers();
      for (const memories of full) await this.#hide(memories);
      from = to;
    }
  }

  #look(arrival: Omit<Row, 'isIndexed' | 'follower'>): Row {
    const { moved, memory, key } = arrival;
    if (moved === undefined) return { ...arrival, follower: undefined, isIndexed: this.#isNew(key) };
    const follower = followerOfPiece(this.#engine, moved, memory);
    return { ...arrival, follower, isIndexed: follower !== undefined && this.#isNew(key, follower.no) };
  }

  /** Whether no memory except the one of number `own`, and no earlier arrival, has this text. */
  #isNew(key: Buffer, own = 0): boolean {
    const text = key.toString('latin1');
    if (this.#seen.has(text)) return false;
    this.#seen.add(text);
    const { db } = this.#engine;
    const sql = `SELECT no FROM memories WHERE character_no = ? AND content_key = ? AND state = 'ACTIVE'`;
    return (db.get<{ no: number }>(sql, this.#place.characterNo, key)?.no ?? own) === own;
  }

  /** Adds a memory to the open segment; returns that segment when it is full. */
  #fill({ memory, position, follower }: Row): IndexedMemory[][] {
    const { characterNo } = this.#place;
    const { content, sessionId, occurredAt = this.#by.now } = memory;
    const entry = follower
      ? indexed({ ...follower, character_no: characterNo, content })
      : { characterNo, content, sessionId, occurredAt, said: false };
    const stored = indexMemory({ ...entry, memoryNo: position });
    const isFull = this.#passages > 0 && this.#passages + stored.length > SEGMENT_PASSAGES;
    const full = isFull ? [this.#filling] : [];
    if (isFull) {
      this.#filling = [];
      this.#passages = 0;
    }
    this.#filling.push(stored);
    this.#passages += stored.length;
    return full;
  }

  #put(rows: readonly Row[]): void {
    this.#renewLease();
    for (const row of rows) {
      if (row.moved === undefined) this.#putRow(row);
      else if (row.follower && row.isIndexed) this.#putMove(row, row.moved, row.follower);
    }
  }

  #renewLease(): void {
    this.#engine.db.run('UPDATE stagings SET until = ? WHERE no = ?', this.#lease(), this.#place.no);
  }

  /** Writes a segment in short units; its row comes first, so that its postings are found after a crash. */
  async #hide(memories: readonly IndexedMemory[]): Promise<void> {
    const { db, index } = this.#engine;
    const { no, characterNo } = this.#place;
    const { segment, passages, filter, postings } = newSegment(this.#nextSegment++, memories);
    for (let from = 0; from === 0 || from < postings.length; from += batchTerms) {
      const some = postings.slice(from, from + batchTerms);
      await db.write(() => {
        this.#renewLease();
        if (from === 0) {
          const sql = 'INSERT INTO staged_segments (staging_no, segment, passages, filter) VALUES (?, ?, ?, ?)';
          db.run(sql, no, segment, passages, filter);
        }
        index.hide(characterNo, segment, some);
        for (const [term] of some) this.#putTerm(term);
      });
      await yieldToOthers();
    }
  }

  /** Words that the vocabulary has already would only make the last step longer. */
  #putTerm(term: string): void {
    if (this.#terms.has(term)) return;
    this.#terms.add(term);
    const { db } = this.#engine;
    const { no, characterNo } = this.#place;
    const known = 'SELECT 1 FROM search_vocabulary WHERE character_no = ? AND term = ?';
    if (!db.get(known, characterNo, term))
      db.run('INSERT INTO staged_terms (staging_no, term) VALUES (?, ?)', no, term);
  }

  #putMove({ memory, piece, position, key }: Row, pieceNo: number, { no, revision }: Follower): void {
    this.#engine.db.run(
      `INSERT INTO staged_moves (staging_no, position, piece_no, piece_key, memory_no, revision, category, content,
         content_key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      this.#place.no,
      position,
      pieceNo,
      piece?.key ?? null,
      no,
      revision,
      memory.category === undefined ? null : categoryKey(memory.category),
      memory.content,
      key,
    );
  }

  #putRow({ memory, piece, position, key, isIndexed }: Row): void {
    const row = newRow(memory, {
      no: position,
      characterNo: this.#place.characterNo,
      categoryNo: 0,
      now: this.#by.now,
    });
    this.#engine.db.run(
      putStaged,
      this.#place.no,
      position,
      row.id,
      piece?.key ?? null,
      piece?.bodyKey ?? null,
      memory.category === undefined ? null : categoryKey(memory.category),
      key,
      isIndexed ? 1 : 0,
      memory.wordsOf ?? null,
      ...rowColumns.map((column) => row[column]),
    );
  }
}

function batchEnd(arrivals: readonly Arrival[], from: number): number {
  let to = from;
  for (let chars = 0; to < arrivals.length && to - from < batchMemories && chars < batchChars; to++) {
    chars += arrivals[to]?.memory.content.length ?? 0;
  }
  return to;
}
