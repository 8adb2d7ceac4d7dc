import { errorOf, isPassing, MemoryServiceError } from './errors.ts';
import { renamed } from './operations.ts';
import type { CallOptions, ClientOptions } from './types.ts';

const [firstWaitMs, longestWaitMs] = [250, 8_000];
/** Who is to come back later than that (s) learns so instead of waiting. */
const longestRetryAfter = 60;

interface Prepared {
  method: string;
  path: string;
  body: string | undefined;
}

/** The request of an operation: fields of its path, its query or its body. */
export function prepare(route: string, input: object): Prepared {
  const [method = '', template = ''] = route.replace('!', '').split(' ');
  const fields = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined));
  const user = fields.get('user');
  if (user !== undefined) {
    if (fields.has('characterId')) throw invalid('Give either characterId or user.');
    if (typeof user !== 'string' || user === '') throw invalid('user must be an id.');
    fields.delete('user');
    fields.set('characterId', `user:${user}`);
  }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name);
    if (typeof value !== 'string' || value === '') {
      throw invalid(`${name === 'characterId' ? 'user or characterId' : name} is missing.`);
    }
    fields.delete(name);
    return encodeURIComponent(value);
  });
  if (method !== 'GET' && method !== 'DELETE')
    return { method, path, body: JSON.stringify(Object.fromEntries(fields)) };
  const query = new URLSearchParams();
  for (const [name, value] of fields)
    query.set(renamed[name] ?? name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return { method, path: fields.size > 0 ? `${path}?${query}` : path, body: undefined };
}

function invalid(message: string): MemoryServiceError {
  return new MemoryServiceError('InvalidInput', message, { status: 400 });
}

/** What of an answer counts for the attempt: a stream is read later, all else within its time. */
export interface Answered {
  response: Response;
  /** Empty for a stream. */
  text: string;
}

/**
 * Sends a request, and again when that may help: after no answer, a busy server or a full bucket. What changes something
 * has an idempotency key, so that an attempt whose answer was lost is not done twice. Throws MemoryServiceErrors.
 */
export async function send(
  { url, key, fetch: send = fetch, retries = 3, timeoutMs = 65_000 }: ClientOptions,
  route: string,
  { method, path, body }: Prepared,
  options: CallOptions & { headers?: Record<string, string> },
): Promise<Answered> {
  const { signal } = options;
  const idempotencyKey = options.idempotencyKey ?? (retries > 0 ? crypto.randomUUID() : undefined);
  const attempt = async (): Promise<Answered> => {
    const headers: Record<string, string> = {
      authorization: `Bearer ${typeof key === 'string' ? key : await key()}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(route.startsWith('!') && idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...options.headers,
    };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), options.timeoutMs ?? timeoutMs);
    const signals = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    try {
      const given = body === undefined ? {} : { body };
      const response = await send(`${url}${path}`, { method, headers, signal: signals, ...given });
      const isStream = response.headers.get('content-type') === 'text/event-stream';
      const text = isStream ? '' : await response.text();
      if (!response.ok) throw errorOf(response.status, response.headers, text);
      return { response, text };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof MemoryServiceError) throw error;
      const why = timeout.signal.aborted ? 'did not answer in time' : `cannot be reached: ${(error as Error).message}`;
      throw new MemoryServiceError('Unreachable', `The service ${why}.`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  for (let failures = 0; ; ) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      const wait = error instanceof MemoryServiceError ? waitBefore(error, failures) : undefined;
      failures++;
      if (wait === undefined || failures > retries) throw error;
      await pause(wait, signal);
    }
  }
}

/** Exponential backoff with jitter (ms), or what the server says; undefined: trying again does not help. */
export function waitBefore(error: MemoryServiceError, failures: number): number | undefined {
  const { retryAfter, status } = error;
  if (!isPassing(error) && !(status === 429 && retryAfter !== undefined)) return undefined;
  if (retryAfter !== undefined && retryAfter > longestRetryAfter) return undefined;
  const backoff = Math.min(firstWaitMs * 2 ** failures, longestWaitMs) * (0.5 + Math.random() / 2);
  return Math.max(backoff, (retryAfter ?? 0) * 1_000);
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
