import type { Hono } from 'hono';
import { ServiceError } from '../domain/errors.ts';
import { callReading, type Outcome, refuse } from '../gate/call.ts';
import type { Caller, Services } from '../service/context.ts';
import type { Binding } from './bindings.ts';
import type { Bodies } from './bodies.ts';
import { descriptionPath } from './documentation.ts';
import { toDocument } from './documents.ts';
import { type EventStreams, wantsEvents } from './event-streams.ts';
import {
  type Env,
  type HttpContext,
  methodNotAllowed,
  originOf,
  rateLimitHeaders,
  reply,
  replyError,
  replyJson,
  retryAfter,
  whenClosed,
} from './exchange.ts';
import { readJsonObject } from './read-body.ts';
import { isForm, readForm } from './read-form.ts';
import { type InputSource, readInput, readTarget } from './read-input.ts';
import { answerFeed, answerWithProgress } from './serve-events.ts';
import { encoded, isStream, streamed } from './streams.ts';

/** Serves every binding, 405 for the other methods of its path, 404 for the rest of /v1; all behind authentication. */
export function serveRest(
  app: Hono<Env>,
  services: Services,
  bound: readonly Binding[],
  bodies: Bodies,
  streams: EventStreams,
): void {
  for (const binding of bound) {
    app.on(binding.rest.method, binding.pattern, async (c) => {
      c.var.exchange.route = binding.rest.path;
      const source: InputSource = {
        headers: c.req.raw.headers,
        target: targetOf(c),
        pathParameters: c.req.param() as Record<string, string>,
        readBody: (maxBytes) =>
          binding.rest.upload && isForm(c)
            ? readForm(c, bodies, binding, binding.rest.upload)
            : readJsonObject(c, bodies, maxBytes),
      };
      const { rest } = binding;
      const operation = streamed(binding, c.req.header('accept')) ?? binding.operation;
      const read = () => readInput(binding, source);
      const answered = (outcome: Outcome) => answer(c, services, binding, outcome);
      const own = withRequestId(c, services);
      if (wantsEvents(c)) {
        const request = { operation, read, answer: answered };
        if (rest.feed) return answerFeed(c, own, streams, { ...request, open: rest.feed });
        if (rest.progress) return answerWithProgress(c, own, streams, { ...request, caller: callerOf(c) });
      }
      return answered(await callReading(own, callerOf(c), operation, read));
    });
  }
  for (const [pattern, methods] of methodsByPattern(bound)) {
    app.all(pattern, (c) => {
      c.var.exchange.route = pattern;
      const { error, headers } = methodNotAllowed(c.req.method, methods);
      return refused(c, services, error, headers);
    });
  }
  app.all('/v1/*', (c) => refused(c, services, unknownRoute()));
}

export function unknownRoute(): ServiceError {
  return new ServiceError('NotFound', 'There is nothing at this path; /v1/openapi.json describes what there is.');
}

function methodsByPattern(bound: readonly Binding[]): Map<string, string[]> {
  const patterns = new Map([[descriptionPath, ['GET']]]);
  for (const { pattern, rest } of bound) patterns.set(pattern, [...(patterns.get(pattern) ?? []), rest.method]);
  return patterns;
}

/** A request that means no operation is counted as MANAGEMENT. */
async function refused(c: HttpContext, services: Services, error: ServiceError, headers = {}): Promise<Response> {
  let reason = error;
  try {
    readTarget(targetOf(c));
  } catch (fault) {
    if (fault instanceof ServiceError) reason = fault;
  }
  const outcome = await refuse(services, callerOf(c), 'MANAGEMENT', reason);
  return answerError(c, services, outcome.error ?? reason, outcome.rateLimit, headers);
}

function answer(c: HttpContext, services: Services, binding: Binding, outcome: Outcome): Response {
  const { output, error, rateLimit } = outcome;
  if (error) return answerError(c, services, error, rateLimit);
  const { rest } = binding;
  const headers = rateLimitHeaders(rateLimit);
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

function callerOf(c: HttpContext): Caller {
  const { principal, dashboardSession, admission } = c.var.authenticated;
  return { principal, dashboardSession, admission, origin: originOf(c), signal: disconnection(c), strict: false };
}

/** Aborted when the client goes away before its answer; asking the request itself for it would copy the request. */
function disconnection(c: HttpContext): AbortSignal | undefined {
  const { outgoing } = c.env;
  if (!outgoing) return undefined;
  const controller = new AbortController();
  whenClosed(outgoing, () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Path and query of a request. */
function targetOf(c: HttpContext): string {
  const { url } = c.req;
  return url.slice(url.indexOf('/', url.indexOf('://') + 3));
}

/** What an operation logs says which request it was. */
function withRequestId(c: HttpContext, services: Services): Services {
  const { requestId } = c.var.exchange;
  return { ...services, log: (level, message, fields) => services.log(level, message, { requestId, ...fields }) };
}
