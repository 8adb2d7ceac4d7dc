import type { Readable, Writable } from 'node:stream';
import { ServiceError } from '../../domain/errors.ts';
import { parseJson } from '../../domain/json.ts';
import { batchFault, type Fault, faultCode, idAtEdge, type Received, receive, refuse } from '../messages.ts';
import type { JSONRPCMessage, RequestId, Transport } from '../sdk.ts';
import { Batch } from './batch.ts';
import { type Line, LineSplitter } from './lines.ts';

const mebibyte = 1024 * 1024;
/** The largest message: the largest file fits, escaped however it may be. */
const maxMessageBytes = 16 * mebibyte;
/** Backpressure: no further requests while this many bytes of answers are unread. */
const maxUnsentBytes = 8_000_000;
/** The most running requests, which also limits their answers. */
const maxRunning = 32;
/** Reading pauses while this many bytes wait; each line counts with its overhead. */
const maxWaitingBytes = 8_000_000;
const lineOverhead = 128;

const space = 0x20;

/**
 * MCP over standard input and output, one message a line. The SDK's transport ignores invalid messages, ends at one
 * that is too large, and has no backpressure. This one answers errors, skips the message, and waits for its reader. It
 * delivers one request per turn of the event loop, so that timers, signals and the end of the input are noticed.
 */
export class StdioTransport implements Transport {
  /** Its promise is awaited before the next message is delivered. */
  onmessage?: (message: JSONRPCMessage) => void | Promise<void>;
  onerror?: NonNullable<Transport['onerror']>;
  onclose?: NonNullable<Transport['onclose']>;
  /** Called once at the end of input; waiting messages are still delivered. */
  onend?: () => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #splitter = new LineSplitter(maxMessageBytes, (line) => this.#wait(line));
  readonly #waiting = new Queue<Line>();
  #waitingBytes = 0;
  /** Messages of the last batch that wait, the next first. */
  #ofBatch: Received[] = [];
  /** Batches with requests that have no answer yet. */
  readonly #batches = new Set<Batch>();
  #initializeId: RequestId | undefined;
  /** The revision that the handshake has led to. */
  #revision: string | undefined;
  /** Requests that have no answer yet. */
  readonly #running = new Set<RequestId>();
  /** Bytes of answers that have not reached the host. */
  #unsent = 0;
  #isScheduled = false;
  #isDropping = false;
  #hasEnded = false;
  #onSettled: (() => void)[] = [];

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read).once('end', this.#end).once('close', this.#end).on('error', this.#fail);
  }

  /** Resolves as soon as the message is sent. */
  async send(message: JSONRPCMessage | Fault): Promise<void> {
    if ('id' in message && !('method' in message)) this.#answer(message as JSONRPCMessage & { id: RequestId });
    else this.#write(message);
    this.#goOn();
  }

  #answer(message: JSONRPCMessage & { id: RequestId }): void {
    const { id } = message;
    if (id === this.#initializeId && 'result' in message) {
      this.#revision = (message.result as { protocolVersion?: string }).protocolVersion;
    }
    const batch = this.#batchOf(id);
    if (batch) this.#settle(batch, id, message);
    else this.#write(message);
    this.#running.delete(id);
  }

  #batchOf(id: RequestId): Batch | undefined {
    return [...this.#batches].find((batch) => batch.waitsFor(id));
  }

  #settle(batch: Batch, id: RequestId, answer?: JSONRPCMessage): void {
    batch.settle(id, answer);
    this.#closeSettled(batch);
  }

  /** Sends the answers of a batch that waits for no more. */
  #closeSettled(batch: Batch): void {
    if (batch.isOpen) return;
    this.#batches.delete(batch);
    if (batch.answers.length > 0) this.#write(batch.answers);
  }

  #write(message: object): void {
    const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
    this.#unsent += bytes.length;
    this.#output.write(bytes, () => {
      this.#unsent -= bytes.length;
      this.#goOn();
    });
  }

  /** Drops waiting messages and accepts no more; running requests may still be answered. */
  drop(): void {
    this.#isDropping = true;
    this.#waiting.clear();
    this.#ofBatch = [];
    this.#waitingBytes = 0;
    this.#goOn();
  }

  /** Resolves when nothing waits, every request has its answer and the host has read all of them. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSettled.push(resolve);
      this.#goOn();
    });
  }

  async close(): Promise<void> {
    this.drop();
    this.#input.off('data', this.#read).off('end', this.#end).off('close', this.#end).off('error', this.#fail).pause();
    this.onclose?.();
  }

  readonly #read = (chunk: Buffer): void => {
    if (this.#isDropping) return;
    this.#splitter.push(chunk);
    if (this.#waitingBytes > maxWaitingBytes) this.#input.pause();
    this.#goOn();
  };

  readonly #end = (): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (!this.#isDropping) this.#splitter.end();
    this.onend?.();
    this.#goOn();
  };

  /** The host has broken off: it will read no more either. */
  readonly #fail = (error: Error): void => {
    this.onerror?.(error);
    this.drop();
    this.#end();
  };

  #wait(line: Line): void {
    this.#waiting.put(line);
    this.#waitingBytes += weightOf(line);
  }

  /** Starts all calls that can start now. Called after every change. */
  #goOn(): void {
    const isEmpty = this.#waiting.size === 0 && this.#ofBatch.length === 0;
    const isIdle = isEmpty && !this.#isScheduled;
    if (isIdle && this.#running.size === 0 && this.#unsent === 0) {
      for (const settled of this.#onSettled.splice(0)) settled();
    }
    const hasRoom = this.#unsent <= maxUnsentBytes && this.#running.size < maxRunning;
    if (this.#isScheduled || isEmpty || !hasRoom) return;
    this.#isScheduled = true;
    setImmediate(async () => {
      await this.#deliverNext();
      this.#isScheduled = false;
      this.#goOn();
    });
  }

  async #deliverNext(): Promise<void> {
    const received = this.#ofBatch.shift();
    if (received) return received.message && this.#deliver(received.message);
    const line = this.#waiting.take();
    if (!line) return;
    this.#waitingBytes -= weightOf(line);
    if (this.#waitingBytes <= maxWaitingBytes / 2 && this.#input.isPaused()) this.#input.resume();
    const { batch, message, reason, fault } = parse(line);
    if (batch) this.#open(batch);
    else if (message) await this.#deliver(message);
    else if (reason !== undefined) this.#refuse({ reason, ...(fault && { fault }) });
  }

  #open(messages: readonly unknown[]): void {
    const fault = batchFault(messages, this.#revision);
    if (fault !== undefined) {
      this.#refuse(refuse(null, faultCode.request, fault));
      return;
    }
    const batch = new Batch(messages);
    for (const { reason } of batch.messages) if (reason !== undefined) this.onerror?.(new Error(reason));
    this.#ofBatch = [...batch.messages];
    this.#batches.add(batch);
    this.#closeSettled(batch);
  }

  async #deliver(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message) {
      this.#running.add(message.id);
      if (message.method === 'initialize') this.#initializeId = message.id;
    }
    // MCP answers no request that was cancelled.
    else if ('method' in message && message.method === 'notifications/cancelled') {
      const id = message.params?.requestId as RequestId;
      this.#running.delete(id);
      const batch = this.#batchOf(id);
      if (batch) this.#settle(batch, id);
    }
    await this.onmessage?.(message);
  }

  #refuse({ reason, fault }: { reason: string; fault?: Fault }): void {
    this.onerror?.(new Error(reason));
    if (fault) void this.send(fault);
  }
}

