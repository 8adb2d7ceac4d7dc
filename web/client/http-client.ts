import { routes } from './api.ts';
import { type Client, Failure, isAborted } from './client.ts';

interface Envelope {
  error?: { type?: string; message?: string; details?: { field: string; message: string }[] };
}

/** The service's own HTTP interface, by the session's cookie. */
export class HttpClient implements Client {
  readonly #onSignedOut: () => void;

  /** @param onSignedOut called when a request shows that nobody is signed in any more */
  constructor(onSignedOut: () => void) {
    this.#onSignedOut = onSignedOut;
  }

  call: Client['call'] = async (name, input, signal) => {
    const [method = '', path = ''] = routes[name].split(' ');
    const rest = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined));
    const target = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const value = rest.get(field);
      rest.delete(field);
      return encodeURIComponent(String(value));
    });
    const isRead = method === 'GET' || method === 'DELETE';
    const query = new URLSearchParams(isRead ? [...rest].map(([field, value]) => [field, String(value)]) : []);
    const search = query.size > 0 ? `?${query}` : '';
    const answer = await send(method, target + search, isRead ? undefined : Object.fromEntries(rest), signal);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    if (answer.status === 204) return undefined as never;
    if (answer.ok) return (isJson ? answer.json() : answer.text()) as never;
    if (answer.status === 401) this.#onSignedOut();
    throw await failureOf(answer);
  };

  /** Exchanges a key, or the code of a link, for a session. */
  async signIn(key: string): Promise<void> {
    const answer = await send('POST', '/session', { key });
    if (!answer.ok) throw await failureOf(answer);
  }

  async signOut(): Promise<void> {
    const answer = await send('DELETE', '/session');
    if (!answer.ok) throw await failureOf(answer);
    this.#onSignedOut();
  }
}

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      headers: {
        'x-requested-with': 'dashboard',
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Failure('The service does not answer. It may have ended, or you are offline.');
  }
}

async function failureOf(answer: Response): Promise<Failure> {
  const { error }: Envelope = await answer.json().catch(() => ({}));
  const details = (error?.details ?? []).map(({ field, message }) => `${field} ${message}`).join('; ');
  const message = error?.message ?? `The service answered ${answer.status}.`;
  return new Failure(details === '' || message.includes(details) ? message : `${message} (${details})`, {
    type: error?.type ?? 'Unknown',
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfter: Number(answer.headers.get('retry-after')) || undefined,
  });
}
