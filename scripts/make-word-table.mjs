// Makes src/search/meaning/words.bin: what common English words mean, distilled from a sentence encoder (static word
// vectors from sentence vectors, as in Model2Vec; here by ridge regression). From a scratch folder that has
//   npm install --ignore-scripts onnxruntime-node@1.30 @huggingface/tokenizers
// run  node --max-old-space-size=6000 PROJECT/scripts/make-word-table.mjs FOLDER [VECTORS]
// FOLDER holds the encoder (all-MiniLM-L6-v2: model_quantized.onnx, tokenizer.json, tokenizer_config.json), sentences.txt.gz
// and words.txt.gz, the latter by frequency, one a line. VECTORS is a folder that keeps what was encoded for the next run.
// Sources and licences: NOTICE. The file's layout: src/search/meaning/README.md. It takes about 15 minutes on two cores.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

const target = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/search/meaning/words.bin');
/** Numbers of an encoder's vector, and of a word's row. */
const given = 384;
const kept = 96;
const maxTokens = 256;
const batch = 32;
/** Strength of the pull towards a word's own vector, and rounds of conjugate gradients. */
const penalty = 1;
const rounds = 40;
/** Largest value of four bits with a sign. */
const top = 7;
/** Smoothing of the words' weights (Arora, Liang and Ma, "A Simple but Tough-to-Beat Baseline", 2017). */
const smoothing = 1e-3;

const [folder, vectors] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: make-word-table.mjs FOLDER [VECTORS]');
const words = lines('words.txt.gz');
const sentences = lines('sentences.txt.gz');
const ofSentences = await encoded('sentences', sentences);
const ofWords = await encoded('words', words);

const middle = meanOf(ofSentences);
const directions = principalDirections(ofSentences, middle);
const wanted = projected(ofSentences, middle);
const prior = projected(ofWords, meanOf(ofWords));
// The share of a word among all words falls with its rank (Zipf's law).
for (let i = 0; i < prior.length; i++) {
  const share = 1 / ((Math.floor(i / kept) + 1) * 13);
  prior[i] *= smoothing / (smoothing + share);
}
const { starts, columns, shares } = wordShares();
writeTable(solve());

function lines(name) {
  return gunzipSync(readFileSync(join(folder, name)))
    .toString()
    .trim()
    .split('\n');
}

/** The texts' vectors at length 1, one behind the other. */
async function encoded(name, texts) {
  const path = vectors && join(vectors, `${name}.f32`);
  if (path && existsSync(path)) return new Float32Array(new Uint8Array(readFileSync(path)).buffer);
  const made = await encode(texts);
  if (path) writeFileSync(path, Buffer.from(made.buffer));
  return made;
}

/** The mean of each text's last hidden states, in batches of texts of nearly equal length. */
async function encode(texts) {
  const need = createRequire(join(process.cwd(), 'package.json'));
  const { default: ort } = await import(pathToFileURL(need.resolve('onnxruntime-node')).href);
  const { Tokenizer } = await import(pathToFileURL(need.resolve('@huggingface/tokenizers')).href);
  const json = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const tokenizer = new Tokenizer(
    { ...json('tokenizer.json'), padding: null, truncation: null },
    json('tokenizer_config.json'),
  );
  const session = await ort.InferenceSession.create(join(folder, 'model_quantized.onnx'), { intraOpNumThreads: 1 });
  const tokens = texts.map((text) => tokenizer.encode(text).ids.slice(0, maxTokens));
  const order = tokens.map((_, i) => i).sort((a, b) => tokens[a].length - tokens[b].length);
  const made = new Float32Array(texts.length * given);
  for (let at = 0; at < order.length; at += batch) {
    const part = order.slice(at, at + batch);
    const longest = tokens[part.at(-1)].length;
    const ids = new BigInt64Array(part.length * longest);
    const mask = new BigInt64Array(part.length * longest);
    part.forEach((text, row) => {
      tokens[text].forEach((id, i) => {
        ids[row * longest + i] = BigInt(id);
        mask[row * longest + i] = 1n;
      });
    });
    const tensor = (data) => new ort.Tensor('int64', data, [part.length, longest]);
    const types = new BigInt64Array(ids.length);
    const fed = { input_ids: tensor(ids), attention_mask: tensor(mask), token_type_ids: tensor(types) };
    const { data } = (await session.run(fed)).last_hidden_state;
    part.forEach((text, row) => {
      const sum = new Float64Array(given);
      for (let i = 0; i < tokens[text].length; i++) {
        for (let d = 0; d < given; d++) sum[d] += data[(row * longest + i) * given + d];
      }
      const length = Math.hypot(...sum);
      for (let d = 0; d < given; d++) made[text * given + d] = sum[d] / length;
    });
  }
  return made;
}

function meanOf(rows) {
  const mean = new Float64Array(given);
  const count = rows.length / given;
  for (let i = 0; i < rows.length; i++) mean[i % given] += rows[i] / count;
  return mean;
}

