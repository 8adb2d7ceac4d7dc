import { createInterface } from 'node:readline';
import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '../../src/gate/operation.ts';
import { type Input, spoiltText } from './inputs.ts';
import { Server } from './server.ts';
import { anyText } from './texts.ts';

/** The result of a request: its answer's text, and its fault. */
export interface Outcome {
  text: string;
  /** Whether the operation was done. */
  done?: boolean | undefined;
  fault?: string | undefined;
}

/** A way into the server. */
export interface Door {
  server: Server;
  /** The operation's request on the wire, sometimes damaged. */
  requests(operation: Operation, input: Input): Arbitrary<string>;
  /** Sends the requests of `requests`. */
  send(request: string): Promise<Outcome>;
}

/** JSON-RPC over stdio. A line that may be invalid is followed by a ping: its answer shows that the server is alive. */
export async function stdioDoor(home: string): Promise<Door> {
  const server = new Server(home, []);
  const waiting = new Map<unknown, (line: string) => void>();
  createInterface({ input: server.child.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line) as { id?: unknown };
    waiting.get(id)?.(line);
  });
  let last = 0;
  const ask = (id: unknown, ...lines: string[]) =>
    new Promise<string>((resolve) => {
      waiting.set(id, (line) => {
        waiting.delete(id);
        resolve(line);
      });
      for (const line of lines) server.child.stdin.write(`${line}\n`);
    });
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } };
  await ask('hello', JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: hello }));
  server.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    server,
    requests: ({ name }, input) => {
      const request = { jsonrpc: '2.0', id: ++last, method: 'tools/call', params: { name, arguments: input } };
      return spoiltText(JSON.stringify(request)).map((text) => text.replace(/[\r\n]/g, ' '));
    },
    async send(request) {
      const ping = `ping ${++last}`;
      const id = idOf(request);
      const pinged = ask(ping, request, JSON.stringify({ jsonrpc: '2.0', id: ping, method: 'ping' }));
      const [text] = await Promise.all([id === undefined ? '' : ask(id), pinged]);
      const done = text.includes('"structuredContent"') && !text.includes('"isError":true');
      return { text, done, fault: text.includes('"type":"InternalError"') ? 'an unexpected failure' : undefined };
    },
  };
}

/** The id of a request that must be answered; undefined for one that is not well formed. */
function idOf(request: string): unknown {
  try {
    const { jsonrpc, id, method, params } = JSON.parse(request);
    const isCall = jsonrpc === '2.0' && method === 'tools/call' && typeof params?.name === 'string';
    return isCall && Number.isInteger(id) && Object(params.arguments) === params.arguments ? id : undefined;
  } catch {
    return undefined;
  }
}

/** REST over a socket. */
export async function restDoor(home: string): Promise<Door> {
  const server = new Server(home, ['serve', '--print-key', '--port', '0']);
  const [, url] = await server.logs(/"message":"serving".*?"url":"([^"]+)"|"url":"([^"]+)".*?"message":"serving"/);
  const [key] = await server.logs(/ams_[\w-]{43}/);
  return {
    server,
    requests({ rest, input: schema }, input) {
      if (!rest) return fc.constant('');
      const left = { ...input };
      const path = rest.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const field = name === 'memId' ? 'memoryId' : name === 'id' ? idField(schema.shape) : name;
        const value = left[field];
        delete left[field];
        return encodeURIComponent(String(value).toWellFormed());
      });
      if (rest.method === 'GET' || rest.method === 'DELETE') {
        const query = Object.entries(left).map(([name, value]) => [name.toWellFormed(), String(value).toWellFormed()]);
        const search = query.length > 0 ? `?${new URLSearchParams(query as [string, string][])}` : '';
        return fc.constant(JSON.stringify({ method: rest.method, path: path + search }));
      }
      const type = fc.oneof({ arbitrary: fc.constant('application/json'), weight: 30 }, anyText);
      return fc
        .tuple(spoiltText(JSON.stringify(left)), type)
        .map(([body, contentType]) => JSON.stringify({ method: rest.method, path, body, contentType }));
    },
    async send(request) {
      if (request === '') return { text: '' };
      const { method, path, body, contentType } = JSON.parse(request);
      const type = /^[\t\x20-\x7e]*$/.test(contentType ?? '') ? contentType : undefined;
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      return {
        text,
        done: response.ok,
        fault: response.status === 500 ? `status 500: ${text.slice(0, 300)}` : undefined,
      };
    },
  };
}

function idField(shape: object): string {
  return 'characterId' in shape ? 'characterId' : 'fileId' in shape ? 'fileId' : 'id';
}
