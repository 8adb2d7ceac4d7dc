import { join } from 'node:path';
import { expect, test } from 'vitest';
import { docx, pdf } from '../support/archives.ts';
import { temporaryFolder } from '../support/harness.ts';
import { startServer } from '../support/spawned.ts';

const size = 5 * 1024 * 1024;

test('the built server reads every format, and survives hostile files', async () => {
  const server = await startServer(join(temporaryFolder(), 'memory.db'), { SERVICE_CHARACTER: 'Ada' });
  const read = (fileName: string, bytes: Buffer) =>
    server.call('import_document', { fileName, fileContent: bytes.toString('base64'), encoding: 'base64' });
  const documents: [name: string, bytes: Buffer][] = [
    ['a.docx', docx('<w:p><w:r><w:t>Ada writes with Word.</w:t></w:r></w:p>')],
    ['a.pdf', pdf('BT /F1 12 Tf 50 700 Td (Ada prints what matters.) Tj ET')],
    ['a.html', Buffer.from('<p>Ada reads pages &amp; books.</p>')],
    ['a.csv', Buffer.from('text,category\nAda likes tables,facts\n')],
    ['a.json', Buffer.from('["Ada parses JSON at night."]')],
    ['a.md', Buffer.from('- Ada takes notes in Markdown.')],
  ];
  for (const [name, bytes] of documents) expect(await read(name, bytes)).toMatchObject({ memoriesAdded: 1 });
  for (const [name, bytes] of [
    ['bomb.docx', docx('', [{ name: 'word/x.xml', data: Buffer.alloc(100e6) }])],
    ['scan.pdf', pdf()],
    ['deep.json', Buffer.from('['.repeat(size))],
  ] as const) {
    // Found by its format, or by the memory that reading takes.
    const type = expect.stringMatching(/^Invalid(?:Input|Content)$/);
    expect(await read(name, bytes)).toMatchObject({ error: { type } });
  }
  expect(await read('line.txt', Buffer.from('word '.repeat(size / 5)))).toMatchObject({ status: 'COMMITTED' });
  expect(await read('deep.html', Buffer.from('<div>'.repeat(200_000)))).not.toHaveProperty('error');
  expect(await server.call('list_memories')).toMatchObject({ total: expect.any(Number) });
  expect(server.stderr).not.toContain('"level":"error"');
});
