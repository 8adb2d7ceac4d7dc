/** What the head of the file says of the model. */
export interface ModelHead {
  version: number;
  /** How many pieces; the table has a row for each, after the row of what no piece covers. */
  pieces: number;
  /** Numbers of a row, of a state and of the vector. */
  width: number;
  hidden: number;
  size: number;
  blocks: number;
  /** Positions of a convolution. */
  kernel: number;
  /** Bits of a number of the table, and the step between two codes for a row of root mean square 1. */
  bits: number;
  step: number;
  /** A piece's log probability is `lowest` + its score × `scoreStep`. */
  lowest: number;
  scoreStep: number;
  /** Rows and columns by name. */
  matrices: Record<string, [number, number]>;
  /** Offset from the end of the head and length, in bytes, by name. */
  sections: Record<string, [number, number]>;
}

const magic = 'AMSE';
const knownVersion = 2;

/** The encoder's data file, whose sections are views of its bytes (see README.md). */
export class ModelFile {
  readonly head: ModelHead;
  readonly #bytes: Uint8Array;
  readonly #start: number;

  /** Throws an Error for bytes that are no encoder or end too early, and on a big-endian machine. */
  constructor(given: Uint8Array) {
    if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) throw new Error('the encoder needs a little-endian machine');
    const bytes = given.byteOffset % 8 === 0 ? given : new Uint8Array(given);
    if (textOf(bytes.subarray(0, 4)) !== magic) throw new Error('the file is no encoder');
    this.#start = 8 + (new Uint32Array(bytes.buffer, bytes.byteOffset, 2)[1] ?? 0);
    this.head = headOf(bytes.subarray(8, this.#start));
    this.#bytes = bytes;
    const { version, sections } = this.head;
    if (version !== knownVersion) throw new Error(`the encoder has version ${version}, not ${knownVersion}`);
    const end = Math.max(...Object.values(sections).map(([offset, length]) => offset + length));
    if (bytes.byteLength < this.#start + end) throw new Error('the file of the encoder ends too early');
  }

  bytes(name: string): Uint8Array {
    const [offset, length] = this.#placeOf(name);
    return new Uint8Array(this.#bytes.buffer, offset, length);
  }

  signedBytes(name: string): Int8Array {
    const [offset, length] = this.#placeOf(name);
    return new Int8Array(this.#bytes.buffer, offset, length);
  }

  halves(name: string): Uint16Array {
    const [offset, length] = this.#placeOf(name);
    return new Uint16Array(this.#bytes.buffer, offset, length / 2);
  }

  integers(name: string): Uint32Array {
    const [offset, length] = this.#placeOf(name);
    return new Uint32Array(this.#bytes.buffer, offset, length / 4);
  }

  floats(name: string): Float32Array {
    const [offset, length] = this.#placeOf(name);
    return new Float32Array(this.#bytes.buffer, offset, length / 4);
  }

  #placeOf(name: string): [number, number] {
    const place = this.head.sections[name];
    if (place === undefined) throw new Error(`the encoder has no ${name}`);
    return [this.#bytes.byteOffset + this.#start + place[0], place[1]];
  }
}

function headOf(bytes: Uint8Array): ModelHead {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    throw new Error('the file of the encoder ends too early');
  }
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
