import { errorOf, errorOfEvent } from '../../clients/typescript/errors.ts';
import { readEvents, type StreamEvent } from '../../clients/typescript/event-stream.ts';
import { prepare } from '../../clients/typescript/request.ts';
import { fromMarks, withMarks, withTexts } from '../../src/base/invisible.ts';
import { t } from '../languages/translate.ts';
import { routes } from './api.ts';
import { type Client, Failure, type Input, isAborted, type OperationName, type Output } from './client.ts';

/** The longest body of a change that outlives the page: browsers allow 64 KiB to all that are under way. */
const maxKept = 4_096;

/**
 * The service's own HTTP interface, by the session's bearer token, or by its cookie if the server has a host name. In
 * answers marks replace invisible characters; in requests they become these characters again.
 */
export class HttpClient implements Client {
  readonly #token = new TabToken();
  readonly #onSignedOut: () => void;
  /** How often the user has signed in. */
  #session = 0;

  /** @param onSignedOut called when a request shows that the session has ended */
  constructor(onSignedOut: () => void) {
    this.#onSignedOut = onSignedOut;
  }

  /** Whether the session belongs to this tab only. */
  get isOfTab(): boolean {
    return this.#token.value !== undefined;
  }

  call: Client['call'] = async (name, input, signal) => {
    const answer = await this.#ask(name, input, signal);
    if (answer.status === 204) return undefined as never;
    return (isOfType(answer, 'application/json') ? readJson(answer) : answer.text()) as never;
  };

  /**
   * An operation's event stream, until the server ends it. Failures: those of a call; `Unstreamed` where a proxy does not
   * let it through.
   * @param last the last event that is known
   */
  async *listen<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    last: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) };
    const answer = await this.#ask(name, input, signal, headers);
    if (!answer.body || !isOfType(answer, 'text/event-stream')) {
      throw new Failure('Unstreamed', t('No stream of events came.'));
    }
    try {
      yield* readEvents(answer.body);
    } catch (error) {
      throw isAborted(error) ? error : new Failure('Unreachable', t('The stream of events broke off.'));
    }
  }

  /** As `call`, of an operation that reports progress: `done` of `total`. */
  async follow<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    progress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Output<Name>> {
    const answer = await this.#ask(name, input, signal, { accept: 'text/event-stream' });
    if (!answer.body || !isOfType(answer, 'text/event-stream')) return (await readJson(answer)) as Output<Name>;
    try {
      for await (const { event, data } of readEvents(answer.body)) {
        if (event === 'result') return withTexts(data, withMarks) as Output<Name>;
        if (event === 'error') throw inWords(errorOfEvent(data, answer.headers));
        if (event === 'progress') {
          const { done, total } = data as { done: number; total: number };
          progress(done, total);
        }
      }
    } catch (error) {
      if (error instanceof Failure || isAborted(error)) throw error;
    }
    throw new Failure('Unreachable', t('The connection broke off before the service had answered.'));
  }

  /** An operation's answer as a file of another type, which may be long. */
  async file<Name extends OperationName>(name: Name, input: Input<Name>, type: string): Promise<Blob> {
    return (await this.#ask(name, input, undefined, { accept: type })).blob();
  }

  async #ask(name: OperationName, input: object, signal?: AbortSignal, headers?: Sent['headers']): Promise<Response> {
    const { method, path, body } = prepare(routes[name], withTexts(input, fromMarks));
    const isKept = routes[name].startsWith('!') && (body?.length ?? 0) < maxKept;
    const answer = await this.#sendSigned(method, path, { body, signal, headers, keepalive: isKept });
    if (answer.ok) return answer;
    throw await failureOf(answer);
  }

  /** A request that is not an operation, for a single page. Failures. */
  async request<Value>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Value> {
    const answer = await this.#sendSigned(method, path, { body: JSON.stringify(body), signal });
    if (!answer.ok) throw await failureOf(answer);
    return (await readJson(answer)) as Value;
  }

  /** Exchanges a key, the secret of a link, or what a passkey has signed, for a session. */
  async signIn(proof: { key: string } | { passkey: object }): Promise<void> {
    const answer = await this.#send('POST', '/session', { body: JSON.stringify(proof) });
    if (!answer.ok) throw await failureOf(answer);
    // Without a token the server has set a cookie.
    this.#token.value = answer.status === 204 ? undefined : (await answer.json()).token;
    this.#session += 1;
  }

  async signOut(): Promise<void> {
    const answer = await this.#send('DELETE', '/session');
    if (!answer.ok) throw await failureOf(answer);
    this.#token.value = undefined;
  }

  #signedOut(): void {
    this.#token.value = undefined;
    this.#onSignedOut();
  }

  /** A late refusal of an earlier session does not end the present one. */
  async #sendSigned(method: string, path: string, sent: Sent): Promise<Response> {
    const session = this.#session;
    const answer = await this.#send(method, path, sent);
    if (answer.status === 401 && session === this.#session) this.#signedOut();
    return answer;
  }

  async #send(
    method: string,
    path: string,
    { body, signal, headers, keepalive = false }: Sent = {},
  ): Promise<Response> {
    const token = this.#token.value;
    try {
      return await fetch(path, {
        method,
        keepalive,
        headers: {
          'x-requested-with': 'dashboard',
          accept: 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      });
    } catch (error) {
      if (isAborted(error)) throw error;
      throw new Failure('Unreachable', t('The service does not answer. It may have ended, or you are offline.'));
    }
  }
}

interface Sent {
  /** JSON. */
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** It is sent also when the page goes. */
  keepalive?: boolean;
}

function isOfType(answer: Response, type: string): boolean {
  return answer.headers.get('content-type')?.startsWith(type) ?? false;
}

async function readJson(answer: Response) {
  const text = await answer.text();
  const value = JSON.parse(text);
  return withMarks(text) === text ? value : withTexts(value, withMarks);
}

async function failureOf(answer: Response): Promise<Failure> {
  return inWords(errorOf(answer.status, answer.headers, await answer.text().catch(() => '')));
}

/** With its details in its message, which people read; a missing memory without its id. */
function inWords(failure: Failure): Failure {
  if (failure.type === 'MemoryNotFound') failure.message = t('This memory is no longer there.');
  const details = (failure.details ?? []).map(({ field, message }) => `${field} ${message}`).join('; ');
  if (!failure.message.includes(details)) failure.message += ` (${details})`;
  failure.message = withMarks(failure.message);
  return failure;
}

const name = 'session';

/**
 * The token of this tab's session: it survives a reload, and tabs that this one opens get a copy. A cookie would be sent
 * to all servers of the machine.
 */
class TabToken {
  #value = stored()?.getItem(name) ?? undefined;

  get value(): string | undefined {
    return this.#value;
  }

  set value(token: string | undefined) {
    this.#value = token;
    if (token === undefined) stored()?.removeItem(name);
    else stored()?.setItem(name, token);
  }
}

/** Undefined where the browser stores nothing: the session then ends with the page. */
function stored(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
