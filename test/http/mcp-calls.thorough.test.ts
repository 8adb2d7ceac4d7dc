import { Client as NewestClient, StreamableHTTPClientTransport as NewestTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { operationsByName } from '../../src/features/operations.ts';
import { defaultStreams } from '../../src/http/event-streams.ts';
import { endlessExtractor } from '../support/ai.ts';
import type { Body } from '../support/harness.ts';
import { connect } from '../support/http-client.ts';
import { type Http, openHttp } from '../support/http-harness.ts';
import { meetings } from '../support/newest-client.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The application without a socket, as a client's fetch: it shares the fake clock. */
const inProcess =
  ({ app }: Http): Fetch =>
  async (url, init) =>
    app.fetch(new Request(url, init), {});

const requestInit = ({ key }: Http) => ({ headers: { authorization: `Bearer ${key}` } });
const url = new URL('http://localhost/mcp');

interface Calling {
  call(name: string, input: Body, options?: object): Promise<Body>;
  /** Ends the session, where there is one. */
  end(): Promise<void>;
}

/** The SDKs' clients: of the revisions with a handshake, and of the newest one, meeting the server in each way. */
const clients: [string, (http: Http, fetch: Fetch) => Promise<Calling>][] = [
  ['SDK 1', openFirst],
  ...meetings.map(([how, mode]): (typeof clients)[number] => [
    `SDK 2, ${how}`,
    async (http, fetch) => {
      const client = new NewestClient({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      const transport = new NewestTransport(url, { requestInit: requestInit(http), fetch });
      await client.connect(transport);
      onTestFinished(() => client.close());
      return {
        call: async (name, input, options) =>
          (await client.callTool({ name, arguments: input }, options)).structuredContent as Body,
        end: () => transport.terminateSession(),
      };
    },
  ]),
];

async function openFirst(http: Http, fetch: Fetch): Promise<Calling> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(url, { requestInit: requestInit(http), fetch });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());
  return {
    call: async (name, input, options) =>
      (await client.callTool({ name, arguments: input }, undefined, options)).structuredContent as Body,
    end: () => transport.terminateSession(),
  };
}

/** Holds `get_tier` back until it is released. */
function heldUp() {
  let [release, start] = [() => {}, (_: AbortSignal | undefined) => {}];
  const released = new Promise<void>((resolve) => (release = resolve));
  const started = new Promise<AbortSignal | undefined>((resolve) => (start = resolve));
  const tier = operationsByName.get('get_tier')!;
  const held: typeof tier = {
    ...tier,
    async run(context, input) {
      start(context.signal);
      await released;
      return tier.run(context, input);
    },
  };
  return { operations: new Map(operationsByName).set('get_tier', held), release: () => release(), started };
}

const hour = 3_600_000;

/** Resolves when the held-up call has begun, in fake time. */
async function begun(started: Promise<unknown>): Promise<void> {
  let isBegun = false;
  void started.then(() => (isBegun = true));
  while (!isBegun) await vi.advanceTimersByTimeAsync(1);
}

/** The time of the server's and the client's timers. */
function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe.each(clients)('%s', (_, open) => {
  test('a call that takes an hour gets its result', async () => {
    const { operations, release, started } = heldUp();
    const http = await openHttp({ operations });
    const { call } = await open(http, inProcess(http));
    fakeTime();
    const answer = call('get_tier', {}, { timeout: 2 * hour });
    await begun(started);
    await vi.advanceTimersByTimeAsync(hour);
    release();
    expect(await answer).toMatchObject({ tier: 'BUSINESS' });
  });

  test('an import reports its progress', async () => {
    const http = await openHttp();
    await http.session.call('create_character', { name: 'Ada' });
    const types: (string | null)[] = [];
    const { call } = await open(http, async (...request) => {
      const response = await inProcess(http)(...request);
      if (request[1]?.method === 'POST') types.push(response.headers.get('content-type'));
      return response;
    });
    const text = Array.from({ length: 100 }, (_, i) => `- The crate ${i} holds ${i * 7} pears.`).join('\n');
    const input = { characterId: 'Ada', fileName: 'crates.md', fileContent: text };
    const seen: unknown[] = [];
    const onprogress = (one: unknown) => seen.push(one);
    expect(await call('import_document', input, { onprogress })).toMatchObject({ memoriesAdded: 100 });
    expect(seen).toStrictEqual([20, 40, 60, 80, 100].map((progress) => ({ progress, total: 100 })));
    expect(types.at(-1)).toBe('text/event-stream');
    // Who does not ask for it has one document.
    await call('import_document', { ...input, dryRun: true });
    expect(types.at(-1)).toBe('application/json');
  });
});

describe('calls in a session', () => {
  /** A client whose open POSTs are recorded, and the stored character of its calls. */
  async function openNoted() {
    const { extractor, started } = endlessExtractor();
    const http = await openHttp({ services: { extractor } });
    await http.session.call('create_character', { name: 'Ada' });
    const bodies: string[] = [];
    const { call, end } = await openFirst(http, async (...request) => {
      const response = await inProcess(http)(...request);
      const text = await response.clone().text();
      if (text !== '') bodies.push(text);
      return response;
    });
    const add = (options?: object) => call('add_memory', { characterId: 'Ada', content: 'Ada likes tea.' }, options);
    return { http, bodies, add, end, started };
  }

  test('a cancelled call ends its POST at once, with its id, and stores nothing', async () => {
    const { http, bodies, add, started } = await openNoted();
    const giving = new AbortController();
    const answer = add({ signal: giving.signal });
    await started;
    const before = bodies.length;
    giving.abort('enough');
    await expect(answer).rejects.toThrow('enough');
    await expect.poll(() => bodies.length).toBe(before + 1);
    expect(JSON.parse(bodies.at(-1) ?? '')).toStrictEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32800, message: 'The request was cancelled.' },
    });
    expect(await http.session.call('list_memories', { characterId: 'Ada' })).toMatchObject({ total: 0 });
  });

  test('the end of a session answers open calls by their ids', async () => {
    const { add, end, started } = await openNoted();
    const answer = add();
    await started;
    await end();
    await expect(answer).rejects.toMatchObject({ code: -32000, message: expect.stringContaining('session ended') });
  });

  const initialize = {
    jsonrpc: '2.0',
    id: 'i',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  };
  const accept = { accept: 'application/json, text/event-stream' };
  const callOf = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'get_tier' } });

  async function openHeld() {
    const held = heldUp();
    const http = await openHttp({ operations: held.operations });
    const opened = await http.ask('POST', '/mcp', { body: initialize, headers: accept });
    const headers = { ...accept, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    const post = (body: unknown) => http.ask('POST', '/mcp', { body, headers });
    return { ...held, http, post };
  }

  test('an id in use is refused, and the first call is answered', async () => {
    const { post, release, started } = await openHeld();
    const first = post(callOf(7));
    await started;
    expect(await post(callOf(7))).toMatchObject({ status: 400, body: { id: 7, error: { code: -32600 } } });
    const twice = [callOf('a'), callOf('a')];
    expect(await post(twice)).toMatchObject({ status: 400, body: { id: 'a', error: { code: -32600 } } });
    release();
    expect(await first).toMatchObject({ status: 200, body: { id: 7, result: {} } });
    expect(await post(callOf(7))).toMatchObject({ status: 200, body: { id: 7, result: {} } });
  });

  test('a cancellation of an unknown call has no effect', async () => {
    const { post, release, started } = await openHeld();
    const first = post(callOf(7));
    await started;
    const cancelled = (requestId: unknown) => {
      return post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    };
    for (const id of ['7', 8, 'i']) expect((await cancelled(id)).status).toBe(202);
    release();
    expect(await first).toMatchObject({ body: { id: 7, result: {} } });
  });

  test('a call longer than the idle timeout keeps its session open', async () => {
    const { http, post, release, started } = await openHeld();
    const first = post(callOf(7));
    await started;
    http.session.clock.now += hour;
    http.app.mcp.expire();
    release();
    expect(await first).toMatchObject({ status: 200, body: { id: 7, result: {} } });
    http.app.mcp.expire();
    expect(await post(callOf(8))).toMatchObject({ status: 200, body: { id: 8, result: {} } });
  });

  test('a silent call becomes an event stream with heartbeats', async () => {
    const { post, release, started } = await openHeld();
    fakeTime();
    const first = post(callOf(7));
    await begun(started);
    await vi.advanceTimersByTimeAsync(3 * defaultStreams.heartbeatMs);
    release();
    const { headers, text } = await first;
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(text).toMatch(/^(?::\n\n){3}event: message\ndata: \{.*"id":7.*\}\n\n$/);
  });
});

