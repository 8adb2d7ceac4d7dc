import type { NewPiece, PieceChange, PieceIdentity } from '../../../domain/file-store.ts';
import type { Author } from '../../../domain/store.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { contentKey } from '../memory-rows.ts';
import { applyChange, removeMemories } from '../memory-writes.ts';
import type { Staged } from '../staging/staging.ts';
import { rememberCapture } from './captures.ts';
import { linkedMemories, linkMemory, unlinkPieces } from './links.ts';
import type { FileRow } from './rows.ts';

interface PieceRow {
  no: number;
  key: string;
  body_key: string;
}

function pieceRows(db: Connection, fileNo: number): PieceRow[] {
  return db.all<PieceRow>('SELECT no, key, body_key FROM pieces WHERE file_no = ? ORDER BY no', fileNo);
}

function toIdentity({ key, body_key: bodyKey }: PieceRow): PieceIdentity {
  return { key, bodyKey };
}

/** A file's pieces as they stand. */
export function knownPieces(db: Connection, fileNo: number): PieceIdentity[] {
  return pieceRows(db, fileNo).map(toIdentity);
}

/** How the memories changed. */
export interface PieceOutcome {
  added: number;
  removed: number;
}

/** A file's pieces as they stand, each with the identity that reconciliation compares. */
export class Pieces {
  readonly #engine: Engine;
  readonly #file: FileRow;
  readonly #by: Author;
  readonly #rows: Map<string, PieceRow>;

  /** To be used inside one write unit. */
  constructor(engine: Engine, file: FileRow, by: Author) {
    this.#engine = engine;
    this.#file = file;
    this.#by = by;
    this.#rows = new Map(pieceRows(engine.db, file.no).map((row) => [row.key, row]));
  }

  get known(): PieceIdentity[] {
    return [...this.#rows.values()].map(toIdentity);
  }

  /** Applies what a new snapshot changed. Vanished pieces come last, so that what only moved is still there. */
  apply(changes: readonly PieceChange[], capture: boolean, staged?: Staged): PieceOutcome {
    const outcome: PieceOutcome = { added: staged ? this.#adopt(staged, changes) : 0, removed: 0 };
    for (const change of changes) {
      if (change.kind === 'add' && !staged?.pieceKeys.has(change.piece.key))
        outcome.added += this.#add(change.piece, capture);
      if (change.kind === 'move') outcome.removed += this.#move(this.#row(change.known), change.piece);
    }
    const vanished = changes.flatMap((change) => (change.kind === 'vanish' ? [this.#row(change.known).no] : []));
    outcome.removed += this.#drop(vanished);
    return outcome;
  }

  /** Takes the staged pieces that are still new. */
  #adopt(staged: Staged, changes: readonly PieceChange[]): number {
    const wanted = new Set(changes.flatMap((change) => (change.kind === 'add' ? [change.piece.key] : [])));
    return staged.adopt({ fileNo: this.#file.no, fileId: this.#file.id, wanted }).added;
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
    return this.#store(no, { ...memory, source: { kind: 'file', fileId: this.#file.id } });
  }

  /** Stores a piece's memory, or lets the piece share the one that says the same already. */
  #store(pieceNo: number, memory: NewPiece['memory']): number {
    const { operation, memory: stored } = applyChange(
      this.#engine,
      this.#file.character_no,
      { kind: 'add', memory },
      this.#by,
    );
    linkMemory(this.#engine, pieceNo, stored.id, stored.revision);
    return operation === 'ADD' ? 1 : 0;
  }

  /** The same statement in another place: its memory's text follows, unless somebody edited it. */
  #move({ no }: PieceRow, { key, memory }: NewPiece): number {
    const { db } = this.#engine;
    db.run('UPDATE pieces SET key = ? WHERE no = ?', key, no);
    db.run('UPDATE captures SET memory = ? WHERE piece_no = ?', JSON.stringify(memory), no);
    const own = linkedMemories(this.#engine, no);
    const [only] = own;
    if (own.length !== 1 || !only?.untouched || only.source_kind !== 'file') return 0;
    if (this.#isTaken(memory.content, only.no)) {
      const removed = this.#unlink([no]);
      this.#store(no, memory);
      return removed;
    }
    const fields = { content: memory.content, ...(memory.category !== undefined && { category: memory.category }) };
    const change = { kind: 'update', memoryId: only.id, fields } as const;
    const { memory: updated } = applyChange(this.#engine, this.#file.character_no, change, this.#by);
    linkMemory(this.#engine, no, updated.id, updated.revision);
    return 0;
  }

  #isTaken(content: string, exceptNo: number): boolean {
    const twin = this.#engine.db.get(
      `SELECT 1 FROM memories WHERE character_no = ? AND content_key = ? AND state = 'ACTIVE' AND no <> ?`,
      this.#file.character_no,
      contentKey(content),
      exceptNo,
    );
    return twin !== undefined;
  }

  #drop(pieceNos: readonly number[]): number {
    const { db } = this.#engine;
    const list = JSON.stringify(pieceNos);
    db.run('DELETE FROM captures WHERE piece_no IN (SELECT value FROM json_each(?))', list);
    const removed = this.#unlink(pieceNos);
    db.run('DELETE FROM pieces WHERE no IN (SELECT value FROM json_each(?))', list);
    return removed;
  }

  /** Parts pieces from their memories; those that came from a file and that nobody edited or shares are deleted. */
  #unlink(pieceNos: readonly number[]): number {
    const orphans = unlinkPieces(this.#engine, pieceNos);
    removeMemories(this.#engine, this.#file.character_no, orphans, this.#by);
    return orphans.length;
  }
}