/** What a line holds: a message, the messages of a batch, a fault, or nothing. */
interface Parsed {
  message?: JSONRPCMessage | undefined;
  batch?: readonly unknown[];
  reason?: string | undefined;
  fault?: Fault;
}

function parse(line: Line): Parsed {
  if (line.tail) {
    const id = idAtEdge(line.head.toString('latin1'), line.tail.toString('latin1'));
    return refuse(id, faultCode.request, `A message must be at most ${maxMessageBytes / mebibyte} MiB long.`);
  }
  if (line.bytes.every((byte) => byte <= space)) return {};
  try {
    const value = parseJson(line.bytes, 'The message');
    return Array.isArray(value) ? { batch: value } : receive(value);
  } catch (error) {
    if (error instanceof ServiceError) return refuse(null, faultCode.parse, error.message);
    throw error;
  }
}

function weightOf(line: Line): number {
  return lineOverhead + (line.tail ? line.head.length + line.tail.length : line.bytes.length);
}

/** First in, first out, in constant time on average; an array's own shift moves all the others. */
class Queue<Item> {
  #incoming: Item[] = [];
  /** The oldest last. */
  #outgoing: Item[] = [];

  get size(): number {
    return this.#incoming.length + this.#outgoing.length;
  }

  put(item: Item): void {
    this.#incoming.push(item);
  }

  take(): Item | undefined {
    if (this.#outgoing.length === 0) {
      this.#outgoing = this.#incoming.reverse();
      this.#incoming = [];
    }
    return this.#outgoing.pop();
  }

  clear(): void {
    this.#incoming = [];
    this.#outgoing = [];
  }
}
