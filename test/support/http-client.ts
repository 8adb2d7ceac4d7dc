import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import type { Body } from './harness.ts';

/** A client with a session; `streaming` resolves when its event stream is open. */
export async function connect(url: string, key: string, client = new Client({ name: 'test', version: '1.0.0' })) {
  let opened = () => {};
  /** The client opens its event stream on its own, after the handshake. */
  const streaming = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method === 'GET') opened();
      return response;
    },
  });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());
  const call = async (name: string, input: Body = {}) =>
    (await client.callTool({ name, arguments: input })).structuredContent as Body;
  return { client, transport, call, streaming };
}