/** The directions in which the rows differ most, by subspace iteration from a fixed start. */
function principalDirections(rows, centre) {
  const covariance = Array.from({ length: given }, () => new Float64Array(given));
  const row = new Float64Array(given);
  // Every other sentence is enough.
  for (let at = 0; at < rows.length; at += 2 * given) {
    for (let d = 0; d < given; d++) row[d] = rows[at + d] - centre[d];
    for (let a = 0; a < given; a++) for (let b = 0; b <= a; b++) covariance[a][b] += row[a] * row[b];
  }
  for (let a = 0; a < given; a++) for (let b = 0; b < a; b++) covariance[b][a] = covariance[a][b];
  let found = orthogonal(
    Array.from({ length: kept }, (_, r) =>
      Float64Array.from({ length: given }, (_, i) => Math.sin((r + 1.3) * (i + 1))),
    ),
  );
  for (let round = 0; round < 60; round++) {
    found = orthogonal(found.map((one) => Float64Array.from(covariance, (line) => dot(line, one))));
  }
  return found;
}

/** Gram-Schmidt. */
function orthogonal(rows) {
  rows.forEach((row, r) => {
    for (const other of rows.slice(0, r)) {
      const share = dot(row, other);
      for (let i = 0; i < row.length; i++) row[i] -= share * other[i];
    }
    const length = Math.hypot(...row);
    for (let i = 0; i < row.length; i++) row[i] /= length;
  });
  return rows;
}

function projected(rows, centre) {
  const made = new Float32Array((rows.length / given) * kept);
  const row = new Float64Array(given);
  for (let i = 0; i < rows.length / given; i++) {
    for (let d = 0; d < given; d++) row[d] = rows[i * given + d] - centre[d];
    for (let r = 0; r < kept; r++) made[i * kept + r] = dot(row, directions[r]);
  }
  return made;
}

/** The share of each known word among those of each sentence, as a sparse matrix. */
function wordShares() {
  const numbers = new Map(words.map((word, i) => [word, i]));
  const begins = new Int32Array(sentences.length + 1);
  const found = [];
  const values = [];
  sentences.forEach((sentence, i) => {
    const known = [
      ...sentence
        .toLowerCase()
        .normalize('NFKD')
        .matchAll(/[a-z]+|\d+/g),
    ]
      .map(([word]) => numbers.get(word))
      .filter((number) => number !== undefined);
    const counts = new Map();
    for (const number of known) counts.set(number, (counts.get(number) ?? 0) + 1);
    for (const [number, count] of counts) {
      found.push(number);
      values.push(count / known.length);
    }
    begins[i + 1] = found.length;
  });
  return { starts: begins, columns: Int32Array.from(found), shares: Float32Array.from(values) };
}

/** The mean of each sentence's rows. */
function applied(rows) {
  const made = new Float32Array(sentences.length * kept);
  each((sentence, word, share) => {
    for (let d = 0; d < kept; d++) made[sentence + d] += share * rows[word + d];
  });
  return made;
}

/** The transpose of the above: sums over sentences for each word. */
function gathered(rows) {
  const made = new Float32Array(words.length * kept);
  each((sentence, word, share) => {
    for (let d = 0; d < kept; d++) made[word + d] += share * rows[sentence + d];
  });
  return made;
}

function each(visit) {
  for (let i = 0; i < sentences.length; i++) {
    for (let e = starts[i]; e < starts[i + 1]; e++) visit(i * kept, columns[e] * kept, shares[e]);
  }
}

/**
 * The rows whose means over sentences are nearest to the sentences' vectors, regularized towards the words' own
 * vectors: ridge regression by conjugate gradients, each of the numbers by itself.
 */
function solve() {
  const first = applied(prior);
  const scale = dot(first, wanted) / dot(first, first);
  const rows = prior.map((value) => value * scale);
  const missing = gathered(wanted.map((value, i) => value - scale * first[i]));
  const step = missing.slice();
  let left = sums(missing, missing);
  for (let round = 0; round < rounds; round++) {
    const image = gathered(applied(step));
    for (let i = 0; i < image.length; i++) image[i] += penalty * step[i];
    const along = sums(step, image).map((sum, d) => left[d] / sum);
    for (let i = 0; i < rows.length; i++) {
      rows[i] += along[i % kept] * step[i];
      missing[i] -= along[i % kept] * image[i];
    }
    const next = sums(missing, missing);
    for (let i = 0; i < step.length; i++) step[i] = missing[i] + (next[i % kept] / left[i % kept]) * step[i];
    left = next;
  }
  return rows;
}

/** The dot product of two columns, for each component of a row. */
function sums(a, b) {
  const made = new Float64Array(kept);
  for (let i = 0; i < a.length; i++) made[i % kept] += a[i] * b[i];
  return made;
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function writeTable(rows) {
  const entries = words.map((word, w) => {
    const row = rows.subarray(w * kept, (w + 1) * kept);
    const largest = Math.max(...row.map(Math.abs)) || 1;
    return {
      hash: hash(word),
      weight: largest / top,
      row: Array.from(row, (value) => Math.round((value / largest) * top)),
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
}

/** As `hash` of src/search/text/fingerprint.ts. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value | 0 || 1;
}
