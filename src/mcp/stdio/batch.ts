import { type Fault, faultCode, type Received, receive, refuse } from '../messages.ts';
import type { JSONRPCMessage, RequestId } from '../sdk.ts';

/** A batch of JSON-RPC 2.0 (section 6): its answers are sent as one message. */
export class Batch {
  readonly messages: readonly Received[];
  readonly #open = new Set<RequestId>();
  readonly #answers: (JSONRPCMessage | Fault)[] = [];

  constructor(messages: readonly unknown[]) {
    this.messages = messages.map((value) => this.#read(value));
  }

  /** Whether the batch waits for the answer of this request. */
  waitsFor(id: RequestId): boolean {
    return this.#open.has(id);
  }

  /** @param answer absent: the request gets none */
  settle(id: RequestId, answer?: JSONRPCMessage): void {
    this.#open.delete(id);
    if (answer) this.#answers.push(answer);
  }

  /** Whether an answer is missing. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  get answers(): readonly (JSONRPCMessage | Fault)[] {
    return this.#answers;
  }

  #read(value: unknown): Received {
    const received = this.#checked(value);
    const { message } = received;
    if (message && 'method' in message && 'id' in message) this.#open.add(message.id);
    if (!message && received.fault) this.#answers.push(received.fault);
    return received;
  }

  #checked(value: unknown): Received {
    const received = receive(value);
    const { message } = received;
    if (!message || !('method' in message && 'id' in message)) return received;
    if (message.method === 'initialize') {
      return refuse(message.id, faultCode.request, 'initialize must not be part of a batch.');
    }
    return this.#open.has(message.id)
      ? refuse(message.id, faultCode.request, 'Each request of a batch must have an id of its own.')
      : received;
  }
}
