import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits, readerLimits, readingLimits } from '../../src/files/limits.ts';

const page = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');

const MiB = 1024 * 1024;
const count = (value: number) => value.toLocaleString('en');
const units = (value: number) => `${count(value)} UTF-16 units`;
const size = (bytes: number) => (bytes < MiB ? `${bytes / 1024} KiB` : `${bytes / MiB} MiB`);

test.each([
  ['time', `${readingLimits.ms / 1_000} s`],
  [
    'memory of the thread',
    `${readingLimits.memoryMiB} MiB in all; its heap ${readingLimits.heapMiB / 1024} GiB, held by V8`,
  ],
  ['text read, with the headings above each piece', units(readingLimits.units)],
  ['documents read at a time', `${readerLimits.threads}, of one tenant 1`],
  [
    'documents that wait',
    `${size(readerLimits.waitingBytes)}, of one tenant ${size(readerLimits.tenantBytes)}; then 503`,
  ],
  ['memories', count(limits.pieces)],
  ['statements, including repeated ones', count(limits.statements)],
  ['items in a list of JSON, lines of JSON, rows of a table', count(limits.records)],
  ['a row of a table', units(limits.row)],
  ["tags of HTML, or of a Word document's XML", count(limits.tags)],
  ['depth of open HTML elements', `${limits.nesting}; a deeper page is read as plain text`],
  ['depth of elements that are read', `${limits.depth}; deeper ones are left out`],
  ['pages of a PDF', count(limits.pages)],
  ['parts of an archive', count(limits.parts)],
  ['table definitions of a SQLite file', size(limits.schemaBytes)],
  ['text of an archive, decompressed', size(limits.unfoldedBytes)],
  ['a stream of a PDF, decompressed', size(limits.streamBytes)],
  ['all streams of a PDF, decompressed', size(limits.streamsBytes)],
  ["contents of a PDF's pages, a shared stream counting for each", size(limits.shownBytes)],
  ['text of a PDF', units(limits.text)],
])('SECURITY.md states the enforced limit: %s', (what, bound) => {
  expect(page).toContain(`| ${what} | ${bound} |`);
});
