import { PassThrough } from 'node:stream';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { localOwner } from '../../../src/domain/principal.ts';
import { surface } from '../../../src/features/published.ts';
import { toolsets } from '../../../src/gate/operation.ts';
import type { McpOptions } from '../../../src/mcp/backend.ts';
import { createMcpServer } from '../../../src/mcp/server.ts';
import { Front, revisions } from '../../../src/mcp/stdio/front.ts';
import { StdioTransport } from '../../../src/mcp/stdio/transport.ts';
import { selectTools } from '../../../src/mcp/tools.ts';

type Answer = { id: number; result?: Record<string, unknown>; error?: { code: number; message: string } };

const clientInfo = { name: 'test', version: '1.0.0' };
const showingPages = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};
const initialize = (params: object = {}) => ({
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo, ...params },
});
const initialized = { method: 'notifications/initialized' };
const list = { method: 'tools/list' };
const ping = { method: 'ping' };
const prompts = { method: 'prompts/list' };

function options(given: Partial<McpOptions> = {}): McpOptions {
  const tools = selectTools(surface, undefined, given.defaultCharacter !== undefined);
  return { tools, surface, principal: localOwner('BUSINESS'), version: '1.2.3', app: '/app.html', ...given };
}

const noBackend = () => Promise.reject(new Error('a handshake needs no backend'));

/** A front between streams in memory; `fails` keeps the server from being made. */
function connect(given: McpOptions, fails: () => boolean = () => false) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport(input, output);
  const made: ReturnType<typeof createMcpServer>['server'][] = [];
  const front = new Front(transport, given, async (self) => {
    if (fails()) throw new Error('no such file');
    const { server } = createMcpServer(noBackend, given);
    made.push(server);
    await server.connect(self);
  });
  const initializedCalls: number[] = [];
  front.oninitialized = () => initializedCalls.push(1);
  void transport.start();
  const written: Buffer[] = [];
  output.on('data', (chunk: Buffer) => written.push(chunk));
  let id = 0;
  return {
    made,
    front,
    initializedCalls,
    reasons: collect((take) => {
      transport.onerror = ({ message }) => take(message);
    }),
    async send(...messages: object[]): Promise<Answer[]> {
      const sent = messages.map((message) => {
        const isRequest = !(message as { method: string }).method.startsWith('notifications/');
        return `${JSON.stringify({ jsonrpc: '2.0', ...(isRequest && { id: ++id }), ...message })}\n`;
      });
      input.write(sent.join(''));
      await new Promise(setImmediate);
      await transport.settled();
      const lines = Buffer.concat(written.splice(0)).toString().split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as Answer);
    },
  };
}

function collect(begin: (take: (text: string) => void) => void): string[] {
  const texts: string[] = [];
  begin((text) => texts.push(text));
  return texts;
}

/** What the server itself answers. */
async function answersOfServer(given: McpOptions, ...messages: object[]): Promise<Answer[]> {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const answers: Answer[] = [];
  client.onmessage = (message) => answers.push(message as Answer);
  await createMcpServer(noBackend, given).server.connect(server);
  await client.start();
  for (const [i, message] of messages.entries()) {
    await client.send({ jsonrpc: '2.0', id: i + 1, ...message } as never);
    await new Promise(setImmediate);
  }
  return answers;
}

test('the supported revisions are those of the SDK', () => {
  expect(revisions).toStrictEqual(SUPPORTED_PROTOCOL_VERSIONS);
});

test.each<[object, Partial<McpOptions>]>([
  ...[...revisions, '2099-01-01', ''].map((protocolVersion): [object, object] => [{ protocolVersion }, {}]),
  [{ capabilities: showingPages }, {}],
  [{ capabilities: showingPages }, { app: undefined }],
  [{ capabilities: showingPages }, { tools: selectTools(surface, ['core']), defaultCharacter: 'Ada' }],
  [{ capabilities: { elicitation: {}, roots: { listChanged: true } } }, { principal: localOwner('FREE') }],
  [{ _meta: { progressToken: 1 } }, { notes: '\n\nNotes' }],
  [{}, { tools: selectTools(surface, toolsets) }],
])('a handshake of %j is answered like the server would, without starting it (%#)', async (params, given) => {
  const { send, made } = connect(options(given));
  const messages = [initialize(params), list, ping];
  const answers = await send(...messages);
  expect(answers).toStrictEqual(await answersOfServer(options(given), ...messages));
  expect(answers).toHaveLength(3);
  expect(made).toHaveLength(0);
});

test.each([
  ['a client without a name', initialize({ clientInfo: {} })],
  ['no capabilities', initialize({ capabilities: undefined })],
  ['a handshake without params', { method: 'initialize' }],
  ['a page of the list', { ...list, params: { cursor: 5 } }],
  ['a revision without handshake', { ...list, params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '1' } } }],
  ['another list', prompts],
  ['an unknown method', { method: 'odd' }],
])('%s is forwarded to the server', async (_, message) => {
  const { send, made } = connect(options());
  expect(await send(message)).toStrictEqual(await answersOfServer(options(), message));
  expect(made).toHaveLength(1);
});

test('the server gets the answered handshake, and answers nothing twice', async () => {
  const { send, made, initializedCalls } = connect(options());
  await send(initialize({ capabilities: { elicitation: {} } }), initialized, list);
  expect([made.length, initializedCalls.length]).toStrictEqual([0, 1]);
  const answers = await send(ping, prompts, list, ping);
  expect(answers.map(({ id }) => id).sort()).toStrictEqual([3, 4, 5, 6]);
  expect(made.map((server) => [server.getClientVersion(), server.getClientCapabilities()])).toStrictEqual([
    [clientInfo, { elicitation: { form: {} } }],
  ]);
});

test('a prepared server takes over between two messages', async () => {
  const { send, made, front } = connect(options());
  await send(initialize(), initialized);
  await front.open();
  expect((await send(list)).map(({ id, result }) => [id, Object.keys(result ?? {})])).toStrictEqual([[2, ['tools']]]);
  expect(made).toHaveLength(1);
});

test('a server that fails to start fails every request, and is retried', async () => {
  let fails = true;
  const { send, reasons } = connect(options(), () => fails);
  await send(initialize(), initialized);
  const fault = { code: -32603, message: expect.stringContaining('could not be loaded') };
  expect(await send(prompts, { method: 'notifications/odd' })).toStrictEqual([{ jsonrpc: '2.0', id: 2, error: fault }]);
  expect(reasons).toStrictEqual(['no such file', 'no such file']);
  expect(await send(list)).toMatchObject([{ id: 3, result: {} }]);
  fails = false;
  expect(await send(prompts)).toMatchObject([{ id: 4, result: { prompts: expect.anything() } }]);
});
