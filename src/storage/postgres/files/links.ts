import type { LinkedMemory } from '../../../domain/file-rules.ts';
import { type LinkedRow, toLinked } from '../../rows/files.ts';
import type { StoredRevision } from '../memories/memory-rows.ts';
import type { MemoryUnit } from '../memories/memory-unit.ts';

interface LinkRow {
  piece_no: number;
  memory_no: number;
  revision: number;
}

type Left = Pick<StoredRevision, 'content' | 'salience' | 'importance'>;
type LeftRow = Left & { memory_no: number; revision: number };

/** For pieces ($2): all links of their memories. */
const selectLinks = `
  SELECT DISTINCT found.piece_no, found.memory_no, found.revision FROM unnest($2::int[]) AS wanted (no)
  CROSS JOIN LATERAL (SELECT memory_no FROM piece_memories
    WHERE character_no = $1 AND piece_no = wanted.no OFFSET 0) AS led
  CROSS JOIN LATERAL (SELECT piece_no, memory_no, revision FROM piece_memories
    WHERE character_no = $1 AND memory_no = led.memory_no OFFSET 0) AS found`;

const selectLeft = `
  SELECT found.* FROM unnest($2::int[], $3::int[]) AS wanted (no, revision) CROSS JOIN LATERAL (
    SELECT memory_no, revision, content, salience, importance FROM revisions WHERE character_no = $1
      AND memory_no = wanted.no AND revisions.revision = wanted.revision OFFSET 0) AS found`;

/** The memories of some pieces of a character, and the revisions that the sync wrote, in one unit. */
export class Links {
  readonly #unit: MemoryUnit;
  /** By memory, then by piece: the revision. */
  readonly #ofMemory = new Map<number, Map<number, number>>();
  readonly #ofPiece = new Map<number, Set<number>>();
  readonly #left = new Map<string, Left>();
  readonly #put = new Map<string, LinkRow>();
  readonly #parted = new Set<number>();

  constructor(unit: MemoryUnit) {
    this.#unit = unit;
  }

  /** Reads the links of pieces, their memories, and the revisions that the sync wrote. */
  async read(pieceNos: readonly number[]): Promise<void> {
    if (pieceNos.length === 0) return;
    const { q, place, memories } = this.#unit;
    const links = await q.all<LinkRow>(selectLinks, place.characterNo, pieceNos);
    for (const link of links) this.#keep(link);
    const nos = [...new Set(links.map((link) => link.memory_no))];
    const [left] = await Promise.all([
      q.all<LeftRow>(
        selectLeft,
        place.characterNo,
        links.map((link) => link.memory_no),
        links.map(({ revision }) => revision),
      ),
      memories.read({ nos }),
    ]);
    for (const row of left) this.#left.set(`${row.memory_no} ${row.revision}`, row);
  }

  #keep({ piece_no: pieceNo, memory_no: memoryNo, revision }: LinkRow): void {
    const pieces = this.#ofMemory.get(memoryNo) ?? new Map<number, number>();
    this.#ofMemory.set(memoryNo, pieces.set(pieceNo, revision));
    const led = this.#ofPiece.get(pieceNo) ?? new Set<number>();
    this.#ofPiece.set(pieceNo, led.add(memoryNo));
  }

  /** The memories of pieces, each once for each revision that a sync wrote. */
  of(pieceNos: readonly number[]): (LinkedMemory & { no: number })[] {
    const among = new Set(pieceNos);
    const found = new Map<string, LinkedRow>();
    for (const pieceNo of pieceNos) {
      for (const memoryNo of this.#ofPiece.get(pieceNo) ?? []) {
        const pieces = this.#ofMemory.get(memoryNo)!;
        const revision = pieces.get(pieceNo)!;
        const shared = [...pieces.keys()].some((one) => !among.has(one));
        found.set(`${memoryNo} ${revision}`, this.#row(memoryNo, revision, shared));
      }
    }
    return [...found.values()].map(toLinked);
  }

  #row(memoryNo: number, revision: number, shared: boolean): LinkedRow {
    const left = this.#left.get(`${memoryNo} ${revision}`) ?? this.#unit.revision(memoryNo, revision);
    const memory = this.#unit.memories.byNo(memoryNo);
    if (!left || !memory) throw new Error(`memory ${memoryNo} has no revision ${revision}`);
    const { content: left_content, salience: left_salience, importance: left_importance } = left;
    // Selects single columns: rows are wide, and pieces many.
    const { no, id, content, salience, importance, state, source_kind, source_file } = memory;
    const own = { no, id, content, salience, importance, state, source_kind, source_file };
    return { ...own, left_content, left_salience, left_importance, shared: shared ? 1 : 0 };
  }

  /** Links a memory, in this revision, to a piece. */
  add(pieceNo: number, memoryNo: number, revision: number): void {
    const link = { piece_no: pieceNo, memory_no: memoryNo, revision };
    this.#keep(link);
    this.#put.set(`${pieceNo} ${memoryNo}`, link);
  }

  /** Removes all links of pieces. */
  part(pieceNos: readonly number[]): void {
    for (const pieceNo of pieceNos) {
      this.#parted.add(pieceNo);
      for (const memoryNo of this.#ofPiece.get(pieceNo) ?? []) {
        this.#ofMemory.get(memoryNo)?.delete(pieceNo);
        this.#put.delete(`${pieceNo} ${memoryNo}`);
      }
      this.#ofPiece.delete(pieceNo);
    }
  }

  /** Writes the changes. */
  flush(): void {
    const { q, place } = this.#unit;
    if (this.#parted.size > 0) {
      q.send('DELETE FROM piece_memories WHERE character_no = $1 AND piece_no = ANY($2::int[])', place.characterNo, [
        ...this.#parted,
      ]);
    }
    const links = [...this.#put.values()];
    if (links.length === 0) return;
    q.send(
      `INSERT INTO piece_memories (character_no, piece_no, memory_no, revision)
       SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int[])
       ON CONFLICT (character_no, piece_no, memory_no) DO UPDATE SET revision = excluded.revision`,
      place.characterNo,
      links.map((link) => link.piece_no),
      links.map((link) => link.memory_no),
      links.map(({ revision }) => revision),
    );
  }
}
