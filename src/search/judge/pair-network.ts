import type { Layer, WeightsFile } from '../weights-file.ts';
import { Layers } from './layers.ts';

/** What the sentence encoder reads in a text: see `TextReading` of the encoder. */
export interface Reading {
  /** 320 numbers at length 1. */
  vector: Float32Array;
  /** U+2581 stands for a space. */
  pieces: readonly string[];
  /** 128 numbers a piece. */
  rows: Float32Array;
  /** 256 numbers a piece. */
  states: Float32Array;
}

/** A text for comparisons: all that depends on it alone. */
export interface ReadText {
  vector: Float32Array;
  pieces: readonly string[];
  /** Its pieces before the first activation, and without any shared piece: activated, convolved, projected for the alignment. */
  raw: Float32Array;
  alone: Aligned;
  /** The projected vector. */
  side: Float32Array;
}

interface Aligned {
  pieces: Float32Array;
  convolved: Float32Array;
  projected: Float32Array;
}

/** Of each piece: whether the other text has it, and whether that has its first letters. */
interface Mark {
  shared: boolean;
  begun: boolean;
}

/** The chances that a statement ends, repeats or leaves an older one alone, and the log odds of the same subject. */
export interface Outcome {
  ends: number;
  repeats: number;
  leaves: number;
  subject: number;
}

/** Of longer texts only the beginning counts. */
const maxPieces = 48;
const stateSize = 256;
const rowSize = 128;
const vectorSize = 320;
const marks = 4;
const shortestBeginning = 4;

/**
 * Compares two statements by soft alignment of their pieces (Parikh et al., "A Decomposable Attention Model for Natural
 * Language Inference", 2016). `scripts/judge/model.py` trains it.
 */
export class PairNetwork {
  readonly #wide: number;
  readonly #layers: Layers;
  readonly #pieces: Layer;
  readonly #window: Layer;
  readonly #query: Layer;
  readonly #compare: readonly [older: Layer, newer: Layer];
  readonly #side: Layer;
  readonly #inner: readonly [Layer, Layer];
  readonly #out: Layer;
  readonly #subject: Layer;

