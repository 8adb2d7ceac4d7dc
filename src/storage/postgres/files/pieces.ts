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
import type { MemoryUnit } from '../memories/memory-unit.ts';
import { fewChanges } from '../memories/staging.ts';
import type { Unit } from '../unit.ts';
import { Links } from './links.ts';

/** The present pieces of a file. */
export function pieceRows(q: Unit, characterNo: number, fileNo: number): Promise<PieceRow[]> {
  const sql = 'SELECT no, key, body_key FROM pieces WHERE character_no = $1 AND file_no = $2 ORDER BY no';
  return q.all<PieceRow>(sql, characterNo, fileNo);
}

/** A file's pieces in one unit. */
export class Pieces {
  readonly #unit: MemoryUnit;
  readonly #file: FileRow;
  readonly #links: Links;
  readonly #wins: boolean;
  readonly #rows: Map<string, PieceRow>;
  readonly #added: { no: number; piece: NewPiece }[] = [];
  readonly #moved: { no: number; piece: NewPiece }[] = [];
  readonly #dropped: number[] = [];

  /** @param wins as of `NewSnapshot` */
  constructor(unit: MemoryUnit, file: FileRow, rows: readonly PieceRow[], wins = false) {
    this.#unit = unit;
    this.#file = file;
    this.#links = new Links(unit);
    this.#wins = wins;
    this.#rows = new Map(rows.map((row) => [row.key, row]));
  }

  get known(): PieceIdentity[] {
    return [...this.#rows.values()].map(toIdentity);
  }

  /** Applies the differences of a new snapshot. */
  async apply(changes: readonly PieceChange[], capture: boolean): Promise<PieceOutcome> {
    const { arrivals, vanished } = workOf(changes);
    const removed = vanished.map((known) => this.#row(known).no);
    const moving = arrivals.flatMap((change) => (change.kind === 'move' ? [this.#row(change.known).no] : []));
    const unread = arrivals.filter(({ piece }) => !this.#unit.isStaged(piece.memory));
    const keys = unread.map(({ piece }) => contentKey(piece.memory.content));
    await Promise.all([this.#links.read([...removed, ...moving]), this.#unit.memories.read({ keys })]);
    const isLarge = !capture && arrivals.length + vanished.length > fewChanges;
    const outcome = this.#unit.indexWriter.inBulk(() => {
      const added = isLarge ? this.#addAll(arrivals) : 0;
      return this.#applyAll(
        isLarge ? arrivals.filter(({ kind }) => kind === 'move') : arrivals,
        removed,
        capture,
        added,
      );
    });
    this.#flush(capture);
    return outcome;
  }

  #applyAll(
    arrivals: readonly PieceArrival[],
    removed: readonly number[],
    capture: boolean,
    added: number,
  ): PieceOutcome {
    const outcome: PieceOutcome = { added, removed: 0 };
    for (const change of arrivals) {
      if (change.kind === 'add') outcome.added += this.#add(change.piece, capture);
      else outcome.removed += this.#move(this.#row(change.known), change.piece);
    }
    if (removed.length > 0) outcome.removed += this.#drop(removed);
    return outcome;
  }

  #row({ key }: PieceIdentity): PieceRow {
    const row = this.#rows.get(key);
    if (!row) throw new Error(`file ${this.#file.id} has no piece ${key}`);
    return row;
  }

  #addAll(arrivals: readonly PieceArrival[]): number {
    const pieces = arrivals.flatMap((change) => (change.kind === 'add' ? [change.piece] : []));
    const outcomes = this.#unit.addAll(pieces.map(({ memory }) => pieceMemory(memory, this.#file.id)));
    outcomes.forEach((outcome, i) => {
      const no = this.#newPiece(pieces[i]!);
      if (outcome) this.#link(no, outcome.memory);
    });
    return outcomes.filter((outcome) => outcome?.operation === 'ADD').length;
  }

  #newPiece(piece: NewPiece): number {
    const no = this.#unit.nextNo();
    this.#added.push({ no, piece });
    return no;
  }

  #add(piece: NewPiece, capture: boolean): number {
    const no = this.#newPiece(piece);
    return capture ? 0 : this.#store(no, pieceMemory(piece.memory, this.#file.id));
  }

