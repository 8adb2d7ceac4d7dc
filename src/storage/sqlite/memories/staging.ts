import { yieldToOthers } from '../../../base/pace.ts';
import type { Author } from '../../../domain/memory.ts';
import type { Recorder } from '../audit/record.ts';
import type { Engine } from '../engine.ts';
import { erasedFrom } from '../erasing/tombstones.ts';
import { type Adopted, type AdoptedPieces, adopt, discardSegment } from './staging/adopt.ts';
import { clearStaging } from './staging/clear.ts';
import { type Arrival, type Place, StagingWriter } from './staging/write.ts';

/** Up to this many changes, of this many characters, are made in one unit: it is shorter than many small ones. */
const fewChanges = 256;
const fewChars = 20_000;
/** The lease of a staging, renewed by each write. */
const leaseMs = 30_000;
/** Arrivals that are compared with erased texts before other work gets a turn. */
const checkedAtOnce = 2_000;
/** The segment numbers reserved for one staging of a character. */
const segmentSpan = 65_536;

/** Memories that are fully written but invisible. */
export interface Staged {
  /** The pieces of the staged memories that are added. */
  readonly pieceKeys: ReadonlySet<string>;
  /** Makes them visible, inside a write unit; leaves out texts that are stored by then. CategoryNotConfigured. */
  adopt(by: Recorder, pieces?: AdoptedPieces): Adopted;
  /** Has a segment without a living memory removed after that unit. */
  discardSegment(segment: number): void;
}

/** The size of a unit's work. */
export interface Work {
  /** Moves come last. */
  arrivals: readonly Arrival[];
  /** How many pieces vanish. */
  vanished: number;
}

/**
 * Runs a write unit that adds, moves or removes memories. Large changes are staged first, in units so short that other
 * writers hardly wait, so that `unit` itself only has to make them visible; a failure or a crash leaves nothing. For
 * small changes `unit` gets undefined and writes them itself.
 */
export async function withStaged<T>(
  engine: Engine,
  characterNo: number,
  { arrivals: given, vanished }: Work,
  by: Author,
  unit: (staged: Staged | undefined) => T,
): Promise<T> {
  const { db } = engine;
  const arrivals = await unerased(engine, characterNo, given);
  const chars = arrivals.reduce((sum, { memory }) => sum + memory.content.length, 0);
  if (arrivals.length + vanished <= fewChanges && chars <= fewChars) return db.write(() => unit(undefined));
  const started = performance.now();
  const leaseEnd = () => by.now + Math.round(performance.now() - started) + leaseMs;
  const { requireSame, ...place } = await db.write(() => ({
    ...reserve(engine, characterNo, leaseEnd()),
    requireSame: db.sameFile(),
  }));
  const lease = () => {
    requireSame();
    return leaseEnd();
  };
  try {
    await new StagingWriter(engine, place, by, lease).write(arrivals);
    return await db.write(() => {
      requireSame();
      return unit({
        pieceKeys: new Set(arrivals.flatMap(({ piece, moved }) => (piece && moved === undefined ? [piece.key] : []))),
        adopt: (recorder, pieces) => adopt(engine, place, recorder, pieces),
        discardSegment: (segment) => discardSegment(engine, place.no, segment),
      });
    });
  } finally {
    await clearStaging(engine, place.no, requireSame);
  }
}

/** The arrivals whose texts were not erased; the unit handles the others as it handles single additions. */
async function unerased({ db }: Engine, characterNo: number, arrivals: readonly Arrival[]): Promise<Arrival[]> {
  const kept: Arrival[] = [];
  for (let from = 0; from < arrivals.length; from += checkedAtOnce) {
    if (from > 0) await yieldToOthers(0);
    const some = arrivals.slice(from, from + checkedAtOnce);
    const isErased = await db.read(() => erasedFrom(db, characterNo));
    kept.push(...(await db.read(() => some.filter(({ memory }) => !isErased(memory.content)))));
  }
  return kept;
}

/** Makes a staging, whose segments get unique numbers. */
function reserve({ db }: Engine, characterNo: number, until: number): Place {
  const highest = db.get<{ segment: number }>(
    `SELECT coalesce(max(segment), 0) AS segment FROM (
       SELECT max(segment) AS segment FROM search_segments WHERE character_no = @characterNo
       UNION ALL SELECT max(segment) FROM stagings CROSS JOIN staged_segments ON staging_no = stagings.no
         WHERE character_no = @characterNo
       UNION ALL SELECT max(first_segment) FROM stagings WHERE character_no = @characterNo)`,
    { characterNo },
  );
  const firstSegment = (Math.floor((highest?.segment ?? 0) / segmentSpan) + 1) * segmentSpan;
  const { lastInsertRowid } = db.run(
    'INSERT INTO stagings (character_no, first_segment, until) VALUES (?, ?, ?)',
    characterNo,
    firstSegment,
    until,
  );
  return { no: Number(lastInsertRowid), characterNo, firstSegment };
}
