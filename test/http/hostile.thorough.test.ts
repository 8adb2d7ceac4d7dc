import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { defaultLimits } from '../../src/http/server.ts';
import { endlessExtractor } from '../support/ai.ts';
import { type Http, openHttp } from '../support/http-harness.ts';

let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

/** Sends raw bytes and returns the answer until the connection ends, or until `enough` of it has arrived. */
async function raw(port: number, bytes: string | Buffer, enough?: (text: string) => boolean): Promise<string> {
  const socket = connectSocket(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (enough?.(text)) resolve();
    });
    socket.on('close', () => resolve());
  });
  await once(socket, 'connect');
  socket.write(bytes);
  await ended;
  socket.destroy();
  return text;
}

/** The server still answers, and the store is unchanged. */
async function alive(http: Http, characters = 0): Promise<void> {
  expect((await http.ask('GET', '/healthz')).status).toBe(200);
  expect((await http.ask('GET', '/v1/characters?status=ALL')).body.total).toBe(characters);
}

function post(key: string, headers: string[], body = ''): string {
  const all = ['POST /v1/characters HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`, ...headers];
  return `${all.join('\r\n')}\r\n\r\n${body}`;
}

const impatient = { ...defaultLimits, requestMs: 60, headersMs: 30, keepAliveMs: 60, checkingMs: 15 };

test('a slow body times out', async () => {
  const http = await openHttp();
  const { port } = await http.listen(impatient);
  const answer = await raw(port, post(http.key, ['Content-Type: application/json', 'Content-Length: 100'], '{"na'));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('did not arrive in time');
  await alive(http);
});

test('a client that disconnects within its body counts as cancelled, not as an invalid request', async () => {
  const http = await openHttp();
  const { port } = await http.listen();
  const socket = connectSocket(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    post(http.key, ['Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue'], '{"na'),
  );
  // The server has begun to read when it asks for the rest.
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => http.session.logged.map(({ fields }) => fields?.status).filter(Boolean)).toStrictEqual([499]);
});

test('slow headers time out', async () => {
  const http = await openHttp();
  const { port } = await http.listen(impatient);
  expect(await raw(port, 'GET /v1/tier HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 400 /);
  await alive(http);
});

test('pipelined requests are answered in order', async () => {
  const http = await openHttp();
  const { port } = await http.listen();
  const one = (name: string) => {
    const body = JSON.stringify({ name });
    return post(http.key, ['Content-Type: application/json', `Content-Length: ${body.length}`], body);
  };
  const names = ['a', 'b', 'c', 'd', 'e'];
  const answers = (text: string) => [...text.matchAll(/"name":"(\w)"/g)].map(([, name]) => name);
  const text = await raw(port, names.map(one).join(''), (soFar) => answers(soFar).length === names.length);
  expect(answers(text)).toStrictEqual(names);
  await alive(http, names.length);
});

test('a POST without body and length is a request without fields', async () => {
  const http = await openHttp();
  const { port } = await http.listen();
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const bytes = post(http.key, []).replace('/v1/characters', '/v1/characters/Ada/archive');
  expect(await raw(port, bytes, (text) => text.endsWith('}'))).toMatch(/^HTTP\/1\.1 200 /);
});

test('ten thousand headers are refused with the usual error body', async () => {
  const http = await openHttp();
  const { port } = await http.listen();
  const headers = Array.from({ length: 10_000 }, (_, i) => `X-${i}: ${i}`);
  const answer = await raw(port, post(http.key, headers));
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('"type":"PayloadTooLarge"');
  await alive(http);
});

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['no Host', 'GET /v1/tier HTTP/1.1\r\n\r\n'],
  ['a Host that is none', 'GET /v1/tier HTTP/1.1\r\nHost: a b/c\r\n\r\n'],
  ['a target that is none', 'GET nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  [
    'two lengths',
    'POST /v1/characters HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
  ],
  [
    'a length and chunks',
    'POST /v1/characters HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a negative length', 'POST /v1/characters HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n'],
])('a request with %s is refused', async (_, bytes) => {
  const http = await openHttp();
  const { port } = await http.listen();
  const answer = await raw(port, bytes, (text) => text.endsWith('}}'));
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).toContain('{"error":{"type":"');
  await alive(http);
});

test('an endless chunked body is cut at the limit', async () => {
  const http = await openHttp();
  const { port } = await http.listen();
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const head = post(http.key, ['Content-Type: application/json', 'Transfer-Encoding: chunked']);
  const answer = await raw(port, head + chunk.repeat(200), (text) => text.includes('PayloadTooLarge'));
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  await alive(http);
});

test('a body with very many values is refused before it is parsed', async () => {
  const http = await openHttp();
  const many = (value: string) => `{"name":"Ada","more":[${`${value},`.repeat(100_000)}${value}]}`;
  const headers = { 'content-type': 'application/json' };
  for (const value of ['{}', '[]', '1', '""']) {
    const answer = await http.ask('POST', '/v1/characters/Ada/import', { body: many(value), headers });
    const message = 'The body must have at most 100,000 values.';
    expect(answer).toMatchObject({ status: 413, body: { error: { message } } });
  }
  // What looks like values in a text counts as none, also behind an escaped quotation mark.
  const text = JSON.stringify({ fileName: 'a.txt', fileContent: `"\\"${',[{'.repeat(50_000)}`, dryRun: true });
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  expect((await http.ask('POST', '/v1/characters/Ada/import', { body: text, headers })).status).toBe(200);
  await alive(http, 1);
});