test('a client of the newest revision that leaves a stream cancels its call', async () => {
  const { operations, started } = heldUp();
  const http = await openHttp({ operations, http: { streams: { ...defaultStreams, heartbeatMs: 5 } } });
  const { url: origin } = await http.listen();
  const leaving = new AbortController();
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_tier', _meta: meta } };
  const { headers } = await fetch(`${origin}/mcp`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${http.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_tier',
    },
  });
  expect(headers.get('content-type')).toBe('text/event-stream');
  const signal = await started;
  expect(signal?.aborted).toBe(false);
  leaving.abort();
  await expect.poll(() => signal?.aborted).toBe(true);
  expect(http.session.logged.filter(({ level }) => level === 'error')).toStrictEqual([]);
});

test('a cancelled call over a real connection leaks nothing, and its session goes on', async () => {
  const { extractor, started } = endlessExtractor();
  const http = await openHttp({ services: { extractor } });
  const server = await http.listen();
  const { client, call } = await connect(server.url, http.key);
  await call('create_character', { name: 'Ada' });
  const giving = new AbortController();
  const input: Body = { characterId: 'Ada', content: 'Ada likes tea.' };
  const answer = client.callTool({ name: 'add_memory', arguments: input }, undefined, { signal: giving.signal });
  await started;
  giving.abort();
  await expect(answer).rejects.toThrow();
  expect(await call('list_memories', { characterId: 'Ada' })).toMatchObject({ total: 0 });
  // A request that continued would use up the grace period, which is longer than this test may last.
  await server.close(10 * 60_000);
});
