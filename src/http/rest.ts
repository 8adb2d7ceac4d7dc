import type { Hono } from 'hono';
import { ServiceError } from '../domain/errors.ts';
import { callReading, type Outcome, refuse } from '../gate/call.ts';
import type { Operation } from '../gate/operation.ts';
import type { Caller, Services } from '../service/context.ts';
import type { Binding } from './bindings.ts';
import type { Bodies } from './bodies.ts';
import { compressed } from './compression.ts';
import { toDocument } from './documents.ts';
import { type EventStreams, wantsEvents } from './event-streams.ts';
import {
  Disconnections,
  type Env,
  type HttpContext,
  methodNotAllowed,
  originOf,
  rateLimitHeaders,
  reply,
  replyError,
  replyJson,
  retryAfter,
} from './exchange.ts';
import { readJsonObject } from './read-body.ts';
import { isForm, readForm } from './read-form.ts';
import { type InputSource, readInput, readTarget } from './read-input.ts';
import type { Routes } from './routes.ts';
import { answerFeed, answerWithProgress } from './serve-events.ts';

/** Serves every binding, 405 for the other methods of its path, 404 for the rest of /v1; all after authentication. */
export function serveRest(
  app: Hono<Env>,
  services: Services,
  routes: Routes,
  bodies: Bodies,
  streams: EventStreams,
): void {
  const disconnections = new Disconnections();
  const callerOf = (c: HttpContext): Caller => {
    const { principal, dashboardSession, admission } = c.get('authenticated');
    const signal = disconnections.of(c);
    const idempotencyKey = c.req.header('idempotency-key');
    return { principal, dashboardSession, admission, origin: originOf(c), signal, idempotencyKey };
  };
  /** A request that means no operation is counted as MANAGEMENT. */
  const refused = async (c: HttpContext, error: ServiceError, headers = {}): Promise<Response> => {
    const outcome = await refuse(services, callerOf(c), 'MANAGEMENT', faultOfTarget(c) ?? error);
    return answerError(c, services, outcome.error ?? error, outcome.rateLimit, headers);
  };
  app.all('/v1/*', async (c) => {
    const match = routes.find(c.req.method, c.req.path);
    if (!match) return refused(c, unknownRoute());
    if (!match.binding) {
      c.get('exchange').route = match.pattern;
      const { error, headers } = methodNotAllowed(c.req.method, match.methods);
      return refused(c, error, headers);
    }
    const { binding, pathParameters } = match;
    const { rest } = binding;
    c.get('exchange').route = rest.path;
    const source: InputSource = {
      headers: c.req.raw.headers,
      target: targetOf(c),
      pathParameters,
      readBody: (maxBytes) =>
        rest.upload && isForm(c)
          ? readForm(c, bodies, binding, rest.upload)
          : readJsonObject(c, bodies, maxBytes, rest.gzip),
    };
    const operation = streamed(binding, c.req.header('accept')) ?? binding.operation;
    const read = () => readInput(binding, source);
    const answered = (outcome: Outcome) => answer(c, services, binding, outcome);
    if ((rest.feed || rest.progress) && wantsEvents(c)) {
      const request = { operation, read, answer: answered };
      if (rest.feed) return answerFeed(c, services, streams, { ...request, open: rest.feed });
      return answerWithProgress(c, services, streams, { ...request, caller: callerOf(c) });
    }
    const response = answered(await callReading(services, callerOf(c), operation, read));
    return rest.gzip || isForDashboard(c, response) ? compressed(c, response) : response;
  });
}

/** Answers to the dashboard are compressed: many of them together make its first view. */
function isForDashboard(c: HttpContext, { headers }: Response): boolean {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  return isJson && c.get('authenticated').dashboardSession !== undefined;
}

export function unknownRoute(): ServiceError {
  return new ServiceError('NotFound', 'There is nothing at this path; /v1/openapi.json describes what there is.');
}

/** What is wrong with the request's path and query themselves. */
function faultOfTarget(c: HttpContext): ServiceError | undefined {
  try {
    readTarget(targetOf(c));
    return undefined;
  } catch (fault) {
    if (fault instanceof ServiceError) return fault;
    throw fault;
  }
}

function answer(c: HttpContext, services: Services, binding: Binding, outcome: Outcome): Response {
  const { output, error, rateLimit, isReplay } = outcome;
  if (error) return answerError(c, services, error, rateLimit);
  const { rest } = binding;
  const headers = rateLimitHeaders(rateLimit);
  if (isReplay) headers['idempotency-replayed'] = 'true';
  if (rest.stream && isStream(output)) {
    return reply(c, 200, ReadableStream.from(encoded(output.lines)), { 'content-type': rest.stream.type, ...headers });
  }
  const document = toDocument(binding, output, c.req.header('accept'));
  if (document) return reply(c, 200, document.body, { ...document.headers, ...headers });
  if (rest.etag && output.revision !== undefined) headers.etag = `"${String(output.revision)}"`;
  if (rest.method === 'GET' && headers.etag && c.req.header('if-none-match') === headers.etag) {
    return reply(c, 304, null, headers);
  }
  const status = typeof rest.status === 'number' ? rest.status : rest.status(output);
  return replyJson(c, status, output, headers);
}

function answerError(
  c: HttpContext,
  { now }: Services,
  error: ServiceError,
  rateLimit: Outcome['rateLimit'],
  headers: Record<string, string> = {},
): Response {
  return replyError(c, error, { ...rateLimitHeaders(rateLimit), ...retryAfter(error, now()), ...headers });
}

/** Path and query of a request. */
function targetOf(c: HttpContext): string {
  const { url } = c.req;
  return url.slice(url.indexOf('/', url.indexOf('://') + 3));
}

/** A streamed answer of an operation. */
interface Streamed {
  lines: AsyncIterable<string>;
}

/** The streaming variant of the operation where a request accepts it; undefined: the usual answer. */
function streamed({ operation, rest: { stream } }: Binding, accept = ''): Operation | undefined {
  if (!stream || !accept.split(',').some((one) => one.split(';')[0]?.trim().toLowerCase() === stream.type)) {
    return undefined;
  }
  return { ...operation, recorded: true, run: async (context, input) => ({ lines: await stream.run(context, input) }) };
}

function isStream(output: object): output is Streamed {
  return 'lines' in output;
}

/** A stream's lines in their wire form. */
async function* encoded(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const line of lines) yield Buffer.from(line);
}
