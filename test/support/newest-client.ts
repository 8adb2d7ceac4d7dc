import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { revision } from '../../src/mcp/revision.ts';
import type { Body } from './harness.ts';
import { program } from './spawned.ts';

/** How a client connects: by its first request, by a question first, or with a handshake. */
export const meetings = [
  ['pinned', { pin: revision }],
  ['asking', 'auto'],
  ['by handshake', 'legacy'],
] as const;
export type Meeting = (typeof meetings)[number][1];

/** The user's answer to a form. */
export type Person = (message: string, choices: string[] | undefined) => { action: string; content?: Body };

/** A client of the SDK that knows the newest revision; with a person it shows forms. */
export function newestClient(mode: Meeting, person?: Person): Client {
  const capabilities = person ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'newest', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } });
  if (person) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { requestedSchema } = params as { requestedSchema?: { properties?: Record<string, { enum?: string[] }> } };
      return person(params.message, requestedSchema?.properties?.choice?.enum) as never;
    });
  }
  onTestFinished(() => client.close());
  return client;
}

/** Over standard input and output to the built program. */
export function overStdio(env: Record<string, string>): StdioClientTransport {
  const inherited = { PATH: process.env.PATH ?? '', SERVICE_RATE_LIMITS: 'off', SERVICE_LOG_LEVEL: 'error' };
  return new StdioClientTransport({ command: process.execPath, args: [program], env: { ...inherited, ...env } });
}

export function overHttp(url: string, key: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
}

/** The structured answer of a tool. */
export async function callWith(client: Client, name: string, input: Body = {}): Promise<Body> {
  return (await client.callTool({ name, arguments: input })).structuredContent as Body;
}
