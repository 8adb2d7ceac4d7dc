import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { memoryMB, threadWorkMs, workMs } from './process.ts';

/** A built server on a store file, spoken to by a real MCP client. */
export async function connect(path: string, env: Record<string, string> = {}, dist = 'dist') {
  const settings = { SERVICE_DB: path, SERVICE_RATE_LIMITS: 'off', SERVICE_LOG_LEVEL: 'error', ...env };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${dist}/agent-memory-service.cjs`],
    env: { PATH: process.env.PATH ?? '', ...settings },
  });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return {
    async call<T>(name: string, input: Record<string, unknown>): Promise<T> {
      const request = { name, arguments: input };
      const { structuredContent, isError } = await client.callTool(request, undefined, { timeout: 600_000 });
      if (isError) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`);
      return structuredContent as T;
    },
    ping: () => client.ping(),
    /** Resident memory of the server in MB; NaN if the system does not report it. */
    residentMB: () => memoryMB(transport.pid, 'VmRSS'),
    /** CPU time of the server in ms; elapsed time if the system does not report it. */
    workMs(): number {
      const work = workMs(transport.pid);
      return Number.isNaN(work) ? performance.now() : work;
    },
    /** The same to the microsecond, of a process that waits; in all and of its first thread. */
    threadWorkMs: () => threadWorkMs(transport.pid),
    close: () => client.close(),
  };
}
