import { clipped } from '../domain/errors.ts';
import type { Ask, Progress } from '../service/context.ts';
import { askAtOnce, Rounds, retryFields } from './asking.ts';
import { readDeclared } from './revision.ts';
import {
  CallToolRequestParamsSchema,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ProgressToken,
  type RequestHandlerExtra,
  type Server,
  type ServerNotification,
  type ServerRequest,
} from './sdk.ts';

type ToolRequest = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The services of a tool call. */
export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
  request: ToolRequest;
  /** Absent: the client wants no progress. */
  progress: Progress | undefined;
  /** Absent: the client shows no forms. */
  ask: Ask | undefined;
}

/** The tools of a server. */
interface ToolSource {
  /** @param meta the request's data on its client, without a handshake */
  offered(meta: unknown): { listed: readonly { name: string }[]; callable: ReadonlySet<string> };
  call(call: ToolCall): Promise<CallToolResult>;
}

const callToolRequest = CallToolRequestSchema.extend({ params: CallToolRequestParamsSchema.extend(retryFields) });

/**
 * Lists and calls tools.
 * @param caller whose calls they are: the answers of one caller are invalid for another
 */
export function serveTools(server: Server, source: ToolSource, caller: unknown): void {
  server.setRequestHandler(ListToolsRequestSchema, (_, { _meta }) => ({ tools: [...source.offered(_meta).listed] }));
  server.setRequestHandler(callToolRequest, async ({ params }, request) => {
    const { _meta } = request;
    const { name, arguments: input = {} } = params;
    if (!source.offered(_meta).callable.has(name))
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${clipped(name)}`);
    const progress = progressOf(params._meta?.progressToken, request.sendNotification);
    const declared = readDeclared(_meta);
    const rounds = declared?.forms ? new Rounds(() => JSON.stringify([caller, name, input]), params) : undefined;
    const ask = declared ? rounds?.ask : askerOf(server, request);
    const result = await source.call({ name, input, request, progress, ask });
    return rounds?.result ?? result;
  });
}

/** Undefined where the client has no forms. */
function askerOf(server: Server, request: ToolRequest): Ask | undefined {
  return server.getClientCapabilities()?.elicitation?.form ? askAtOnce(server, request) : undefined;
}

/** Reports progress to a caller who wants it; a notification that can't be sent is no failure of the call. */
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
