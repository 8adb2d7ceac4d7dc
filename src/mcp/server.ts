import { once } from '../base/once.ts';
import { clipped } from '../domain/errors.ts';
import type { Origin } from '../domain/principal.ts';
import { checkClient } from '../domain/stores/recalls.ts';
import { calledBy, offeredTools, showsApps } from './apps.ts';
import type { Backend, CallOperation, McpOptions } from './backend.ts';
import { serveCompletions } from './completions.ts';
import { introduction } from './instructions.ts';
import { servePrompts } from './prompts.ts';
import { serveResources } from './resources.ts';
import { toToolResult } from './results.ts';
import { DualServer, readDeclared } from './revision.ts';
import type { Server } from './sdk.ts';
import { serveSkills } from './skills.ts';
import { serveTools, type ToolCall } from './tool-calls.ts';

/**
 * An MCP server over one connection; `idle` resolves when no call runs.
 * @param load called for every request that needs more than a handshake, so it should load once
 */
export function createMcpServer(
  load: () => Promise<Backend>,
  options: McpOptions,
): { server: Server; idle(): Promise<void> } {
  const { principal, sessionId, defaultCharacter, app } = options;
  const { serverInfo, ...introduced } = introduction(options);
  const server = new DualServer(serverInfo, {
    ...introduced,
    // Only elicitation would use it, and its answers are validated anyway; the default loads a complete validator.
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
    return call(services, { ...more, principal, origin, sessionId, signal, isModel: true, client }, operation, input);
  };
  const callOperation: CallOperation = (...request) => {
    const outcome = run(...request);
    running.add(outcome);
    return outcome.finally(() => running.delete(outcome));
  };

  // Without a handshake, each request says whether its client shows pages.
  const appFor = (meta: unknown): string | undefined =>
    (readDeclared(meta)?.apps ?? showsApps(server.getClientCapabilities())) ? app : undefined;
  const offered = (shows: boolean) => {
    const listed = offeredTools(options, shows);
    return { listed, callable: new Set(listed.map(({ name }) => name)) };
  };
  const [plain, withPage] = [once(() => offered(false)), once(() => offered(true))];
  const offeredTo = (meta: unknown) => (appFor(meta) === undefined ? plain() : withPage());

  const callTool = async ({ name, input, request, progress, ask }: ToolCall) => {
    const { operation, ...called } = calledBy(name);
    const forPerson = called.forPerson ?? (server.getClientVersion()?.name === checkClient || undefined);
    const idempotencyKey = keyIn(request._meta);
    const outcome = await callOperation(operation, input, request, { progress, ask, forPerson, idempotencyKey });
    return toToolResult(outcome, (await load()).operations.get(operation)!, called.forPerson);
  };
  serveTools(server, { offered: offeredTo, call: callTool }, principal);
  serveResources(server, callOperation, appFor);
  serveSkills(server);
  servePrompts(server, callOperation, defaultCharacter !== undefined);
  serveCompletions(server, load, principal);

  return {
    server,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** A value that is not text is not a key; the call then reports it. */
function keyIn(meta: Record<string, unknown> | undefined): string | undefined {
  const key = meta?.requestId;
  return key === undefined ? undefined : String(key);
}

const maxClientLength = 100;

/** The client's name as one short line; undefined without one. */
function clientName(name: string | undefined): string | undefined {
  const line = clipped((name ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim(), maxClientLength);
  return line === '' ? undefined : line;
}