test('unfinished bodies are limited in total and by tenant, until they end', async () => {
  const http = await openHttp({ http: { bodies: { unfinishedBytes: 300_000, stallMs: 60_000 } } });
  const { port } = await http.listen();
  const json = 'Content-Type: application/json';
  const begin = async (key: string) => {
    const socket = connectSocket(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(post(key, [json, 'Content-Length: 60000'], ' '.repeat(59_999)));
    return socket;
  };
  let count = 0;
  const ask = (key: string) => {
    count += 1;
    const body = JSON.stringify({ name: `c${count}`, profile: { personality: 'x'.repeat(2_000) } });
    return raw(port, post(key, [json, `Content-Length: ${body.length}`], body), (text) => text.endsWith('}'));
  };
  const [second, third] = await Promise.all(['Acme', 'Bolt'].map((name) => http.tenant(name)));
  if (!second || !third) throw new Error('two tenants were made');

  // Two of 60 kB are within one tenant's half, a third is not; five are the limit.
  const held = [await begin(http.key), await begin(http.key)];
  const isTaken = /^HTTP\/1\.1 201 /;
  const isRefused = /^HTTP\/1\.1 503 /;
  const filler = await begin(http.key);
  await expect.poll(() => http.session.logged.some(({ fields }) => fields?.status === 503)).toBe(true);
  filler.destroy();
  expect(await ask(http.key)).toMatch(isTaken);
  expect(await ask(second.text)).toMatch(isTaken);
  for (const { text } of [second, second, third, third]) held.push(await begin(text));
  let answer = '';
  await expect.poll(async () => (answer = await ask(third.text))).toMatch(isRefused);
  expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i);
  expect(answer).toContain('"type":"ServiceUnavailable"');
  for (const socket of held) socket.destroy();
  await expect.poll(() => ask(third.text)).toMatch(isTaken);
});

test.each([
  ['with a length', 'Content-Length: 100', '{"na'],
  ['in chunks', 'Transfer-Encoding: chunked', '4\r\n{"na\r\n'],
])('an unfinished body %s times out', async (_, header, beginning) => {
  const http = await openHttp({ http: { bodies: { unfinishedBytes: 1_000_000, stallMs: 40 } } });
  const { port } = await http.listen();
  const answer = await raw(port, post(http.key, ['Content-Type: application/json', header], beginning));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('did not arrive in time');
  await alive(http);
});

test('a client that disconnects within its body leaves nothing behind', async () => {
  const http = await openHttp();
  const { port, close } = await http.listen();
  for (let i = 0; i < 20; i++) {
    const socket = connectSocket(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(post(http.key, ['Content-Type: application/json', 'Content-Length: 1000'], '{"name":"x"'));
    socket.destroy();
  }
  await alive(http);
  // Waits for running calls.
  await close(60_000);
  expect(http.session.logged.filter(({ level }) => level === 'error')).toStrictEqual([]);
});

const traversals = [
  '..',
  '../../etc/passwd',
  '..%2f..%2fetc',
  '%2e%2e',
  '....//',
  '\u0000',
  "'; DROP TABLE memories;--",
  '__proto__',
  'constructor',
];

test.each(traversals)('the name %j is not found in any path parameter', async (name) => {
  const http = await openHttp();
  const { body } = await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const odd = encodeURIComponent(name).replaceAll('.', '%2E');
  const paths = [
    ['GET', `/v1/characters/${odd}`],
    ['GET', `/v1/characters/resolve/${odd}`],
    ['GET', `/v1/characters/${odd}/export`],
    ['GET', `/v1/characters/${body.id}/memories/${odd}`],
    ['DELETE', `/v1/characters/${body.id}/memories/${odd}`],
    ['DELETE', `/v1/characters/${body.id}/categories/${odd}`],
    ['GET', `/v1/files/${odd}`],
    ['GET', `/v1/characters/${body.id}/memories?category=${odd}`],
  ] as const;
  for (const [method, path] of paths) {
    const { status, body: answer } = await http.ask(method, path);
    expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
    expect(status, `${method} ${path}`).toBeLessThan(500);
    expect(answer.error).toMatchObject({ status });
  }
  await alive(http, 1);
});

test('a client that disconnects during an extraction aborts it, and nothing is stored', async () => {
  const { extractor, started } = endlessExtractor();
  const http = await openHttp({ services: { extractor } });
  const { port } = await http.listen();
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const body = JSON.stringify({ content: 'Ada likes tea.' });
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const socket = connectSocket(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(post(http.key, headers, body).replace('/v1/characters', '/v1/characters/Ada/memories'));
  await started;
  socket.destroy();
  const isLogged = () => http.session.logged.some(({ fields }) => fields?.route === '/v1/characters/{id}/memories');
  await expect.poll(isLogged).toBe(true);
  expect((await http.ask('GET', '/v1/characters/Ada/memories')).body.total).toBe(0);
  expect(http.session.logged.filter(({ level }) => level === 'error')).toStrictEqual([]);
});
