import {
  type HandleRequestOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Tell } from './mcp-answers.ts';

/** As the Language Server Protocol has it; the codes of JSON-RPC itself have none. */
const requestCancelled = -32800;

/**
 * MCP's own transport of a session, where every request that was taken is answered: also one that was cancelled, or
 * that is open when the session ends. Its protocol layer answers neither.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #open = new Map<RequestId, Tell>();

  /** Whether a request of this id has no answer yet. */
  isOpen(id: RequestId): boolean {
    return this.#open.has(id);
  }

  /** Handles one POST with `handleRequest`; `tell` gets what is sent before the answer. */
  async exchange(request: Request, options: HandleRequestOptions, tell: Tell): Promise<Response> {
    const ids = [options.parsedBody]
      .flat()
      .filter(isJSONRPCRequest)
      .map(({ id }) => id);
    for (const id of ids) this.#open.set(id, tell);
    try {
      return await this.handleRequest(request, options);
    } finally {
      for (const id of ids) this.#open.delete(id);
    }
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const about = options?.relatedRequestId;
    if ('method' in message && about !== undefined) this.#open.get(about)?.(message);
    else await super.send(message);
  }

  async cancel(id: RequestId): Promise<void> {
    await this.#refuse(id, requestCancelled, 'The request was cancelled.');
  }

  override async close(): Promise<void> {
    for (const id of this.#open.keys()) {
      await this.#refuse(id, ErrorCode.ConnectionClosed, 'The session ended before this request was answered.');
    }
    await super.close();
  }

  async #refuse(id: RequestId, code: number, message: string): Promise<void> {
    if (this.#open.delete(id)) await super.send({ jsonrpc: '2.0', id, error: { code, message } });
  }
}