  /** Undefined for a text that was erased: the piece then has no memory. */
  #apply(change: MemoryChange) {
    return unlessErased(() => this.#unit.apply(change));
  }

  /** Stores a piece's memory, or links the piece to a memory with the same text. */
  #store(pieceNo: number, memory: NewPiece['memory']): number {
    const outcome = this.#apply({ kind: 'add', memory });
    if (outcome) this.#link(pieceNo, outcome.memory);
    return outcome?.operation === 'ADD' ? 1 : 0;
  }

  #link(pieceNo: number, { id, revision }: { id: string; revision: number }): void {
    this.#links.add(pieceNo, this.#unit.memories.byId(id)!.no, revision);
  }

  /** The text exists already in another place. */
  #move({ no }: PieceRow, piece: NewPiece): number {
    const { memory } = piece;
    this.#moved.push({ no, piece });
    const follower = followerOf(this.#links.of([no]), this.#wins);
    if (!follower && this.#wins) return this.#storeAnew(no, memory);
    if (!follower) return 0;
    const fields = decideFollowing(follower, memory, this.#unit.memories.active(contentKey(memory.content)));
    if (!fields) return this.#storeAnew(no, memory);
    const outcome = this.#apply({ kind: 'update', memoryId: follower.id, fields });
    if (outcome) this.#link(no, outcome.memory);
    return 0;
  }

  #drop(pieceNos: readonly number[]): number {
    this.#dropped.push(...pieceNos);
    return this.#part(pieceNos);
  }

  /** Returns how many memories it removed. */
  #storeAnew(pieceNo: number, memory: NewPiece['memory']): number {
    const removed = this.#part([pieceNo]);
    this.#store(pieceNo, pieceMemory(memory, this.#file.id));
    return removed;
  }

  /** Removes links of pieces to memories. */
  #part(pieceNos: readonly number[]): number {
    const orphans = orphansOf(this.#links.of(pieceNos), this.#wins).map(({ no }) => no);
    this.#links.part(pieceNos);
    this.#unit.removeAll(orphans);
    return orphans.length;
  }

  #flush(capture: boolean): void {
    const { q, place, by } = this.#unit;
    const { characterNo } = place;
    const placed = [...this.#moved, ...this.#added];
    if (placed.length > 0) {
      // Moved ones only get a new key.
      q.send(
        `INSERT INTO pieces (character_no, file_no, no, key, body_key)
         SELECT $1, $2, * FROM unnest($3::int[], $4::text[], $5::text[])
         ON CONFLICT (character_no, no) DO UPDATE SET key = excluded.key`,
        characterNo,
        this.#file.no,
        placed.map(({ no }) => no),
        placed.map(({ piece }) => piece.key),
        placed.map(({ piece }) => piece.bodyKey),
      );
    }
    if (this.#moved.length > 0) {
      q.send(
        `UPDATE captures SET memory = moved.memory FROM unnest($2::int[], $3::text[]) AS moved (no, memory)
         WHERE captures.character_no = $1 AND captures.piece_no = moved.no`,
        characterNo,
        this.#moved.map(({ no }) => no),
        this.#moved.map(({ piece }) => JSON.stringify(piece.memory)),
      );
    }
    if (this.#dropped.length > 0) {
      q.send('DELETE FROM captures WHERE character_no = $1 AND piece_no = ANY($2::int[])', characterNo, this.#dropped);
      q.send('DELETE FROM pieces WHERE character_no = $1 AND no = ANY($2::int[])', characterNo, this.#dropped);
    }
    if (capture && this.#added.length > 0) {
      q.send(
        `INSERT INTO captures (character_no, tenant_no, file_no, due_at, no, piece_no, memory)
         SELECT $1, $2, $3, $4, * FROM unnest($5::int[], $6::int[], $7::text[])`,
        characterNo,
        place.tenantNo,
        this.#file.no,
        by.now,
        this.#added.map(() => this.#unit.nextNo()),
        this.#added.map(({ no }) => no),
        this.#added.map(({ piece }) => JSON.stringify(piece.memory)),
      );
    }
    this.#links.flush();
  }
}
