import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { servicePrincipal } from '../../src/domain/principal.ts';
import type { LocalFiles } from '../../src/features/watching/service/local.ts';
import { Watching } from '../../src/features/watching/service/watching.ts';
import { DocumentReader } from '../../src/files/reading/document-reader.ts';
import { openWithAda, temporaryFolder, workerFile } from '../support/harness.ts';
import { pdfBomb } from '../support/hostile-pdf.ts';
import { endlessSchema, endlessStatistics, endlessTable, manyConstraints } from '../support/hostile-sqlite.ts';
import { openHttp } from '../support/http-harness.ts';
import { unrulyWorker } from '../support/unruly.ts';

const path = '/v1/characters/Ada';
const document = (fileName: string, content: Buffer = Buffer.alloc(20_000, 'word ')) => ({
  fileName,
  fileContent: content.toString('base64'),
  encoding: 'base64',
});

async function openWith(documents: DocumentReader) {
  const http = await openHttp({ services: { documents } });
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  return http;
}

test('a document above a limit is refused by name, by import and sync, without delaying others', async () => {
  const http = await openWith(new DocumentReader(unrulyWorker('spins'), { ms: 1_500 }));
  const { text } = await http.tenant('other');
  const refused = [
    http.ask('POST', `${path}/import`, { body: document('unruly.pdf') }),
    http.ask('POST', `${path}/sync`, {
      body: { ...document('unruly.md'), filePath: 'unruly.md', fileName: undefined },
    }),
  ];
  expect(await http.ask('GET', '/healthz')).toMatchObject({ status: 200 });
  expect(await http.ask('GET', path)).toMatchObject({ status: 200 });
  // Another tenant's document is read beside the hostile one.
  await http.ask('POST', '/v1/characters', { key: text, body: { name: 'Ada' } });
  const other = await http.ask('POST', `${path}/import`, { key: text, body: document('fine.txt') });
  expect(other).toMatchObject({ status: 200, body: { memoriesAdded: 1 } });
  const bound = expect.stringContaining('takes more than 1.5 seconds');
  for (const answer of await Promise.all(refused)) {
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'InvalidContent', message: bound } } });
  }
  const { body } = await http.ask('GET', `${path}/memories`);
  expect(body).toMatchObject({ total: 0 });
});

test('a document of 1 kB that unpacks to 200 MB is refused', async () => {
  const http = await openWith(new DocumentReader(workerFile, { memoryMiB: 96 }));
  const answer = await http.ask('POST', `${path}/import`, { body: document('bomb.pdf', pdfBomb(200e6)) });
  expect(answer.body).toMatchObject({ error: { type: expect.stringMatching(/^Invalid(?:Content|Input)$/) } });
});

test.each([
  ['a schema without end', 'no whole SQLite database', endlessSchema],
  ['a table without end', 'no whole SQLite database', endlessTable],
  ['statistics without end', 'no whole SQLite database', endlessStatistics],
  ['too many constraints', 'more than 131,072 bytes of table definitions', manyConstraints],
])('a SQLite file with %s is refused, under any name', async (_, reason, make) => {
  const documents = new DocumentReader(workerFile);
  const http = await openWith(documents);
  for (const fileName of ['memory.db', 'evil.md']) {
    const answer = await http.ask('POST', `${path}/import`, { body: document(fileName, make()) });
    const message = expect.stringContaining(reason);
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'InvalidContent', message } } });
  }
  const synced = { ...document('evil.md', make()), filePath: 'evil.md', fileName: undefined };
  expect(await http.ask('POST', `${path}/sync`, { body: synced })).toMatchObject({ status: 200 });
  expect(documents.state).toStrictEqual({ reading: 0, waiting: 0 });
  await documents.close();
});

test('a client that disconnects ends the reading of its document', async () => {
  const documents = new DocumentReader(unrulyWorker('spins'));
  const http = await openWith(documents);
  const { url } = await http.listen();
  const abort = new AbortController();
  const asked = fetch(`${url}${path}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${http.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(document('unruly.pdf')),
    signal: abort.signal,
  });
  await expect.poll(() => documents.threads).toBe(1);
  abort.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => documents.threads).toBe(0);
});

test('a hostile note in a watched folder is reported once and delays nothing', async () => {
  const home = realpathSync(temporaryFolder());
  const notes = join(home, 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'unruly.md'), Buffer.alloc(150_000, 'word '));
  writeFileSync(join(notes, 'b.md'), 'Ada likes tea.');
  const documents = new DocumentReader(unrulyWorker('spins'), { ms: 500 });
  const session = await openWithAda({ character: 'Ada', home, services: { documents } });
  const principal = servicePrincipal('BUSINESS', 'file watcher');
  const watching = new Watching({ ...session.services, principal }, session.services.local as LocalFiles, [notes]);
  onTestFinished(() => watching.stop());
  watching.start();
  const told = () => session.logged.filter(({ message }) => message === 'a watched file was not stored');
  await expect.poll(told).toMatchObject([{ fields: { reason: expect.stringContaining('more than 0.5 seconds') } }]);
  await expect
    .poll(async () => (await session.call<{ files: object[] }>('list_files')).files)
    .toMatchObject([{ path: join(notes, 'b.md') }]);
});
