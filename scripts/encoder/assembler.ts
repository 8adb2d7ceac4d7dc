// Makes WebAssembly modules of functions over one memory, from instructions (WebAssembly Core Specification 2.0, chapter 5).
// A quad is four float32 numbers in one value (SIMD); locals are meant by their numbers, parameters first.

export const [i32, f32, quad] = [0x7f, 0x7d, 0x7b];

export interface WasmFunction {
  name: string;
  /** Types of parameters and of further locals. It returns nothing. */
  parameters: number[];
  locals: number[];
  body: number[];
}

export const get = (local: number) => [0x20, local];
export const set = (local: number) => [0x21, local];
export const copy = (from: number, to: number) => [...get(from), ...set(to)];

/** A small constant, -64 to 63. */
export const constant = (value: number) => [0x41, value & 127];
export const [plus, minus, isMore, shift] = [[0x6a], [0x6b], [0x4a], [0x74]];
export const increase = (local: number, by: number[]) => [...get(local), ...by, ...plus, ...set(local)];

export const [addNumbers, multiplyNumbers, divideNumbers, root] = [[0x92], [0x94], [0x95], [0x91]];
export const number = (value: number) => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];

const simd = (code: number, ...rest: number[]) => [0xfd, ...unsigned(code), ...rest];
/** The value of an address plus an offset in bytes. */
export const load = (offset = 0) => simd(0x00, 4, ...unsigned(offset));
export const store = (offset = 0) => simd(0x0b, 4, ...unsigned(offset));
export const zeros = simd(0x0c, ...new Array<number>(16).fill(0));
/** One number four times. */
export const splat = simd(0x13);
export const lane = (place: number) => simd(0x1f, place);
export const [add, subtract, multiply, max] = [simd(0xe4), simd(0xe5), simd(0xe6), simd(0xe9)];
/** Quads of the numbers of two others. */
export const shuffle = (...places: number[]) =>
  simd(0x0d, ...places.flatMap((place) => [0, 1, 2, 3].map((byte) => 4 * place + byte)));
/** Widen the lower or the upper half of 16 signed bytes, or of 8 signed integers of 16 bits; make floats of 4 integers. */
export const [lowBytes, highBytes, lowShorts, highShorts] = [simd(0x87), simd(0x88), simd(0xa7), simd(0xa8)];
export const toFloats = simd(0xfa);
/** Of integers: products of 8 of 16 bits, added in pairs; sums of 4. */
export const [multiplyShorts, addIntegers] = [simd(0xba), simd(0xae)];
/** Bits that differ; set bits of each byte (population count); sums of neighbours as wider integers, of bytes and of shorts. */
export const [differ, countBits, addBytePairs, addShortPairs] = [simd(0x51), simd(0x62), simd(0x7d), simd(0x7f)];
export const integerLane = (place: number) => simd(0x1b, place);
export const storeInteger = [0x36, 2, 0];

/** Repeats the body while `counter`, which loses `step` each time, stays above 0. */
export const repeat = (counter: number, step: number, body: number[]) => {
  const again = [...get(counter), ...constant(step), ...minus, ...set(counter), ...get(counter), ...constant(0)];
  return [0x03, 0x40, ...body, ...again, ...isMore, 0x0d, 0, 0x0b];
};

/** A module that imports the memory `own.memory` and exports the functions. */
export function moduleOf(functions: readonly WasmFunction[]): Uint8Array {
  const none = 0;
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(functions.map(({ parameters }) => [0x60, ...list(parameters.map((one) => [one])), none]))),
    ...section(2, list([[...text('own'), ...text('memory'), 2, 0, 0]])),
    ...section(3, list(functions.map((_, i) => [i]))),
    ...section(7, list(functions.map(({ name }, i) => [...text(name), 0, i]))),
    ...section(10, list(functions.map(codeOf))),
  ]);
}

function codeOf({ locals, body }: WasmFunction): number[] {
  const code = [...list(locals.map((type) => [1, type])), ...body, 0x0b];
  return [...unsigned(code.length), ...code];
}

function section(id: number, content: number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function list(members: readonly number[][]): number[] {
  return [...unsigned(members.length), ...members.flat()];
}

function text(name: string): number[] {
  return list([...Buffer.from(name)].map((byte) => [byte]));
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}
