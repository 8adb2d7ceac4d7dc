import { fromHalves } from '../base/half.ts';

/** A layer: output = input × matrix + bias. The matrix has a row for each number of the input. */
export interface Layer {
  rows: number;
  columns: number;
  matrix: Float32Array;
  bias: Float32Array;
}

type Head = Record<string, readonly [rows: number, columns: number, offset: number]>;

/** A file of weights: u32 length of a JSON head `{name: [rows, columns, offset]}`, the head, float16 numbers. */
export class WeightsFile {
  readonly head: Readonly<Record<string, unknown>>;
  readonly #owner: string;
  readonly #bytes: DataView;
  readonly #start: number;

  /**
   * Throws an Error for bytes that are no such file.
   * @param owner whose weights they are, as errors name it: "the judge"
   */
  constructor(bytes: Uint8Array, owner: string) {
    this.#owner = owner;
    this.#bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = bytes.byteLength < 4 ? 0 : this.#bytes.getUint32(0, true);
    this.#start = 4 + length;
    if (length === 0 || this.#start > bytes.byteLength) throw new Error(`no weights of ${owner}`);
    this.head = JSON.parse(Buffer.from(bytes.subarray(4, this.#start)).toString());
  }

  /** The numbers of a matrix, row by row. Throws an Error where it is missing or cut off. */
  numbers(name: string): { rows: number; columns: number; values: Float32Array } {
    const [rows = 0, columns = 0, offset = 0] = (this.head as Head)[name] ?? [];
    const from = this.#start + offset;
    const isThere = rows * columns > 0 && from + 2 * rows * columns <= this.#bytes.byteLength;
    if (!isThere) throw new Error(`the weights of ${this.#owner} have no ${name}`);
    const start = this.#bytes.byteOffset + from;
    // A copy, because the bytes may not lie on an even address.
    const halves = new Uint16Array(this.#bytes.buffer.slice(start, start + 2 * rows * columns));
    return { rows, columns, values: fromHalves(halves) };
  }

  /** @param rows numbers of an input */
  layer(name: string, rows: number): Layer {
    const { values: matrix, ...size } = this.numbers(`${name}.0`);
    const { values: bias } = this.numbers(`${name}.1`);
    if (size.rows !== rows || bias.length !== size.columns)
      throw new Error(`the layer ${name} of ${this.#owner} has another size`);
    return { ...size, matrix, bias };
  }
}
