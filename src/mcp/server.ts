import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Principal } from '../domain/tenant.ts';
import type { Operation } from '../operations/operation.ts';
import type { Outcome } from '../service/call.ts';
import type { Services } from '../service/context.ts';
import { serveCompletions } from './completions.ts';
import { instructions } from './instructions.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import { toToolResult } from './results.ts';
import type { Tool } from './surface.ts';

/** What stands behind the calls. */
export interface Backend {
  services: Services;
  /** Every operation, by name. */
  operations: ReadonlyMap<string, Operation>;
  call: typeof import('../service/call.ts').call;
}

/** What one server offers and for whom it acts. */
export interface McpOptions {
  /** What is published and can be called, see selectTools. */
  tools: readonly Tool[];
  principal: Principal;
  /** Conversation that stored memories belong to unless a call names one. */
  sessionId: string;
  /** The character meant when a call names none. */
  defaultCharacter?: string | undefined;
  version: string;
}

/** Runs an operation through the gate, as this connection's caller. */
export type CallOperation = (name: string, input: unknown, signal: AbortSignal) => Promise<Outcome>;

/**
 * An MCP server over one connection; `idle` resolves when no call is under way.
 * @param load called for every request that needs more than a handshake does, so it should load once
 */
export function createMcpServer(
  load: () => Promise<Backend>,
  options: McpOptions,
): { server: Server; idle(): Promise<void> } {
  const { tools, principal, sessionId, defaultCharacter, version } = options;
  const server = new Server(
    { name: 'agent-memory-service', title: 'Agent memory', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: instructions(defaultCharacter),
      // Only elicitation would use it; the default would load a whole validator before the handshake.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  const running = new Set<Promise<unknown>>();

  const run: CallOperation = async (name, input, signal) => {
    const { services, operations, call } = await load();
    const operation = operations.get(name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    return call(services, { principal, sessionId, signal, strict: true }, operation, input);
  };
  const callOperation: CallOperation = (name, input, signal) => {
    const outcome = run(name, input, signal);
    running.add(outcome);
    return outcome.finally(() => running.delete(outcome));
  };

  const callable = new Set(tools.map(({ name }) => name));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    if (!callable.has(params.name)) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return toToolResult(await callOperation(params.name, params.arguments ?? {}, signal));
  });
  serveResources(server, callOperation);
  servePrompts(server, callOperation, defaultCharacter !== undefined);
  serveCompletions(server, load, principal);

  return {
    server,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
