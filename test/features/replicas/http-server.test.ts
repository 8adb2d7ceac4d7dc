import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HttpServer } from '../../../src/features/replicas/service/http-server.ts';

test('a refusal counts as the server’s only with its error body: a proxy proves nothing', async () => {
  let [status, body] = [401, '<html>Sign in to the hotel’s network</html>'];
  const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const remote = new HttpServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key');
  for (status of [401, 403, 404]) {
    await expect(remote.whoami()).rejects.toMatchObject({ type: 'ServiceUnavailable', message: `HTTP ${status}` });
  }
  [status, body] = [401, JSON.stringify({ error: { type: 'Unauthorized', message: 'The key was revoked.' } })];
  await expect(remote.whoami()).rejects.toMatchObject({ type: 'Unauthorized', message: 'The key was revoked.' });
});

test('a stream of changes begins with missed ones; too many changes count as missed', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: 1\n\nevent: change\nid: 2\ndata: {"id":"${id}.${id}.2"}\n\n`);
    response.end('event: missed\nid: 3\ndata: {}\n\n');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen: string[] = [];
  await new HttpServer(url, 'key').follow(
    new AbortController().signal,
    ({ remoteId, revision }) => seen.push(`${remoteId} ${revision}`),
    () => seen.push('missed'),
  );
  expect(seen).toStrictEqual(['missed', `${id} ${id}.2`, 'missed']);
});
