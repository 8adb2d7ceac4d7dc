import { unlessErased } from '../../../domain/erasure.ts';
import {
  decideFollowing,
  followerOf,
  orphansOf,
  type PieceArrival,
  pieceMemory,
  workOf,
} from '../../../domain/file-rules.ts';
import type { MemoryChange } from '../../../domain/memory.ts';
import type { NewPiece, PieceChange, PieceIdentity } from '../../../domain/stores/files.ts';
import { contentKey } from '../../../text/content-key.ts';
import { type FileRow, type PieceOutcome, type PieceRow, toIdentity } from '../../rows/files.ts';
import type { Recorder } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { activeTwin } from '../memories/memory-rows.ts';
import { applyChange, removeMemories } from '../memories/memory-unit.ts';
import type { Adopted } from '../memories/staging/adopt.ts';
import type { Staged } from '../memories/staging.ts';
import { rememberCapture } from './captures.ts';
import { linkedMemories, linkMemory, unlinkPieces } from './links.ts';

/** The present pieces of a file. */
export function pieceRows(db: Connection, fileNo: number): PieceRow[] {
  return db.all<PieceRow>('SELECT no, key, body_key FROM pieces WHERE file_no = ? ORDER BY no', fileNo);
}

const nothingAdopted = { added: 0, moved: new Set<number>() };

/** The present pieces of a file, each with the identity that reconciliation compares. */
export class Pieces {
  readonly #engine: Engine;
  readonly #file: FileRow;
  readonly #by: Recorder;
  readonly #wins: boolean;
  readonly #rows: Map<string, PieceRow>;

  /** To be used inside one write unit. `wins`: as of `NewSnapshot`. */
  constructor(engine: Engine, file: FileRow, by: Recorder, wins = false) {
    this.#engine = engine;
    this.#file = file;
    this.#by = by;
    this.#wins = wins;
    this.#rows = new Map(pieceRows(engine.db, file.no).map((row) => [row.key, row]));
  }

  get known(): PieceIdentity[] {
    return [...this.#rows.values()].map(toIdentity);
  }

  /** Applies the differences of a new snapshot. */
  apply(changes: readonly PieceChange[], capture: boolean, staged?: Staged): PieceOutcome {
    return this.#engine.index.inBulk(this.#file.character_no, () => this.#applyAll(changes, capture, staged));
  }

  #applyAll(changes: readonly PieceChange[], capture: boolean, staged: Staged | undefined): PieceOutcome {
    const { arrivals, vanished } = workOf(changes);
    const { added, moved } = staged ? this.#adopt(staged, arrivals) : nothingAdopted;
    const outcome: PieceOutcome = { added, removed: 0 };
    for (const change of arrivals) {
      if (change.kind === 'add') {
        if (!staged?.pieceKeys.has(change.piece.key)) outcome.added += this.#add(change.piece, capture);
        continue;
      }
      const row = this.#row(change.known);
      if (!moved.has(row.no)) outcome.removed += this.#move(row, change.piece);
    }
    outcome.removed += this.#drop(
      vanished.map((known) => this.#row(known).no),
      staged?.discardSegment,
    );
    return outcome;
  }

  /** Takes the staged pieces that are still new, and moves those that still move. */
  #adopt(staged: Staged, arrivals: readonly PieceArrival[]): Adopted {
    const wanted = new Set<string>();
    const moves = new Map<number, string>();
    for (const change of arrivals) {
      if (change.kind === 'add') wanted.add(change.piece.key);
      else moves.set(this.#row(change.known).no, change.piece.key);
    }
    return staged.adopt(this.#by, { fileNo: this.#file.no, fileId: this.#file.id, wanted, moves });
  }

  #row({ key }: PieceIdentity): PieceRow {
    const row = this.#rows.get(key);
    if (!row) throw new Error(`file ${this.#file.id} has no piece ${key}`);
    return row;
  }

  #add({ key, bodyKey, memory }: NewPiece, capture: boolean): number {
    const { db } = this.#engine;
    const { lastInsertRowid } = db.run(
      'INSERT INTO pieces (file_no, key, body_key) VALUES (?, ?, ?)',
      this.#file.no,
      key,
      bodyKey,
    );
    const no = Number(lastInsertRowid);
    if (capture) {
      rememberCapture(db, no, memory, this.#by.now);
      return 0;
    }
    return this.#store(no, pieceMemory(memory, this.#file.id));
  }

  /** Undefined for a text that was erased: the piece then has no memory. */
  #apply(change: MemoryChange) {
    return unlessErased(() => applyChange(this.#engine, this.#file.character_no, change, this.#by));
  }

  /** Stores a piece's memory, or links the piece to a memory with the same text. */
  #store(pieceNo: number, memory: NewPiece['memory']): number {
    const outcome = this.#apply({ kind: 'add', memory });
    if (outcome) linkMemory(this.#engine, pieceNo, outcome.memory.id, outcome.memory.revision);
    return outcome?.operation === 'ADD' ? 1 : 0;
  }

  /** The same statement in another place. */
  #move({ no }: PieceRow, { key, memory }: NewPiece): number {
    const { db } = this.#engine;
    db.run('UPDATE pieces SET key = ? WHERE no = ?', key, no);
    db.run('UPDATE captures SET memory = ? WHERE piece_no = ?', JSON.stringify(memory), no);
    const follower = followerOf(linkedMemories(this.#engine, [no]), this.#wins);
    if (!follower && this.#wins) return this.#storeAnew(no, memory);
    if (!follower) return 0;
    const twin = activeTwin(db, this.#file.character_no, contentKey(memory.content));
    const fields = decideFollowing(follower, memory, twin);
    if (!fields) return this.#storeAnew(no, memory);
    const change = { kind: 'update', memoryId: follower.id, fields } as const;
    const outcome = this.#apply(change);
    if (outcome) linkMemory(this.#engine, no, outcome.memory.id, outcome.memory.revision);
    return 0;
  }

  /** Returns how many memories it removed. */
  #storeAnew(pieceNo: number, memory: NewPiece['memory']): number {
    const removed = this.#unlink([pieceNo]);
    this.#store(pieceNo, pieceMemory(memory, this.#file.id));
    return removed;
  }

  #drop(pieceNos: readonly number[], discardSegment: Staged['discardSegment'] | undefined): number {
    const { db } = this.#engine;
    const list = JSON.stringify(pieceNos);
    db.run('DELETE FROM captures WHERE piece_no IN (SELECT value FROM json_each(?))', list);
    const removed = this.#unlink(pieceNos, discardSegment);
    db.run('DELETE FROM pieces WHERE no IN (SELECT value FROM json_each(?))', list);
    return removed;
  }

  /** Removes links of pieces to memories. */
  #unlink(pieceNos: readonly number[], discardSegment?: Staged['discardSegment']): number {
    const orphans = orphansOf(linkedMemories(this.#engine, pieceNos), this.#wins).map(({ no }) => no);
    unlinkPieces(this.#engine, pieceNos);
    removeMemories(this.#engine, this.#file.character_no, orphans, this.#by, discardSegment);
    return orphans.length;
  }
}
