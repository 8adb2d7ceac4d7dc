// node scripts/keep-figures.mjs NAME [FILE]: stores the result of a measurement (FILE, default standard input) in
// docs/figures.json under that name: a JSON document, or the output of a bench, whose last line of JSON counts. `npm
// run docs` then puts its figures into the pages, and scripts/plot-search.mjs draws those of the search.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const path = join(import.meta.dirname, '../docs/figures.json');
const [name, file = 0] = process.argv.slice(2);
if (!name) {
  console.error('usage: node scripts/keep-figures.mjs NAME [FILE]');
  process.exit(2);
}
const text = readFileSync(file, 'utf8').trim();
const measured = text.startsWith('{') ? JSON.parse(text) : lastLineOfJson(text);
// The file's name tells what was measured; its folder depends on the machine.
if (typeof measured.data === 'string') measured.data = basename(measured.data);
const figures = { ...JSON.parse(readFileSync(path, 'utf8')), [name]: measured };
const sorted = Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(sorted, undefined, 2)}\n`);

/** The rows of the bench that reported last. */
function lastLineOfJson(output) {
  const line = output.split('\n').findLast((one) => one.startsWith('{'));
  if (line === undefined) throw new Error(`nothing of ${file} is JSON`);
  return JSON.parse(line);
}
