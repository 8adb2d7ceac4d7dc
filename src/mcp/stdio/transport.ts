import type { Readable, Writable } from 'node:stream';
import { ServiceError } from '../../domain/errors.ts';
import { parseJson } from '../../domain/json.ts';
import { type Fault, faultCode, idAtEdge, type Received, receive, refuse } from '../messages.ts';
import type { JSONRPCMessage, RequestId, Transport } from '../sdk.ts';
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
    const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
    this.#unsent += bytes.length;
    this.#output.write(bytes, () => {
      this.#unsent -= bytes.length;
      this.#goOn();
    });
    if ('id' in message && !('method' in message)) this.#running.delete(message.id as RequestId);
    this.#goOn();
  }

  /** Drops waiting messages and accepts no more; running requests may still be answered. */
  drop(): void {
    this.#isDropping = true;
    this.#waiting.clear();
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
    const isIdle = this.#waiting.size === 0 && !this.#isScheduled;
    if (isIdle && this.#running.size === 0 && this.#unsent === 0) {
      for (const settled of this.#onSettled.splice(0)) settled();
    }
    const hasRoom = this.#unsent <= maxUnsentBytes && this.#running.size < maxRunning;
    if (this.#isScheduled || this.#waiting.size === 0 || !hasRoom) return;
    this.#isScheduled = true;
    setImmediate(async () => {
      await this.#deliverNext();
      this.#isScheduled = false;
      this.#goOn();
    });
  }

  async #deliverNext(): Promise<void> {
    const line = this.#waiting.take();
    if (!line) return;
    this.#waitingBytes -= weightOf(line);
    if (this.#waitingBytes <= maxWaitingBytes / 2 && this.#input.isPaused()) this.#input.resume();
    const received = parse(line);
    if (received?.message) await this.#deliver(received.message);
    else if (received) this.#refuse(received);
  }

  async #deliver(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message) this.#running.add(message.id);
    // MCP answers no request that was cancelled.
    else if ('method' in message && message.method === 'notifications/cancelled') {
      this.#running.delete(message.params?.requestId as RequestId);
    }
    await this.onmessage?.(message);
  }

  #refuse({ reason, fault }: Extract<Received, { reason: string }>): void {
    this.onerror?.(new Error(reason));
    if (fault) void this.send(fault);
  }
}

/** Parses a line; undefined for a blank one. */
function parse(line: Line): Received | undefined {
  if (line.tail) {
    const id = idAtEdge(line.head.toString('latin1'), line.tail.toString('latin1'));
    return refuse(id, faultCode.request, `A message must be at most ${maxMessageBytes / mebibyte} MiB long.`);
  }
  if (line.bytes.every((byte) => byte <= space)) return undefined;
  try {
    return receive(parseJson(line.bytes, 'The message'));
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
