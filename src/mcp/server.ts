import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ProgressToken,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import { clipped } from '../domain/errors.ts';
import type { Principal } from '../domain/principal.ts';
import type { Progress } from '../service/context.ts';
import type { Backend, CallOperation } from './backend.ts';
import { serveCompletions } from './completions.ts';
import { instructions } from './instructions.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import { toToolResult } from './results.ts';
import type { Tool } from './surface.ts';

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
  /** What is known of the default character, to be read before the first call. */
  notes?: string | undefined;
}

/**
 * An MCP server over one connection; `idle` resolves when no call is under way.
 * @param load called for every request that needs more than a handshake does, so it should load once
 */
export function createMcpServer(
  load: () => Promise<Backend>,
  options: McpOptions,
): { server: Server; idle(): Promise<void> } {
  const { tools, principal, sessionId, defaultCharacter, version, notes = '' } = options;
  const server = new Server(
    { name: 'agent-memory-service', title: 'Agent memory', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: instructions(defaultCharacter, principal.tier) + notes,
      // Only elicitation would use it; the default would load a whole validator before the handshake.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  const running = new Set<Promise<unknown>>();

  const run: CallOperation = async (name, input, signal, progress) => {
    const { services, operations, call } = await load();
    const operation = operations.get(name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    return call(services, { principal, sessionId, signal, progress, strict: true }, operation, input);
  };
  const callOperation: CallOperation = (...request) => {
    const outcome = run(...request);
    running.add(outcome);
    return outcome.finally(() => running.delete(outcome));
  };

  const callable = new Set(tools.map(({ name }) => name));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    if (!callable.has(params.name))
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${clipped(params.name)}`);
    const progress = progressOf(params._meta?.progressToken, sendNotification);
    const outcome = await callOperation(params.name, params.arguments ?? {}, signal, progress);
    return toToolResult(outcome, (await load()).operations.get(params.name)?.text);
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

/** Tells a caller who asked for it how far the call is; a notification that cannot be sent is no failure of the call. */
function progressOf(
  progressToken: ProgressToken | undefined,
  send: (notification: ServerNotification) => Promise<void>,
): Progress | undefined {
  if (progressToken === undefined) return undefined;
  return (progress, total) => {
    const params = { progressToken, progress, total };
    send({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
