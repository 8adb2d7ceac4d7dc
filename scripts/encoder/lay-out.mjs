// Makes src/search/encoder/encoder.bin of a file that the kit's packing script wrote (version 1): pieces in the order of
// their bytes, each with its row, so that they are looked up in place, and matrices in blocks of four rows and four columns,
// as they are multiplied. node scripts/encoder/lay-out.mjs FILE [TARGET]
// The same file gives the same bytes. The layout: src/search/encoder/README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [source, target = join(root, 'src/search/encoder/encoder.bin')] = process.argv.slice(2);
if (source === undefined) throw new Error('usage: lay-out.mjs FILE [TARGET]');
const file = readFileSync(source);
if (file.toString('latin1', 0, 4) !== 'AMSE') throw new Error(`${source} is no encoder`);
const headEnd = 8 + file.readUInt32LE(4);
const { version, ...head } = JSON.parse(file.toString('utf8', 8, headEnd));
if (version !== 1) throw new Error(`${source} has version ${version}, not 1`);

const pieces = piecesOf(section('ids'), section('strings'), section('scores'));
const rowBytes = Math.ceil((head.width * head.bits) / 8);
/** The rows of the table in their new order: what no piece covers, then the pieces. */
const order = [0, ...pieces.map(({ id }) => id)];
const sections = new Map([
  ['starts', startsOf()],
  ['strings', Buffer.concat(pieces.map(({ bytes }) => bytes))],
  ['scores', Buffer.concat(pieces.map(({ score }) => score))],
  ['codes', rowsOf(section('codes'), rowBytes)],
  ['rms', rowsOf(section('rms'), 2)],
]);
for (const name of Object.keys(head.sections))
  if (name !== 'ids' && !sections.has(name)) sections.set(name, inBlocks(name, section(name)));
writeFileSync(target, written());

function section(name) {
  const [offset, bytes] = head.sections[name];
  return file.subarray(headEnd + offset, headEnd + offset + bytes);
}

/** Unpacks the front coding: a byte for what a string shares with the one before it, the rest, 0. */
function piecesOf(ids, strings, scores) {
  let before = Buffer.alloc(0);
  let at = 0;
  return Array.from({ length: ids.length / 4 }, (_, i) => {
    const end = strings.indexOf(0, at + 1);
    const bytes = Buffer.concat([before.subarray(0, strings[at]), strings.subarray(at + 1, end)]);
    if (Buffer.compare(before, bytes) >= 0) throw new Error('the pieces are not in order');
    before = bytes;
    at = end + 1;
    return { bytes, id: ids.readUInt32LE(4 * i), score: scores.subarray(2 * i, 2 * i + 2) };
  });
}

/** Where each piece's bytes start, and where the last one's end. */
function startsOf() {
  const starts = new Uint32Array(pieces.length + 1);
  pieces.forEach(({ bytes }, i) => {
    starts[i + 1] = starts[i] + bytes.length;
  });
  return Buffer.from(starts.buffer);
}

/** A matrix in blocks of 4 × 4 numbers, from left to right, then downwards. */
function inBlocks(name, given) {
  const [rows, columns] = head.matrices[name] ?? [];
  if (rows === undefined) return given;
  if (rows % 4 || columns % 4) throw new Error(`${name} has ${rows} × ${columns} numbers`);
  const blocks = Buffer.alloc(given.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const block = (row - (row % 4)) * columns + (column - (column % 4)) * 4;
      blocks[block + (row % 4) * 4 + (column % 4)] = given[row * columns + column];
    }
  return blocks;
}

function rowsOf(table, size) {
  return Buffer.concat(order.map((id) => table.subarray(id * size, (id + 1) * size)));
}

/** The file: `AMSE`, the length of the head, the head, the sections, each at a multiple of 8 bytes. */
function written() {
  const places = {};
  const parts = [];
  let length = 0;
  for (const [name, bytes] of sections) {
    places[name] = [length, bytes.length];
    const padding = Buffer.alloc(-bytes.length & 7);
    parts.push(bytes, padding);
    length += bytes.length + padding.length;
  }
  const json = JSON.stringify({ version: 2, ...head, pieces: pieces.length, sections: places, vectors: undefined });
  const text = Buffer.from(json + ' '.repeat(-Buffer.byteLength(json) & 7));
  const start = Buffer.alloc(8);
  start.write('AMSE', 'latin1');
  start.writeUInt32LE(text.length, 4);
  return Buffer.concat([start, text, ...parts]);
}
