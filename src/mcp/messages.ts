import type { JSONRPCMessage } from './sdk.ts';

/** The error codes of JSON-RPC 2.0. */
export const faultCode = { parse: -32_700, request: -32_600, params: -32_602, internal: -32_603 } as const;

/** An error response of JSON-RPC 2.0 (section 5): its id is null when the request's own can't be made out. */
export interface Fault {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: number; message: string };
}

/** A received message, or the fault of an invalid one with its answer; a notification has no answer. */
export type Received =
  | { message: JSONRPCMessage; reason?: undefined }
  | { message?: undefined; reason: string; fault?: Fault };

/** Validates a parsed JSON value as a message. MCP's own server silently ignores an invalid one. */
export function receive(value: unknown): Received {
  if (isMessage(value)) return { message: value };
  if (!isObject(value)) {
    return refuse(null, faultCode.request, 'A message must be a JSON object.');
  }
  const id = typeof value.id === 'string' || Number.isFinite(value.id) ? (value.id as string | number) : null;
  // JSON-RPC answers neither notifications nor responses, however wrong they are.
  if ('method' in value && !('id' in value)) return { reason: 'The notification is not one of JSON-RPC 2.0.' };
  if (!('method' in value) && ('result' in value || 'error' in value)) {
    return { reason: 'The response is not one of JSON-RPC 2.0.' };
  }
  if (isRequest({ ...value, params: {} })) {
    return refuse(id, faultCode.params, 'params must be an object, and _meta in it too.');
  }
  const members = 'jsonrpc ("2.0"), id (a string or a whole number), method and params';
  return refuse(id, faultCode.request, `A request has the members ${members}, and no others.`);
}

/** The only revision that has batches: https://modelcontextprotocol.io/specification/2025-03-26/basic#batching */
export const batchRevision = '2025-03-26';
/** As many as the SDK's transport of HTTP takes. */
const maxBatch = 100;

/** What a batch lacks; undefined for one to be read. @param revision that of the connection, once it is known */
export function batchFault(messages: readonly unknown[], revision: string | undefined): string | undefined {
  if (revision !== batchRevision) {
    return `Batches are of revision ${batchRevision} alone, and this connection speaks ${revision ?? 'none yet'}: send one message a line.`;
  }
  if (messages.length === 0) return 'A batch must hold a message.';
  return messages.length > maxBatch ? `A batch must hold at most ${maxBatch} messages.` : undefined;
}

/** The answer to an invalid message. */
export function refuse(id: Fault['id'], code: number, message: string): { reason: string; fault: Fault } {
  return { reason: message, fault: { jsonrpc: '2.0', id, error: { code, message } } };
}

/**
 * Finds the request id in an oversized message from its first and last bytes: an id at the top level, before or after
 * all nested values. Null if it is not there.
 */
export function idAtEdge(head: string, tail: string): Fault['id'] {
  const version = '"jsonrpc"\\s*:\\s*"2\\.0"';
  const member = '"id"\\s*:\\s*(-?\\d{1,16}|"[^"\\\\]{0,200}")';
  const found =
    new RegExp(`^\\s*\\{\\s*(?:${version}\\s*,\\s*)?${member}\\s*,`).exec(head) ??
    new RegExp(`,\\s*${member}\\s*(?:,\\s*${version}\\s*)?\\}\\s*$`).exec(tail);
  return found?.[1] === undefined ? null : (JSON.parse(found[1]) as string | number);
}

type Members = Record<string, unknown>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

/**
 * Accepts the same messages as MCP's own schemas, without them: they take longer to load than everything else of a
 * start.
 */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isObject(value) && (isRequest(value) || isNotification(value) || isResult(value) || isError(value));
}

function isRequest(value: Members): boolean {
  return has(value, ['method', 'id', 'params']) && isId(value.id) && isCall(value);
}

function isNotification(value: Members): boolean {
  return has(value, ['method', 'params']) && isCall(value);
}

function isResult(value: Members): boolean {
  return has(value, ['id', 'result']) && isId(value.id) && isObject(value.result) && hasMeta(value.result);
}

function isError(value: Members): boolean {
  if (!has(value, ['id', 'error']) || !(value.id === undefined || isId(value.id))) return false;
  return isObject(value.error) && Number.isSafeInteger(value.error.code) && typeof value.error.message === 'string';
}

/** Whether these are a message's only members besides its version. */
function has(value: Members, members: readonly string[]): boolean {
  return value.jsonrpc === '2.0' && Object.keys(value).every((name) => name === 'jsonrpc' || members.includes(name));
}

function isCall({ method, params }: Members): boolean {
  return typeof method === 'string' && (params === undefined || (isObject(params) && hasMeta(params)));
}

function hasMeta({ _meta: meta }: Members): boolean {
  if (meta === undefined) return true;
  if (!isObject(meta)) return false;
  const { progressToken, 'io.modelcontextprotocol/related-task': task } = meta;
  const isRelated = task === undefined || (isObject(task) && typeof task.taskId === 'string');
  return (progressToken === undefined || isId(progressToken)) && isRelated;
}
