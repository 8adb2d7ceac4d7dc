import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Principal } from '../domain/tenant.ts';
import type { Operation } from '../operations/operation.ts';
import { call } from '../service/call.ts';
import type { Caller, Services } from '../service/context.ts';
import { serveCompletions } from './completions.ts';
import { instructions } from './instructions.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import { toToolResult } from './results.ts';
import type { Tool } from './surface.ts';

/** What one server offers and for whom it acts. */
export interface McpOptions {
  /** The operations that are published, each with its tool. */
  tools: ReadonlyMap<string, { operation: Operation; tool: Tool }>;
  principal: Principal;
  /** Conversation that stored memories belong to unless a call names one. */
  sessionId: string;
  version: string;
}

/** The caller of one request on a connection. */
export type CallerOf = (signal: AbortSignal) => Caller;

/** An MCP server over one connection; `idle` resolves when no call is under way. */
export function createMcpServer(services: Services, options: McpOptions): { server: Server; idle(): Promise<void> } {
  const { tools, principal, sessionId, version } = options;
  const server = new Server(
    { name: 'agent-memory-service', title: 'Agent memory', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: instructions(services.defaultCharacter),
      // Only elicitation would use it; the default would load a whole validator before the handshake.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  const callerOf: CallerOf = (signal) => ({ principal, sessionId, signal, strict: true });
  const running = new Set<Promise<unknown>>();

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(({ tool }) => tool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const found = tools.get(params.name);
    if (!found) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const outcome = call(services, callerOf(signal), found.operation, params.arguments ?? {});
    running.add(outcome);
    return toToolResult(await outcome.finally(() => running.delete(outcome)));
  });
  serveResources(server, services, callerOf);
  servePrompts(server, services, callerOf);
  serveCompletions(server, services, principal);

  return {
    server,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
