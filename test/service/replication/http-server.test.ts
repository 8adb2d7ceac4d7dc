import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HttpServer } from '../../../src/service/replication/http-server.ts';

test('a stream of changes begins with what it may have missed; too many changes count as missed too', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: 1\n\nevent: change\nid: 2\ndata: {"characterId":"${id}"}\n\n`);
    response.end('event: missed\nid: 3\ndata: {}\n\n');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen: string[] = [];
  await new HttpServer(url, 'key').follow(
    new AbortController().signal,
    (changed) => seen.push(changed),
    () => seen.push('missed'),
  );
  expect(seen).toStrictEqual(['missed', id, 'missed']);
});
