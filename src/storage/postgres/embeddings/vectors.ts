import { type Cosines, type EmbeddedMemory, type Nearness, noCosines } from '../../../domain/stores/embeddings.ts';
import type { Unit } from '../unit.ts';

/** Up to this many memories all cosines of a character are returned. */
const smallCharacter = 1_000;
/** Up to this many all vectors are compared; above, their signs choose candidates: as fast at 100,000 as at 10,000. */
const exactCharacter = 2_000;
const candidates = 300;
/** A vector of more dimensions does not fit a page, and is stored out of line. */
const widestPlain = 3_900;

/** The storage of a column of vectors of this length. */
export const storageOf = (dimensions: number) => (dimensions > widestPlain ? 'EXTERNAL' : 'PLAIN');

const isZero = (vector: Float32Array) => vector.every((part) => part === 0);

/** In pgvector's text format, at length 1: half precision can't hold large numbers. */
function textOf(vector: Float32Array): string {
  const length = Math.hypot(...vector) || 1;
  return `[${Array.from(vector, (part) => part / length).join(',')}]`;
}

/** Stores vectors of memories that have none; a vector of length 0 is similar to nothing and is left out. */
export function putVectors(q: Unit, characterNo: number, embedded: readonly EmbeddedMemory[]): void {
  const storable = embedded.filter(({ vector }) => vector !== undefined && !isZero(vector));
  if (storable.length === 0) return;
  const nos = storable.map(({ memoryNo }) => memoryNo);
  const vectors = storable.map(({ vector }) => textOf(vector!));
  q.send(
    `INSERT INTO embeddings (character_no, memory_no, vector)
     SELECT $1, no, vector::halfvec FROM unnest($2::int[], $3::text[]) AS given (no, vector)
     ON CONFLICT (character_no, memory_no) DO UPDATE SET vector = excluded.vector`,
    characterNo,
    nos,
    vectors,
  );
  q.send(
    `INSERT INTO embedding_bits (character_no, memory_no, bits)
     SELECT $1, no, binary_quantize(vector::halfvec) FROM unnest($2::int[], $3::text[]) AS given (no, vector)
     ON CONFLICT (character_no, memory_no) DO UPDATE SET bits = excluded.bits`,
    characterNo,
    nos,
    vectors,
  );
}

/** Gives memories of another character the vectors that they had here. */
export function copyVectors(
  q: Unit,
  from: number,
  to: number,
  moved: readonly { here: number; there: number }[],
): void {
  if (moved.length === 0) return;
  const places = [moved.map(({ here }) => here), moved.map(({ there }) => there)];
  for (const [table, column] of [
    ['embeddings', 'vector'],
    ['embedding_bits', 'bits'],
  ]) {
    q.send(
      `INSERT INTO ${table} (character_no, memory_no, ${column})
       SELECT $2, moved.there, ${column} FROM unnest($3::int[], $4::int[]) AS moved (here, there)
       CROSS JOIN LATERAL (SELECT ${column} FROM ${table}
         WHERE character_no = $1 AND memory_no = moved.here OFFSET 0) AS held
       ON CONFLICT DO NOTHING`,
      ...[from, to, ...places],
    );
  }
}

interface Near {
  no: number;
  cosine: number;
}

const cosine = '1 - (vector <=> $2::halfvec)';
/** $3: numbers. */
const ofNumbers = (numbers: string) => `
  SELECT found.* FROM unnest(${numbers}) AS wanted (no) CROSS JOIN LATERAL (
    SELECT memory_no AS no, ${cosine} AS cosine FROM embeddings
    WHERE character_no = $1 AND memory_no = wanted.no OFFSET 0) AS found`;

/** The memories of a character that are most similar to a vector of the current model. */
export async function nearestVectors(
  q: Unit,
  characterNo: number,
  memories: number,
  vector: Float32Array,
  limit: number,
  sample: readonly number[],
): Promise<Nearness> {
  if (isZero(vector)) return { near: noCosines, usual: noCosines };
  const given = [characterNo, textOf(vector)];
  const all = `SELECT memory_no AS no, ${cosine} AS cosine FROM embeddings WHERE character_no = $1`;
  if (memories <= smallCharacter) {
    const near = cosinesOf(await q.all<Near>(all, ...given));
    return { near, usual: near };
  }
  const size = vector.length;
  const near = q.all<Near>(
    memories <= exactCharacter
      ? `${all} ORDER BY vector <=> $2::halfvec LIMIT $3`
      : `${ofNumbers(`ARRAY(SELECT memory_no FROM embedding_bits WHERE character_no = $1
           ORDER BY bits::bit(${size}) <~> binary_quantize($2::halfvec)::bit(${size}) LIMIT ${candidates})`)}
         ORDER BY cosine DESC LIMIT $3`,
    ...given,
    limit,
  );
  const [nearest, usual] = await Promise.all([near, q.all<Near>(ofNumbers('$3::int[]'), ...given, sample)]);
  const found = cosinesOf(nearest);
  return { near: found, usual: cosinesOf(usual), beyond: found.values.at(-1) ?? -1 };
}

const clipped = (value: number) => Math.max(-1, Math.min(1, value));

/** In the order of the rows. */
function cosinesOf(rows: readonly Near[]): Cosines {
  return {
    memoryNos: Int32Array.from(rows, ({ no }) => no),
    values: Float64Array.from(rows, ({ cosine }) => clipped(cosine)),
  };
}
