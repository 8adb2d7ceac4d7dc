import { readFileSync } from 'node:fs';
import { fromHalves } from '../../base/half.ts';
import { Lru } from '../../base/lru.ts';
import { once } from '../../base/once.ts';
import path from './encoder.bin';
import { ModelFile } from './model-file.ts';
import { maxPieces, Network } from './network.ts';
import { maxTextLength, Pieces } from './pieces.ts';

/** What the encoder reads in a text. */
export interface TextReading {
  /** 320 numbers at length 1: the cosine of two texts' vectors shows how similar they are, also across languages. */
  vector: Float32Array;
  /** The pieces of the text, at most 126; U+2581 stands for a space. */
  pieces: string[];
  /** The row of the table for each piece, 128 numbers each. */
  rows: Float32Array;
  /** The state of each piece in its context, 256 numbers each. */
  states: Float32Array;
}

/** Size of the cache of texts, some 20 kB each, 190 kB at most; long texts are not in it. */
const maxCached = 32;

/**
 * The sentence encoder of the package: fifteen languages, no package, no native code, no process of its own. Not to be
 * confused with the larger encoder that `encoder on` installs.
 */
export class SentenceEncoder {
  /** Numbers of a vector. */
  readonly size: number;
  readonly #file: ModelFile;
  readonly #pieces: Pieces;
  readonly #network: Network;
  readonly #codes: Uint8Array;
  readonly #scales: Float32Array;
  readonly #cached = new Lru<string, TextReading>(maxCached);

  /** Throws an Error for bytes that are no encoder, and on a machine without SIMD for WebAssembly. */
  constructor(bytes: Uint8Array) {
    this.#file = new ModelFile(bytes);
    this.size = this.#file.head.size;
    this.#pieces = new Pieces(this.#file);
    this.#codes = this.#file.bytes('codes');
    this.#scales = fromHalves(this.#file.halves('rms'));
    this.#network = new Network(this.#file);
  }

  /** The caller must not change the result: it is cached. */
  read(text: string): TextReading {
    const known = this.#cached.get(text);
    if (known !== undefined) return known;
    const reading = this.#readNew(text);
    if (text.length <= maxTextLength) this.#cached.set(text, reading);
    return reading;
  }

  /** The log probability of a word as it is written, in the texts of all languages; undefined where it is rare. */
  probabilityOf(word: string): number | undefined {
    return this.#pieces.probabilityOf(word);
  }

  #readNew(text: string): TextReading {
    const { width } = this.#file.head;
    const { numbers, texts } = this.#pieces.cut(text, maxPieces);
    const rows = new Float32Array(numbers.length * width);
    numbers.forEach((number, i) => {
      this.#unpack(number, rows, i * width);
    });
    return { ...this.#network.run(rows, numbers.length), pieces: texts, rows };
  }

  /** Writes a row of the table: codes of a few bits, little-endian, around the middle, and a scale a row (float16). */
  #unpack(row: number, into: Float32Array, first: number): void {
    const { width, bits, step } = this.#file.head;
    const top = (1 << bits) - 1;
    const scale = this.#scales[row]! * step;
    const start = row * Math.ceil((width * bits) / 8) * 8;
    for (let i = 0; i < width; i++) {
      const bit = start + i * bits;
      const two = this.#codes[bit >> 3]! | (this.#codes[(bit >> 3) + 1]! << 8);
      into[first + i] = (((two >> (bit & 7)) & top) - top / 2) * scale;
    }
  }
}

/** Read from the package at the first call. Throws an Error where the file is missing or damaged; the next call tries again. */
export const sentenceEncoder = once(() => new SentenceEncoder(readFileSync(path)));
