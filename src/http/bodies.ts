import type { Readable } from 'node:stream';
import { cancelled, ServiceError } from '../domain/errors.ts';

export interface BodyLimits {
  /** Memory for incomplete bodies over all connections, in bytes. */
  unfinishedBytes: number;
  /** A body without a byte for this long (ms) is ended. */
  stallMs: number;
}

/** The share of one tenant, so that none can block the others. */
const tenantShare = 0.5;

const defaultLimits: BodyLimits = { unfinishedBytes: 64_000_000, stallMs: 10_000 };

/** The request bodies that are arriving at a server, which share one bound. */
export class Bodies {
  readonly #limits: BodyLimits;
  /** Bytes held, by tenant. */
  readonly #held = new Map<string, number>();

  constructor(limits: BodyLimits = defaultLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a body of a tenant to its end.
   * PayloadTooLarge beyond `maxBytes`, ServiceUnavailable when too much is arriving everywhere, InvalidInput when it
   * stops coming, Cancelled when the caller disconnects before its end.
   */
  async read(tenantId: string, body: Readable, maxBytes: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Uint8Array): ServiceError | undefined => {
      length += chunk.byteLength;
      this.#hold(tenantId, chunk.byteLength);
      if (length > maxBytes) return tooLarge(maxBytes);
      if (this.#isFull(tenantId)) return tooMuch();
      chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      return undefined;
    };
    try {
      await arrival(body, take, this.#limits.stallMs);
      return Buffer.concat(chunks, length);
    } finally {
      this.#hold(tenantId, -length);
    }
  }

  #hold(tenantId: string, bytes: number): void {
    const held = (this.#held.get(tenantId) ?? 0) + bytes;
    if (held > 0) this.#held.set(tenantId, held);
    else this.#held.delete(tenantId);
  }

  #isFull(tenantId: string): boolean {
    const { unfinishedBytes } = this.#limits;
    const ofAll = [...this.#held.values()].reduce((sum, held) => sum + held, 0);
    return ofAll > unfinishedBytes || (this.#held.get(tenantId) ?? 0) > unfinishedBytes * tenantShare;
  }
}

/** Resolves when the stream has ended; after `take` refuses a chunk the rest is not read. */
function arrival(
  body: Readable,
  take: (chunk: Uint8Array) => ServiceError | undefined,
  stallMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: ServiceError) => {
      clearTimeout(timer);
      body.off('data', onData).off('end', onEnd).off('close', onClose).pause();
      // It may still fail without a listener.
      body.off('error', onClose).on('error', () => undefined);
      if (error) reject(error);
      else resolve();
    };
    const timer = setTimeout(() => settle(stalled()), stallMs);
    const onData = (chunk: Uint8Array) => {
      timer.refresh();
      const refusal = take(chunk);
      if (refusal) settle(refusal);
    };
    const onEnd = () => settle();
    const onClose = () => settle(cancelled());
    body.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    if (body.destroyed) onClose();
  });
}

export function tooLarge(maxBytes: number): ServiceError {
  const kB = maxBytes / 1024;
  const shown = kB < 1024 ? `${kB} kB` : `${kB / 1024} MiB`;
  return new ServiceError('PayloadTooLarge', `The body must be at most ${shown}.`);
}

function tooMuch(): ServiceError {
  return new ServiceError('ServiceUnavailable', 'Too many requests are arriving at once; try again in a moment.');
}

function stalled(): ServiceError {
  return new ServiceError('InvalidInput', 'The body did not arrive in time.');
}