  /** @param features numbers of a pair beside its pieces */
  constructor(file: WeightsFile, features: number) {
    this.#pieces = file.layer('p', stateSize + rowSize + marks);
    const wide = this.#pieces.columns;
    this.#wide = wide;
    this.#window = file.layer('c1', 3 * wide);
    this.#query = file.layer('q', wide);
    this.#compare = [withoutDifference(file.layer('cmp', 4 * wide)), withoutDifference(file.layer('cmp2', 4 * wide))];
    this.#layers = new Layers([this.#pieces, this.#window, this.#query, ...this.#compare], maxPieces);
    this.#side = file.layer('s', vectorSize);
    const first = file.layer('m1', 4 * wide + 4 * this.#side.columns + 5 + features);
    this.#inner = [first, file.layer('m2', first.columns)];
    this.#out = file.layer('out', this.#inner[1].columns);
    this.#subject = file.layer('sub', this.#inner[1].columns);
  }

  read({ vector, pieces, rows, states }: Reading): ReadText {
    const count = Math.max(1, Math.min(maxPieces, pieces.length));
    const said = Array.from({ length: count }, (_, i) => (pieces[i] ?? '').replaceAll('\u2581', '').toLowerCase());
    const input = new Float32Array(count * this.#pieces.rows);
    said.forEach((piece, i) => {
      const at = i * this.#pieces.rows;
      input.set(states.subarray(i * stateSize, (i + 1) * stateSize), at);
      input.set(atSizeOne(rows.subarray(i * rowSize, (i + 1) * rowSize)), at + stateSize);
      input[at + stateSize + rowSize + 1] = Number(/\p{Nd}/u.test(piece));
      input[at + stateSize + rowSize + 3] = Number(piece !== '' && !/[\p{L}\p{N}]/u.test(piece));
    });
    const raw = this.#layers.times(this.#pieces, input, count);
    const text = { vector, pieces: said, raw, side: times(this.#side, vector) };
    const activated = gelu(Float32Array.from(raw));
    const convolved = this.#convolve(
      activated,
      said.map((_, i) => i),
    );
    const alone = { pieces: activated, convolved, projected: this.#layers.times(this.#query, convolved, count) };
    return { ...text, alone };
  }

  compare(older: ReadText, newer: ReadText, features: readonly number[]): Outcome {
    const marked = [marksOf(older.pieces, newer.pieces), marksOf(newer.pieces, older.pieces)] as const;
    const [x, y] = [this.#beside(older, marked[0]), this.#beside(newer, marked[1])];
    const [n, m] = [older.pieces.length, newer.pieces.length];
    const scores = new Float32Array(n * m);
    const turned = new Float32Array(n * m);
    const scale = 1 / Math.sqrt(this.#wide);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < m; j++) {
        const score = productOf(x.projected, i, y.projected, j, this.#wide) * scale;
        scores[i * m + j] = score;
        turned[j * n + i] = score;
      }
    }
    const [u, v] = [older.side, newer.side];
    const share = (list: readonly Mark[]) => list.filter(({ shared }) => shared).length / list.length;
    const facts = [cosineOf(older, newer), share(marked[0]), share(marked[1]), n / 32, m / 32, ...features];
    const parts = [
      ...this.#pooled(this.#compare[0], x.convolved, n, y.convolved, m, scores),
      ...this.#pooled(this.#compare[1], y.convolved, m, x.convolved, n, turned),
      ...[u, v, u.map((one, i) => Math.abs(one - v[i]!)), u.map((one, i) => one * v[i]!), facts],
    ];
    const input = new Float32Array(this.#inner[0].rows);
    let at = 0;
    for (const part of parts) {
      input.set(part, at);
      at += part.length;
    }
    const inner = this.#inner.reduce<Float32Array>((given, layer) => gelu(times(layer, given)), input);
    const [ends = 0, repeats = 0, leaves = 0] = softmax(times(this.#out, inner));
    return { ends, repeats, leaves, subject: times(this.#subject, inner)[0]! };
  }

  /** The pieces of a text beside another: only what has to do with shared pieces is computed again. */
  #beside({ raw, alone }: ReadText, marked: readonly Mark[]): Aligned {
    const size = this.#wide;
    const changed = marked.flatMap(({ shared, begun }, i) => (shared || begun ? [i] : []));
    if (changed.length === 0) return alone;
    const pieces = Float32Array.from(alone.pieces);
    const [sharedRow, begunRow] = [stateSize + rowSize, stateSize + rowSize + 2].map((row) => row * size) as [
      number,
      number,
    ];
    for (const i of changed) {
      const { shared, begun } = marked[i]!;
      const piece = raw.slice(i * size, (i + 1) * size);
      for (let k = 0; k < size; k++) {
        piece[k]! +=
          (shared ? this.#pieces.matrix[sharedRow + k]! : 0) + (begun ? this.#pieces.matrix[begunRow + k]! : 0);
      }
      pieces.set(gelu(piece), i * size);
    }
    const near = [...new Set(changed.flatMap((i) => [i - 1, i, i + 1]))].filter((i) => i >= 0 && i < marked.length);
    const rows = this.#convolve(pieces, near);
    const projectedRows = this.#layers.times(this.#query, rows, near.length);
    const [convolved, projected] = [Float32Array.from(alone.convolved), Float32Array.from(alone.projected)];
    near.forEach((i, k) => {
      convolved.set(rows.subarray(k * size, (k + 1) * size), i * size);
      projected.set(projectedRows.subarray(k * size, (k + 1) * size), i * size);
    });
    return { pieces, convolved, projected };
  }

  /** Each of the given pieces with its neighbours. */
  #convolve(pieces: Float32Array, which: readonly number[]): Float32Array {
    const size = this.#wide;
    const input = new Float32Array(which.length * 3 * size);
    which.forEach((i, k) => {
      const from = Math.max(0, i - 1) * size;
      input.set(pieces.subarray(from, Math.min(pieces.length, (i + 2) * size)), k * 3 * size + (i === 0 ? size : 0));
    });
    const more = gelu(this.#layers.times(this.#window, input, which.length));
    which.forEach((i, k) => {
      for (let at = 0; at < size; at++) more[k * size + at]! += pieces[i * size + at]!;
    });
    return more;
  }

  /** Compares each piece with what the other text has in its place: the mean and the maximum over the pieces. */
  #pooled(layer: Layer, own: Float32Array, n: number, other: Float32Array, m: number, scores: Float32Array) {
    const size = this.#wide;
    const input = new Float32Array(n * 3 * size);
    for (let i = 0; i < n; i++) {
      const shares = softmax(scores.subarray(i * m, (i + 1) * m));
      const at = i * 3 * size;
      input.set(own.subarray(i * size, (i + 1) * size), at);
      for (let j = 0; j < m; j++) addTo(input, at + size, other, j * size, size, shares[j]!);
      for (let k = 0; k < size; k++) input[at + 2 * size + k] = input[at + k]! * input[at + size + k]!;
    }
    const compared = gelu(this.#layers.times(layer, input, n));
    const mean = new Float32Array(size);
    const most = new Float32Array(size).fill(Number.NEGATIVE_INFINITY);
    compared.forEach((value, at) => {
      const k = at % size;
      mean[k]! += value / n;
      most[k] = Math.max(most[k]!, value);
    });
    return [mean, most];
  }
}

/** The layer for [own, aligned, product] that equals one for [own, aligned, own - aligned, product]. */
function withoutDifference({ rows, columns, matrix, bias }: Layer): Layer {
  const part = (rows / 4) * columns;
  const joined = new Float32Array(3 * part);
  for (let k = 0; k < part; k++) {
    joined[k] = matrix[k]! + matrix[2 * part + k]!;
    joined[part + k] = matrix[part + k]! - matrix[2 * part + k]!;
    joined[2 * part + k] = matrix[3 * part + k]!;
  }
  return { rows: (rows / 4) * 3, columns, matrix: joined, bias };
}

function marksOf(own: readonly string[], other: readonly string[]): Mark[] {
  const has = new Set(other);
  const all = other.join('');
  return own.map((piece) => {
    const letters = [...piece];
    const begun = letters.length >= shortestBeginning && all.includes(letters.slice(0, shortestBeginning).join(''));
    return { shared: piece !== '' && has.has(piece), begun };
  });
}

/** Input × matrix + bias. */
function times({ rows, columns, matrix, bias }: Layer, input: Float32Array): Float32Array {
  const out = Float32Array.from(bias);
  for (let i = 0, at = 0; i < rows; i++, at += columns) {
    const value = input[i]!;
    for (let k = 0; k < columns; k++) out[k]! += value * matrix[at + k]!;
  }
  return out;
}

/** In place. Half of 1 + tanh(x) is 1 / (1 + exp(-2x)), in a third of the time. */
function gelu(values: Float32Array): Float32Array {
  for (let i = 0; i < values.length; i++) {
    const v = values[i]!;
    values[i] = v / (1 + Math.exp(-1.595_769_121_6 * (v + 0.044_715 * v * v * v)));
  }
  return values;
}

/** The product of the vectors `i` of `a` and `j` of `b`; their size is a multiple of 4. */
function productOf(a: Float32Array, i: number, b: Float32Array, j: number, size: number): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let p = i * size, q = j * size, end = p + size; p < end; p += 4, q += 4) {
    one += a[p]! * b[q]!;
    two += a[p + 1]! * b[q + 1]!;
    three += a[p + 2]! * b[q + 2]!;
    four += a[p + 3]! * b[q + 3]!;
  }
  return one + two + three + four;
}

/** Adds a multiple of a vector of `from` to one of `to`. */
function addTo(to: Float32Array, at: number, from: Float32Array, first: number, size: number, share: number): void {
  for (let k = 0; k < size; k++) to[at + k]! += share * from[first + k]!;
}

export function softmax(scores: Float32Array): Float32Array {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / total);
}

export function cosineOf(a: Pick<Reading, 'vector'>, b: Pick<Reading, 'vector'>): number {
  let sum = 0;
  for (let i = 0; i < a.vector.length; i++) sum += a.vector[i]! * b.vector[i]!;
  return sum;
}

function atSizeOne(row: Float32Array): Float32Array {
  const size = Math.sqrt(row.reduce((sum, value) => sum + value ** 2, 0) / Math.max(1, row.length)) + 1e-6;
  return row.map((value) => value / size);
}
