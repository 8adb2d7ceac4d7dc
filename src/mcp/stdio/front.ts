import { onceDone } from '../../base/once.ts';
import { isReplaced } from '../../base/program.ts';
import { programReplaced } from '../../domain/errors.ts';
import { offeredTools, showsApps } from '../apps.ts';
import type { McpOptions } from '../backend.ts';
import { introduction } from '../instructions.ts';
import { type Fault, faultCode, isObject } from '../messages.ts';
import type { JSONRPCMessage, JSONRPCRequest, Transport } from '../sdk.ts';
import type { StdioTransport } from './transport.ts';

/** The revisions with a handshake, the latest first, as the SDK has them. */
export const revisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/**
 * Answers a handshake, `tools/list` and pings from data, so that a host need not wait for the SDK and zod. Any other
 * message starts the server, which gets the same handshake (its answer is dropped), and then every message.
 */
export class Front implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  /** Called when the client has ended the handshake and the server does not know yet. */
  oninitialized?: () => void;

  readonly #transport: StdioTransport;
  readonly #options: McpOptions;
  readonly #connect: (front: Front) => Promise<void>;
  #state: 'closed' | 'opening' | 'open' = 'closed';
  #initialize: JSONRPCRequest | undefined;
  #initialized: JSONRPCMessage | undefined;
  /** Takes the server's answer to the handshake that has been answered already. */
  #drop: (() => void) | undefined;

  /** @param connect makes the server of the same options and connects it to this */
  constructor(transport: StdioTransport, options: McpOptions, connect: (front: Front) => Promise<void>) {
    this.#transport = transport;
    this.#options = options;
    this.#connect = connect;
    transport.onmessage = (message) => this.#receive(message);
    transport.onclose = () => this.onclose?.();
  }

  /** Starts the server unless it has started; the next call retries a failure. */
  readonly open = onceDone(async () => {
    this.#state = 'opening';
    try {
      await this.#connect(this);
      if (this.#initialize) await this.#repeat(this.#initialize);
      if (this.#initialized) this.onmessage?.(this.#initialized);
      this.#state = 'open';
    } catch (error) {
      this.#state = 'closed';
      throw error;
    }
  });

  /** The real transport is read from its own start. */
  async start(): Promise<void> {}

  async send(message: JSONRPCMessage | Fault): Promise<void> {
    if (this.#drop && 'id' in message && !('method' in message)) this.#drop();
    else await this.#transport.send(message);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  /** The transport delivers nothing more until this resolves. */
  async #receive(message: JSONRPCMessage): Promise<void> {
    if (this.#state === 'closed' && (await this.#answer(message))) return;
    try {
      if (this.#state !== 'open') await this.open();
      this.onmessage?.(message);
    } catch (error) {
      this.#transport.onerror?.(error as Error);
      if (!('method' in message && 'id' in message)) return;
      const reason = isReplaced() ? programReplaced : 'The server could not be loaded; its log says why.';
      const fault = { code: faultCode.internal, message: reason };
      await this.#transport.send({ jsonrpc: '2.0', id: message.id, error: fault });
    }
  }

  /** Handles messages that need no server; false for all others. */
  async #answer(message: JSONRPCMessage): Promise<boolean> {
    if (!('method' in message)) return false;
    if (!('id' in message)) {
      if (message.method !== 'notifications/initialized' || !this.#initialize || this.#initialized) return false;
      this.#initialized = message;
      this.oninitialized?.();
      return true;
    }
    const result = this.#resultOf(message);
    if (result) await this.#transport.send({ jsonrpc: '2.0', id: message.id, result });
    return result !== undefined;
  }

  #resultOf(request: JSONRPCRequest): Record<string, unknown> | undefined {
    const { method, params = {} } = request;
    if (!Object.keys(params._meta ?? {}).every((name) => name === 'progressToken')) return undefined;
    if (method === 'ping') return {};
    if (method === 'tools/list' && params.cursor === undefined) {
      const shows = this.#options.app !== undefined && showsApps(this.#initialize?.params?.capabilities);
      return { tools: offeredTools(this.#options, shows) };
    }
    if (method !== 'initialize' || this.#initialize || !isClient(params)) return undefined;
    this.#initialize = request;
    const known = revisions.find((revision) => revision === params.protocolVersion);
    return { protocolVersion: known ?? revisions[0], ...introduction(this.#options) };
  }

  #repeat(handshake: JSONRPCRequest): Promise<void> {
    return new Promise((resolve) => {
      this.#drop = () => {
        this.#drop = undefined;
        resolve();
      };
      this.onmessage?.(handshake);
    });
  }
}

/** Whether a client sends the required fields; the server validates the rest. */
function isClient({ protocolVersion, capabilities, clientInfo }: Record<string, unknown>): boolean {
  const isNamed = isObject(clientInfo) && [clientInfo.name, clientInfo.version].every((one) => typeof one === 'string');
  return typeof protocolVersion === 'string' && isObject(capabilities) && isNamed;
}
