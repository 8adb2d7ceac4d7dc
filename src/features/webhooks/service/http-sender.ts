import type { Dispatcher } from 'undici';
import { ServiceError } from '../../../domain/errors.ts';
import { mended } from '../../../domain/text.ts';
import { withDeadline } from '../../../service/deadline.ts';
import { Forbidden } from '../../../service/team/address-guard.ts';
import type { Outside } from '../../../service/team/outside.ts';
import { type EventAnswer, type EventRequest, type EventSender, givenUp } from '../domain/event-sender.ts';

/** How long a receiver has for its whole answer. */
const timeoutMs = 10_000;
/** How many bytes of an answer are read. */
const maxAnswer = 64 * 1024;
/** The reported part of a failure. */
const maxReason = 200;

/** Sends events through the guarded client. */
export class HttpSender implements EventSender {
  readonly #outside: Outside;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  check(given: string): void {
    this.#outside.check(given, 'url', 'https://example.com/hook');
  }

  async send({ url, headers, body }: EventRequest, signal: AbortSignal): Promise<EventAnswer> {
    try {
      this.check(url);
      const { request } = await import('undici');
      const dispatcher = await this.#outside.dispatcher(url);
      return await withDeadline(signal, timeoutMs, async (deadline) => {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal: deadline });
        return { httpStatus: answer.statusCode, text: await beginning(answer.body) };
      });
    } catch (error) {
      return { error: signal.aborted ? givenUp : reasonOf(error) };
    }
  }

  close(): Promise<void> {
    return this.#outside.close();
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

/** Why there was no response: without the resolved address and port. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  const { code, name, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  const forbidden = [error, cause].find((one) => one instanceof Forbidden);
  if (forbidden) return forbidden.message;
  if (name === 'AbortError' || code === 'UND_ERR_ABORTED') return `Nothing was answered within ${timeoutMs / 1000} s.`;
  return `It cannot be reached (${code ?? name}).`.slice(0, maxReason);
}
