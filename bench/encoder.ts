// The encoder of the package: CPU time of a text of 5, 14 and 40 pieces, beside a SHA-256 of the same texts; of the file, of
// being ready and of the first text in new processes; their resident memory beside that of a process without an encoder.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from '../src/search/encoder/encoder.bin';
import { SentenceEncoder } from '../src/search/encoder/encoder.ts';
import texts from '../test/fixtures/encoder/texts.json' with { type: 'json' };
import { median, report } from './support/report.ts';

const processes = 9;
const rounds = 40;
const encoded = 300;

interface Started {
  file: number;
  ready: number;
  first: number;
  MB: number;
}

if (process.argv[2] === 'process') console.log(JSON.stringify(start(process.argv[3] === 'with')));
else {
  const sentences = texts.slice(0, 15).map(({ text }) => text);
  report(
    'encoder',
    [5, 14, 40].map((pieces) => perText(pieces, sentences)),
  );
  const [encoding, bare] = ['with', 'without'].map((kind) => Array.from({ length: processes }, () => started(kind)));
  const middle = (given: Started[], field: keyof Started) => median(given.map((one) => one[field]));
  report('encoder, a new process', [
    {
      'file, ms of CPU': middle(encoding!, 'file'),
      'ready, ms of CPU': middle(encoding!, 'ready'),
      'first text, ms of CPU': middle(encoding!, 'first'),
      [`MB above, after ${encoded} texts`]: middle(encoding!, 'MB') - middle(bare!, 'MB'),
    },
  ]);
}

/** Texts with that number of pieces: sentences one after the other, cut. */
function perText(pieces: number, sentences: readonly string[]) {
  const encoder = new SentenceEncoder(readFileSync(path));
  const cut = sentences.map((_, i) => {
    const all = [...sentences.slice(i), ...sentences.slice(0, i)].join(' ');
    const first = encoder.read(all).pieces.slice(0, pieces).join('').replaceAll('\u2581', ' ').trim();
    return Array.from({ length: rounds }, (_, k) => `${first}${' '.repeat(k)}`);
  });
  const each = cut.flat();
  for (const text of each.slice(0, encoded)) encoder.read(`${text}.`);
  const encode = cpuMs(() => each.map((text) => encoder.read(text)));
  const hash = cpuMs(() => each.map((text) => createHash('sha256').update(text).digest()));
  const read = median(each.map((text) => encoder.read(text).pieces.length));
  const perText = encode.ms / each.length;
  return { pieces: read, texts: each.length, 'ms of CPU': perText, 'times a SHA-256': encode.ms / hash.ms };
}

/** The same work with and without the encoder, for the difference in memory. */
function start(isEncoding: boolean): Started {
  const file = cpuMs(() => (isEncoding ? readFileSync(path) : Buffer.alloc(0)));
  const made = cpuMs(() => (isEncoding ? new SentenceEncoder(file.result) : undefined));
  const first = cpuMs(() => made.result?.read(texts[2]!.text));
  for (let i = 0; i < encoded; i++) made.result?.read(`${i} ${texts[i % texts.length]!.text}`);
  const MB = process.memoryUsage.rss() / 2 ** 20;
  return { file: file.ms, ready: file.ms + made.ms, first: first.ms, MB };
}

function started(kind: string): Started {
  const [program, self] = process.argv;
  return JSON.parse(String(execFileSync(program!, [self!, 'process', kind])));
}

function cpuMs<Result>(run: () => Result): { ms: number; result: Result } {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}
