/** One line: its bytes, or the beginning and the end of one that is too long. */
export type Line = { bytes: Buffer; tail?: undefined } | { head: Buffer; tail: Buffer };

/** How many bytes of either end of an overlong line are kept. */
const edgeBytes = 1_024;
const newline = 0x0a;
const firstCapacity = 65_536;

/** Cuts a stream of bytes into lines, in linear time; a line that is too long is read past in constant memory. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #take: (line: Line) => void;
  /** The current line's bytes so far, up to `#length`. */
  #buffer = Buffer.alloc(0);
  #length = 0;
  /** The end of the present line once it has become too long; the buffer then has only its beginning. */
  #tail: Buffer | undefined;

  /** @param take is given every line in order, without its line feed */
  constructor(maxBytes: number, take: (line: Line) => void) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#append(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    this.#append(chunk.subarray(start));
  }

  /** The stream has ended: the rest is the last line. */
  end(): void {
    if (this.#length > 0) this.#finish();
  }

  #append(bytes: Buffer): void {
    if (this.#tail) this.#tail = Buffer.concat([this.#tail, bytes.subarray(-edgeBytes)]).subarray(-edgeBytes);
    else if (this.#length + bytes.length > this.#maxBytes) this.#overflow(bytes);
    else this.#store(bytes);
  }

  /** The buffer doubles, so that each byte is copied twice at most on average, however small the chunks are. */
  #store(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(firstCapacity, length, 2 * this.#buffer.length));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  #overflow(bytes: Buffer): void {
    const known = Buffer.concat([this.#buffer.subarray(0, this.#length), bytes]);
    this.#buffer = Buffer.from(known.subarray(0, edgeBytes));
    this.#length = this.#buffer.length;
    this.#tail = Buffer.from(known.subarray(-edgeBytes));
  }

  #finish(): void {
    // A copy, because a view would keep the whole buffer alive.
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#length));
    const tail = this.#tail;
    if (this.#buffer.length > firstCapacity) this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    this.#tail = undefined;
    this.#take(tail ? { head: bytes, tail } : { bytes });
  }
}
