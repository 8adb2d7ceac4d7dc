import type { Dispatcher } from 'undici';
import { once } from '../../base/once.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type EventAnswer, type EventRequest, type EventSender, givenUp } from '../../domain/event-sender.ts';
import { mended } from '../../domain/text.ts';
import { withDeadline } from '../deadline.ts';
import { AddressGuard, Forbidden, type GuardOptions } from './address-guard.ts';

/** How long a receiver has for its whole answer. */
const timeoutMs = 10_000;
/** What is read of an answer, in bytes. */
const maxAnswer = 64 * 1024;
/** What is reported of a failure. */
const maxReason = 200;

/** Sends events to where the guard lets them go; redirects are not followed. */
export class HttpSender implements EventSender {
  readonly #guard: AddressGuard;
  readonly #agents = once(() => this.#connect());

  constructor(options: GuardOptions) {
    this.#guard = new AddressGuard(options);
  }

  check(given: string): void {
    this.#guard.check(given, { field: 'url', example: 'https://example.com/hook' });
  }

  async send({ url, headers, body }: EventRequest, signal: AbortSignal): Promise<EventAnswer> {
    try {
      this.check(url);
      const { request } = await import('undici');
      const { guarded, open } = await this.#agents();
      const dispatcher = this.#guard.isException(new URL(url)) ? open : guarded;
      return await withDeadline(signal, timeoutMs, async (deadline) => {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal: deadline });
        return { httpStatus: answer.statusCode, text: await beginning(answer.body) };
      });
    } catch (error) {
      return { error: signal.aborted ? givenUp : reasonOf(error) };
    }
  }

  async close(): Promise<void> {
    if (!this.#agents.asked()) return;
    await Promise.all(Object.values(await this.#agents()).map((agent) => agent.destroy()));
  }

  async #connect(): Promise<Record<'guarded' | 'open', Dispatcher>> {
    const { Agent } = await import('undici');
    const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, pipelining: 1 };
    const guarded = await this.#guard.connect({ ...timeouts, timeout: timeoutMs });
    const { lookup } = this.#guard;
    return { guarded, open: new Agent({ ...timeouts, connect: { timeout: timeoutMs, lookup } }) };
  }
}

async function beginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    size += part.byteLength;
    // Leaving the loop ends the connection.
    if (size >= maxAnswer) break;
  }
  return mended(Buffer.concat(parts).subarray(0, maxAnswer).toString('utf8'));
}

/** Why nothing was answered: no address and no port of what was connected to. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  const { code, name, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  const forbidden = [error, cause].find((one) => one instanceof Forbidden);
  if (forbidden) return forbidden.message;
  if (name === 'AbortError' || code === 'UND_ERR_ABORTED') return `Nothing was answered within ${timeoutMs / 1000} s.`;
  return `It cannot be reached (${code ?? name}).`.slice(0, maxReason);
}
