import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestParamsSchema,
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ProgressToken,
  type ServerNotification,
} from '@modelcontextprotocol/sdk/types.js';
import { once } from '../base/once.ts';
import { clipped } from '../domain/errors.ts';
import type { Origin } from '../domain/principal.ts';
import { checkClient } from '../domain/stores/recalls.ts';
import type { Ask, Progress } from '../service/context.ts';
import { calledBy, offeredTools, showsApps } from './apps.ts';
import { askAtOnce, Rounds, retryFields } from './asking.ts';
import type { Backend, CallOperation } from './backend.ts';
import { serveCompletions } from './completions.ts';
import { introduction } from './instructions.ts';
import type { McpOptions } from './options.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import { toToolResult } from './results.ts';
import { DualServer, readDeclared } from './revision.ts';

const callToolRequest = CallToolRequestSchema.extend({ params: CallToolRequestParamsSchema.extend(retryFields) });

/**
 * An MCP server over one connection; `idle` resolves when no call is under way.
 * @param load called for every request that needs more than a handshake does, so it should load once
 */
export function createMcpServer(
  load: () => Promise<Backend>,
  options: McpOptions,
): { server: Server; idle(): Promise<void> } {
  const { principal, sessionId, defaultCharacter, app, canReach } = options;
  const { serverInfo, ...introduced } = introduction(options);
  const server = new DualServer(serverInfo, {
    ...introduced,
    // Only elicitation would use it, whose answers are looked at in any case; the default is a whole validator.
    jsonSchemaValidator: {
      getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
    },
  });
  const running = new Set<Promise<unknown>>();

  const run: CallOperation = async (name, input, { signal, authInfo, _meta }, more) => {
    const { services, operations, call } = await load();
    const operation = operations.get(name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    const origin = authInfo?.extra as Origin | undefined;
    const client = clientName(readDeclared(_meta)?.client ?? server.getClientVersion()?.name);
    return call(
      services,
      { ...more, principal, origin, sessionId, signal, strict: true, isModel: true, client },
      operation,
      input,
    );
  };
  const callOperation: CallOperation = (...request) => {
    const outcome = run(...request);
    running.add(outcome);
    return outcome.finally(() => running.delete(outcome));
  };

  // Who shows pages differs from request to request where there is no handshake.
  const appFor = (meta: unknown): string | undefined =>
    (readDeclared(meta)?.apps ?? showsApps(server.getClientCapabilities())) ? app : undefined;
  const offered = (shows: boolean) => {
    const listed = offeredTools(options, shows);
    return { listed, callable: new Set(listed.map(({ name }) => name)) };
  };
  const [plain, withPage] = [once(() => offered(false)), once(() => offered(true))];
  const offeredTo = (meta: unknown) => (appFor(meta) === undefined ? plain() : withPage());

  server.setRequestHandler(ListToolsRequestSchema, (_, { _meta }) => ({ tools: [...offeredTo(_meta).listed] }));
  server.setRequestHandler(callToolRequest, async ({ params }, request) => {
    const { signal, sendNotification, _meta } = request;
    const { name, arguments: given = {} } = params;
    if (!offeredTo(_meta).callable.has(name))
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${clipped(name)}`);
    const progress = progressOf(params._meta?.progressToken, sendNotification);
    const declared = readDeclared(_meta);
    const rounds = declared?.forms ? new Rounds(() => JSON.stringify([principal, name, given]), params) : undefined;
    const ask = declared ? rounds?.ask : askerOf(server, signal, canReach);
    const { operation, ...called } = calledBy(name);
    const forPerson = called.forPerson ?? (server.getClientVersion()?.name === checkClient || undefined);
    const idempotencyKey = keyIn(_meta);
    const outcome = await callOperation(operation, given, request, { progress, ask, forPerson, idempotencyKey });
    return rounds?.result ?? toToolResult(outcome, (await load()).operations.get(operation)?.text);
  });
  serveResources(server, callOperation, appFor);
  servePrompts(server, callOperation, defaultCharacter !== undefined);
  serveCompletions(server, load, principal);

  return {
    server,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** What is no text is no key, which the call then says. */
function keyIn(meta: Record<string, unknown> | undefined): string | undefined {
  const key = meta?.requestId;
  return key === undefined ? undefined : String(key);
}

const longestClient = 100;

/** What a client calls itself, as one short line; undefined for one without a name. */
function clientName(name: string | undefined): string | undefined {
  const line = clipped((name ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim(), longestClient);
  return line === '' ? undefined : line;
}

/** Undefined where the client has no forms, or nothing would reach it. */
function askerOf(server: Server, signal: AbortSignal, canReach = () => true): Ask | undefined {
  return server.getClientCapabilities()?.elicitation?.form && canReach() ? askAtOnce(server, signal) : undefined;
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
