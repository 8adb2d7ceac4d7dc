import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { program, startServer } from '../support/spawned.ts';

/** Within every limit, and seconds to read: 5 MB of Markdown. */
const document = () => {
  const paragraph = (i: number) =>
    `Note **${i}** of _many_ has [a link](https://example.org/${i}) and \`code ${i}\`. `.repeat(4);
  const fileContent = Array.from({ length: 16_000 }, (_, i) => `- ${paragraph(i)}\n`).join('');
  return { fileName: 'long.md', fileContent: fileContent.slice(0, 5_000_000) };
};

test('stdio answers while a document is read, and stops at once on request', async () => {
  const server = await startServer(join(temporaryFolder(), 'memory.db'), { SERVICE_CHARACTER: 'Ada' });
  let answer: unknown;
  void server.call('import_document', document()).then((given) => {
    answer = given;
  });
  expect(await server.call('list_memories')).toMatchObject({ total: 0 });
  expect(answer).toBeUndefined();
  server.child.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
  expect(server.stderr).not.toContain('operation failed');
});

test('serve answers while a document is read, and stops at once on request with a message', async () => {
  const env = { PATH: process.env.PATH ?? '', SERVICE_DB: join(temporaryFolder(), 'memory.db') };
  const child = spawn(process.execPath, [program, 'serve', '--print-key', '--port', '0'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  await expect.poll(() => stderr).toContain('"message":"serving"');
  const url = /"url":"([^"]+)"/.exec(stderr)?.[1];
  const headers = { authorization: `Bearer ${/ams_[\w-]{43}/.exec(stderr)?.[0]}`, 'content-type': 'application/json' };
  const ask = (path: string, body?: object) =>
    fetch(`${url}${path}`, body && { method: 'POST', headers, body: JSON.stringify(body) });
  await ask('/v1/characters', { name: 'Ada' });
  const imported = ask('/v1/characters/Ada/import', document());
  for (let i = 0; i < 4; i++) expect((await ask('/healthz')).status).toBe(200);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const answer = await imported;
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: { type: 'ServiceUnavailable' } });
  expect(await ended).toStrictEqual([0, null]);
});
