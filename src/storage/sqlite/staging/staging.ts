import type { Author } from '../../../domain/memory.ts';
import type { Engine } from '../engine.ts';
import { type Adopted, type AdoptedPieces, adopt } from './adopt.ts';
import { clearStaging } from './clear.ts';
import { type Arrival, StagingWriter } from './write.ts';

/** Up to so many additions go into one unit as they are: it is shorter than many small ones. */
const fewAdditions = 256;
/** How long a staging is its process's own unless it goes on writing. */
const leaseMs = 30_000;
/** Numbers of segments that lie between two stagings of a character. */
const segmentSpan = 65_536;

/** Memories of which everything is written but that nothing shows yet. */
export interface Staged {
  /** The pieces of the staged memories. */
  readonly pieceKeys: ReadonlySet<string>;
  /** Makes them memories, inside a write unit; texts that are stored by then are left out. CategoryNotConfigured. */
  adopt(pieces?: AdoptedPieces): Adopted;
}

/**
 * Runs a write unit that adds memories. Many of them are staged first, in units so short that other writers hardly
 * wait, so that `unit` itself only has to make them visible; when it fails, or the process dies, no trace stays.
 * `unit` gets undefined when the additions are few: it then adds them itself.
 */
export async function withStaged<T>(
  engine: Engine,
  characterNo: number,
  arrivals: readonly Arrival[],
  by: Author,
  unit: (staged: Staged | undefined) => T,
): Promise<T> {
  const { db } = engine;
  if (arrivals.length <= fewAdditions) return db.write(() => unit(undefined));
  const started = performance.now();
  const lease = () => by.now + Math.round(performance.now() - started) + leaseMs;
  const [no, firstSegment] = await db.write(() => reserve(engine, characterNo, lease()));
  try {
    await new StagingWriter(engine, { no, characterNo, firstSegment }, by, lease).write(arrivals);
    return await db.write(() =>
      unit({
        pieceKeys: new Set(arrivals.flatMap(({ piece }) => (piece ? [piece.key] : []))),
        adopt: (pieces) => adopt(engine, { no, characterNo }, by, pieces),
      }),
    );
  } finally {
    await clearStaging(engine, no);
  }
}

/** Makes a staging, whose segments get numbers that no others have or will have meanwhile. */
function reserve({ db }: Engine, characterNo: number, until: number): [no: number, firstSegment: number] {
  const highest = db.get<{ segment: number }>(
    `SELECT coalesce(max(segment), 0) AS segment FROM (
       SELECT max(segment) AS segment FROM search_segments WHERE character_no = @characterNo
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
  return [Number(lastInsertRowid), firstSegment];
}
