import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  JSONRPCRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** An error response of JSON-RPC 2.0 (section 5): its id is null when the request's own can't be made out. */
export interface Fault {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: number; message: string };
}

/** What has been received: a message, or why it is none with the answer to it; what asks for no answer has none. */
export type Received =
  | { message: JSONRPCMessage; reason?: undefined }
  | { message?: undefined; reason: string; fault?: Fault };

/** Takes a parsed JSON value for a message. MCP's own server passes over in silence what is not quite one. */
export function receive(value: unknown): Received {
  const parsed = JSONRPCMessageSchema.safeParse(value);
  if (parsed.success) return { message: parsed.data };
  if (Array.isArray(value)) return refuse(null, ErrorCode.InvalidRequest, 'Batches are not taken: send one message.');
  if (typeof value !== 'object' || value === null) {
    return refuse(null, ErrorCode.InvalidRequest, 'A message must be a JSON object.');
  }
  const id = 'id' in value && isId(value.id) ? value.id : null;
  // JSON-RPC answers neither notifications nor responses, however wrong they are.
  if ('method' in value && !('id' in value)) return { reason: 'The notification is not one of JSON-RPC 2.0.' };
  if (!('method' in value) && ('result' in value || 'error' in value)) {
    return { reason: 'The response is not one of JSON-RPC 2.0.' };
  }
  if (JSONRPCRequestSchema.safeParse({ ...value, params: undefined }).success) {
    return refuse(id, ErrorCode.InvalidParams, 'params must be an object, and _meta in it too.');
  }
  const members = 'jsonrpc ("2.0"), id (a string or a whole number), method and params';
  return refuse(id, ErrorCode.InvalidRequest, `A request has the members ${members}, and no others.`);
}

/** The answer to what is no message. */
export function refuse(id: Fault['id'], code: number, message: string): { reason: string; fault: Fault } {
  return { reason: message, fault: { jsonrpc: '2.0', id, error: { code, message } } };
}

/**
 * The id of a request of which only the beginning and the end are known: one that stands before or after all else that
 * is nested. Null when there is none.
 */
export function idAtEdge(head: string, tail: string): Fault['id'] {
  const version = '"jsonrpc"\\s*:\\s*"2\\.0"';
  const member = '"id"\\s*:\\s*(-?\\d{1,16}|"[^"\\\\]{0,200}")';
  const found =
    new RegExp(`^\\s*\\{\\s*(?:${version}\\s*,\\s*)?${member}\\s*,`).exec(head) ??
    new RegExp(`,\\s*${member}\\s*(?:,\\s*${version}\\s*)?\\}\\s*$`).exec(tail);
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as string | number);
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
}
