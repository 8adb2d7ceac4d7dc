/*
 * QR codes (ISO/IEC 18004, Model 2): texts as bytes, error correction M, versions 1 to 10.
 */

/** Of each version from 1: error-correcting codewords of a block, blocks, and data codewords in all. */
const versions = [
  [10, 1, 16],
  [16, 1, 28],
  [26, 1, 44],
  [18, 2, 64],
  [24, 2, 86],
  [16, 4, 108],
  [18, 4, 124],
  [22, 4, 154],
  [22, 5, 182],
  [26, 5, 216],
] as const;

/** Whether each module is dark, by row and column. Undefined: the text is too long. */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  // Four bits name the mode, 8 or 16 the length.
  const place = versions.findIndex(([, , room], at) => bytes.length + (at < 9 ? 2 : 3) <= room);
  if (place < 0) return undefined;
  const codewords = interleaved(dataOf(bytes, place), place);
  const candidates = masks.map((_, mask) => drawn(place + 1, codewords, mask));
  const penalties = candidates.map(penaltyOf);
  return candidates[penalties.indexOf(Math.min(...penalties))];
}

function dataOf(bytes: Uint8Array, place: number): number[] {
  const room = versions[place]![2];
  const bits: number[] = [];
  const add = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  add(4, 4);
  add(bytes.length, place < 9 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  // The terminator.
  add(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  );
  for (let pad = 0xec; data.length < room; pad ^= 0xfd) data.push(pad);
  return data;
}

/** The codewords in blocks, each with its error correction (Reed-Solomon), in the order of the symbol. */
function interleaved(data: readonly number[], place: number): number[] {
  const [correcting, count] = versions[place]!;
  const divisor = divisorOf(correcting);
  const short = Math.floor(data.length / count);
  // Longer blocks come last.
  const longFrom = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, i) => {
    const start = i * short + Math.max(0, i - longFrom);
    return data.slice(start, start + short + (i >= longFrom ? 1 : 0));
  });
  const corrections = blocks.map((block) => remainderOf(block, divisor));
  const columns = (of: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...of.map(({ length }) => length)) }, (_, i) => of.flatMap((one) => one[i] ?? []));
  return [...columns(blocks), ...columns(corrections)].flat();
}

/** Multiplication in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

function divisorOf(degree: number): number[] {
  const divisor = [...Array<number>(degree - 1).fill(0), 1];
  for (let root = 1, step = 0; step < degree; step++, root = times(root, 2)) {
    for (let i = 0; i < degree; i++) divisor[i] = times(divisor[i]!, root) ^ (divisor[i + 1] ?? 0);
  }
  return divisor;
}

function remainderOf(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((one, i) => {
      rest[i]! ^= times(one, factor);
    });
  }
  return rest;
}

/** Which modules each mask inverts, by column and row. */
const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(version: number, codewords: readonly number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const isFixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, isDark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    modules[y]![x] = isDark;
    isFixed[y]![x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const rings = (x: number, y: number, reach: number, light: readonly number[]) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [2, 4]);
  const middles = alignmentsOf(version, size);
  const last = middles.length - 1;
  for (const [i, x] of middles.entries()) {
    for (const [j, y] of middles.entries()) {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isFinder) rings(x, y, 2, [1]);
    }
  }
  drawFormat(size, mask, set);
  if (version >= 7) drawVersion(size, version, set);
  let bit = 0;
  // Two columns at a time from the right, up and down in turn; the column of the timing pattern is left out.
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isFixed[y]![x]) continue;
        const isDark = ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        modules[y]![x] = (isDark === 1) !== masks[mask]!(x, y);
        bit++;
      }
    }
  }
  return modules;
}

function alignmentsOf(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - step * (count - 2 - i))];
}

type Set = (x: number, y: number, isDark: boolean) => void;

/** A number with its BCH code. */
function withCode(value: number, length: number, generator: number): number {
  let rest = value;
  for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >> (length - 1)) * generator);
  return (value << length) | rest;
}

/** The error correction M, which is 0, and the mask; beside the finders, twice. */
function drawFormat(size: number, mask: number, set: Set): void {
  const bits = withCode(mask, 10, 0x537) ^ 0x5412;
  const isSet = (i: number) => ((bits >> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(8, i, isSet(i));
  set(8, 7, isSet(6));
  set(8, 8, isSet(7));
  set(7, 8, isSet(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, isSet(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, isSet(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, isSet(i));
  set(8, size - 8, true);
}

function drawVersion(size: number, version: number, set: Set): void {
  const bits = withCode(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const isDark = ((bits >> i) & 1) === 1;
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    set(a, b, isDark);
    set(b, a, isDark);
  }
}

/** How hard it is to read: long runs, blocks, what looks like a finder, and an unequal number of dark modules. */
function penaltyOf(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x]!));
  let penalty = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const square = [modules[y]![x], modules[y]![x - 1], modules[y - 1]![x], modules[y - 1]![x - 1]];
      if (square.every((one) => one === square[0])) penalty += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length / size ** 2;
  return penalty + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
