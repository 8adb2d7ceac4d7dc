import type { Author } from '../../../domain/memory.ts';
import type { Recorder } from '../audit/record.ts';
import type { Engine } from '../engine.ts';
import { type Adopted, type AdoptedPieces, adopt, bury } from './staging/adopt.ts';
import { clearStaging } from './staging/clear.ts';
import { type Arrival, type Place, StagingWriter } from './staging/write.ts';

/** Up to so many changes, of so many characters, go into one unit as they are: it is shorter than many small ones. */
const fewChanges = 256;
const fewChars = 100_000;
/** How long a staging is its process's own unless it goes on writing. */
const leaseMs = 30_000;
/** Numbers of segments that lie between two stagings of a character. */
const segmentSpan = 65_536;

/** Memories of which everything is written but that nothing shows yet. */
export interface Staged {
  /** The pieces of the staged memories that are to be added. */
  readonly pieceKeys: ReadonlySet<string>;
  /** Makes them memories, inside a write unit; texts that are stored by then are left out. CategoryNotConfigured. */
  adopt(by: Recorder, pieces?: AdoptedPieces): Adopted;
  /** Has a segment in which nothing lives any more discarded after that unit. */
  bury(segment: number): void;
}

/** What a unit has to do. */
export interface Work {
  /** Moves come last. */
  arrivals: readonly Arrival[];
  /** How many pieces vanish. */
  vanished: number;
}

/**
 * Runs a write unit that adds, moves or removes memories. Many of them are staged first, in units so short that other
 * writers hardly wait, so that `unit` itself only has to make them visible; when it fails, or the process dies, no trace
 * stays. `unit` gets undefined when there is little to do: it then does it itself.
 */
export async function withStaged<T>(
  engine: Engine,
  characterNo: number,
  { arrivals, vanished }: Work,
  by: Author,
  unit: (staged: Staged | undefined) => T,
): Promise<T> {
  const { db } = engine;
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
        bury: (segment) => bury(engine, place.no, segment),
      });
    });
  } finally {
    await clearStaging(engine, place.no, requireSame);
  }
}

/** Makes a staging, whose segments get numbers that no others have or will have meanwhile. */
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
