import * as z from 'zod';
import { withoutInvisible, withTexts } from '../base/invisible.ts';
import { clipped } from '../domain/errors.ts';
import { judged } from '../domain/validation.ts';
import { showsApps } from './apps.ts';
import { isObject } from './messages.ts';
import {
  ErrorCode,
  type Implementation,
  InitializeRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  McpError,
  Protocol,
  type Result,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from './sdk.ts';

/**
 * The revision of the protocol without a handshake: each request names its revision and its client's capabilities.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export const revision = '2026-07-28';

const key = (name: string) => `io.modelcontextprotocol/${name}`;
export const versionKey = key('protocolVersion');
const capabilitiesKey = key('clientCapabilities');
const clientKey = key('clientInfo');

const unsupportedVersion = -32022;
/** Those with a handshake too: a client that knows none without one can then fall back. */
const supportedVersions = [revision, ...SUPPORTED_PROTOCOL_VERSIONS];

/** The code for a resource that does not exist, in the revisions with a handshake. */
export const resourceNotFound = -32002;

/** The error for a URI that names no resource. */
export function unknownResource(uri: string): McpError {
  return new McpError(resourceNotFound, `Unknown resource: ${clipped(uri)}`, { uri });
}

/** The client as a request of this revision names it. */
interface Declared {
  /** The client can show a form to a person. */
  forms: boolean;
  /** The client shows pages of a server's, see apps.ts. */
  apps: boolean;
  /** The client's own name and version. */
  client: string | undefined;
}

/** The revision that a request names itself; undefined for one that relies on a handshake. */
export function revisionOf(meta: unknown): unknown {
  return (meta as Record<string, unknown> | undefined)?.[versionKey];
}

/** The declarations of a request of this revision; undefined for one that relies on a handshake. McpError. */
export function readDeclared(meta: unknown): Declared | undefined {
  const requested = revisionOf(meta);
  if (requested === undefined) return undefined;
  if (requested !== revision) {
    const data = { supported: supportedVersions, requested };
    throw new McpError(unsupportedVersion, 'Unsupported protocol version', data);
  }
  const capabilities = (meta as Record<string, unknown>)[capabilitiesKey];
  if (!isObject(capabilities)) throw new McpError(ErrorCode.InvalidParams, `_meta must have ${capabilitiesKey}`);
  const { elicitation } = capabilities;
  // An empty capability means forms, for compatibility.
  const forms = isObject(elicitation) && ('form' in elicitation || Object.keys(elicitation).length === 0);
  const info = (meta as Record<string, unknown>)[clientKey];
  const client = isObject(info) && typeof info.name === 'string' ? info.name : undefined;
  return { forms, apps: showsApps(capabilities), client };
}

/** Methods that the revisions with a handshake have and this one has not. */
const removed: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** How long an answer may be cached (ms), by method: published lists stay the same while a server runs. */
const ttls = new Map([
  ['server/discover', 3_600_000],
  ['tools/list', 3_600_000],
  ['prompts/list', 3_600_000],
  ['resources/templates/list', 3_600_000],
  ['skills/list', 3_600_000],
  ['skills/get', 3_600_000],
  ['resources/list', 0],
  ['resources/read', 0],
]);

/** A result with the members that this revision demands. */
function completed(method: string, result: Result, serverInfo: Implementation): Result {
  const ttlMs = ttls.get(method);
  return {
    resultType: 'complete',
    ...(ttlMs !== undefined && { ttlMs, cacheScope: 'private' }),
    ...result,
    _meta: { ...result._meta, [key('serverInfo')]: serverInfo },
  };
}

const discoverRequest = z.object({ method: z.literal('server/discover'), params: z.looseObject({}).optional() });

/** The SDK's server, which knows the revisions with a handshake, extended by the one without. */
export class DualServer extends Server {
  readonly #info: Implementation;
  /** The schemas of the requests that are answered, by method. */
  readonly #requests = new Map<string, z.ZodObject>([['initialize', InitializeRequestSchema]]);

  constructor(info: Implementation, options: NonNullable<ConstructorParameters<typeof Server>[1]>) {
    super(info, options);
    this.#info = info;
    const { capabilities, instructions } = options;
    this.setRequestHandler(discoverRequest, (_, { _meta }) => {
      if (revisionOf(_meta) === undefined) throw new McpError(ErrorCode.InvalidParams, `_meta must have ${versionKey}`);
      // A client that begins so has met the server, as another has by its handshake.
      this.oninitialized?.();
      return { supportedVersions, capabilities, ...(instructions && { instructions }) };
    });
  }

  override setRequestHandler: Server['setRequestHandler'] = (schema, handler) => {
    const request = schema as unknown as z.ZodObject<{ method: z.ZodLiteral<string> }>;
    this.#requests.set(request.shape.method.value, request);
    // Not by the SDK's server, which would validate each call and its result once more.
    Protocol.prototype.setRequestHandler.call(this, schema, async (request, extra) => {
      const declared = readDeclared(extra._meta);
      if (!declared) return handler(request, extra);
      try {
        const result = await handler(request, extra);
        return completed((request as { method: string }).method, result, this.#info);
      } catch (error) {
        throw error instanceof McpError ? ofThisRevision(error) : error;
      }
    });
  };

  /** Messages are for a model: removes characters that people can't see. */
  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withTexts(withBareMessage(message), withoutInvisible), options);
    await super.connect(transport);
    const take = transport.onmessage;
    transport.onmessage = (message, extra) => {
      // The SDK answers some methods before any handler of ours.
      if (isRemoved(message)) return take?.(asUnknown(message), extra);
      const fault = this.#faultOf(message);
      if (!fault) return take?.(message, extra);
      transport.send(fault).catch((error: Error) => this.onerror?.(error));
    };
  }

  /** The answer to a request with wrong parameters: the SDK would answer with the whole text of its validator. */
  #faultOf(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if (!('method' in message && 'id' in message)) return undefined;
    const schema = this.#requests.get(message.method);
    const fault = schema && judged(schema, message).fault;
    if (!fault) return undefined;
    return { jsonrpc: '2.0', id: message.id, error: { code: ErrorCode.InvalidParams, message: fault } };
  }
}

function isRemoved(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && removed.has(message.method) && revisionOf(message.params?._meta) === revision;
}

/** The same request, under a name that no handler has. */
const asUnknown = (request: JSONRPCRequest): JSONRPCRequest => ({ ...request, method: `removed/${request.method}` });

/** This revision has no code of its own for a resource that does not exist. */
function ofThisRevision(error: McpError): McpError {
  return error.code === resourceNotFound ? Object.assign(error, { code: ErrorCode.InvalidParams }) : error;
}

/** McpError prefixes its message with the code, and so do clients: unchanged, the code would be there twice. */
export function withBareMessage(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const { error } = message;
  return { ...message, error: { ...error, message: error.message.replace(/^MCP error -?\d+: /, '') } };
}
