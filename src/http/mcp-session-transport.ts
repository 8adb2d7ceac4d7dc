import {
  type HandleRequestOptions,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { refuse } from '../mcp/messages.ts';
import { ErrorCode, type JSONRPCMessage, type RequestId, type TransportSendOptions } from '../mcp/sdk.ts';
import type { Tell } from './mcp-answers.ts';

/** The fields of a message that are used here; the protocol layer validates all of it. */
interface Message {
  id?: RequestId;
  method?: string;
  params?: { requestId?: RequestId };
}

/** As the Language Server Protocol has it; the codes of JSON-RPC itself have none. */
const requestCancelled = -32800;

/**
 * MCP's own transport of a session, extended so that every accepted request is answered: also a cancelled one, or one
 * that is open when the session ends. MCP's protocol layer answers neither.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #open = new Map<RequestId, Tell>();

  /** Handles one POST as `handleRequest` does; `tell` sends messages before the answer. */
  async exchange(request: Request, options: HandleRequestOptions, tell: Tell): Promise<Response> {
    const messages = [options.parsedBody]
      .flat()
      .filter((one): one is Message => typeof one === 'object' && one !== null);
    const ids = messages.flatMap(({ id, method }) => (id === undefined || method === undefined ? [] : [id]));
    const taken = ids.find((id, i) => this.#open.has(id) || ids.indexOf(id) < i);
    if (taken !== undefined) {
      const { fault } = refuse(taken, ErrorCode.InvalidRequest, 'A request of this id is under way.');
      return Response.json(fault, { status: 400 });
    }
    for (const id of ids) this.#open.set(id, tell);
    const answer = await this.handleRequest(request, options).finally(() => {
      for (const id of ids) this.#open.delete(id);
    });
    for (const { method, params } of messages) {
      // The protocol layer does not cancel a request with the id 0 or "".
      if (method === 'notifications/cancelled' && params?.requestId) {
        await this.#refuse(params.requestId, requestCancelled, 'The request was cancelled.');
      }
    }
    return answer;
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const about = options?.relatedRequestId;
    if ('method' in message && about !== undefined) this.#open.get(about)?.(message);
    else await super.send(message);
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
