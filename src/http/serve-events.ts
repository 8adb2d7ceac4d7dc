import { Bell } from '../base/bell.ts';
import type { Log } from '../base/log.ts';
import { pause } from '../base/pause.ts';
import { ServiceError } from '../domain/errors.ts';
import { callReading, type Outcome } from '../gate/call.ts';
import type { Feed, Operation } from '../gate/operation.ts';
import type { Caller, Services } from '../service/context.ts';
import type { EventStreams, Send, StreamSettings } from './event-streams.ts';
import { type HttpContext, rateLimitHeaders } from './exchange.ts';

export type Respond = (outcome: Outcome) => Response;

/** How much longer than a look for news took (ms) a feed waits before the next: it never takes more than a tenth of the time. */
const shareOfLooks = 10;

/** Answers a request for an operation's feed: it passes the gate as a call, and lasts. */
export async function answerFeed(
  c: HttpContext,
  services: Services,
  streams: EventStreams,
  { operation, open, read, answer }: FeedRequest,
): Promise<Response> {
  const authenticated = c.get('authenticated');
  // The stream's own signal, which follows the rights of its credential.
  const credential = { ...authenticated, principal: { ...authenticated.principal } };
  let feed: Feed | undefined;
  let { log } = services;
  const { bell = new Bell() } = services;
  const { tenantId } = authenticated.principal;
  const opening: Operation = {
    ...operation,
    async run(context, input) {
      streams.requireRoom(credential);
      const { signal: _, ...lasting } = context;
      log = context.log;
      feed = await open({ ...lasting, principal: credential.principal }, input, c.req.header('last-event-id'));
      return {};
    },
  };
  const outcome = await callReading(services, { principal: credential.principal }, opening, read);
  const opened = feed;
  if (!opened) return answer(outcome);
  return streams.feed(c, rateLimitHeaders(outcome.rateLimit), credential, (send, signal) =>
    follow(opened, send, signal, { log, bell, tenantId, settings: streams.settings }),
  );
}

interface FeedRequest {
  operation: Operation;
  open: NonNullable<NonNullable<Operation['rest']>['feed']>;
  read: () => unknown;
  answer: Respond;
}

interface Following {
  log: Log;
  bell: Bell;
  tenantId: string;
  settings: StreamSettings;
}

/**
 * Polls for changes when the tenant's bell rings, otherwise at intervals; rests after each poll, so that many changes
 * are read at once (debounce).
 */
async function follow(feed: Feed, send: Send, signal: AbortSignal, following: Following): Promise<void> {
  const { log, bell, tenantId, settings } = following;
  await send({ id: feed.start });
  const listener = bell.listen(tenantId);
  while (!signal.aborted) {
    const start = performance.now();
    try {
      for (const event of await feed.next()) await send(event);
    } catch (error) {
      // A lost permission ends the stream; an unreachable store does not, for a while.
      if (error instanceof ServiceError && error.status < 500) {
        listener.end();
        return send({ event: 'error', data: error.toEnvelope() });
      }
      log('warn', 'a feed cannot be read', { error });
    }
    await pause(Math.max(settings.restMs, (performance.now() - start) * shareOfLooks), signal);
    await listener.wait(settings.pollMs, signal);
  }
  listener.end();
}

/**
 * Answers a call with progress: events `progress`, then `result` or `error`. A refusal before the input is read is a
 * normal answer.
 */
export function answerWithProgress(
  c: HttpContext,
  services: Services,
  streams: EventStreams,
  { operation, read, caller, answer }: ProgressRequest,
): Promise<Response> {
  const ending = new AbortController();
  return new Promise((resolve, reject) => {
    let isBegun = false;
    let tell: Send = async () => undefined;
    let sent = Promise.resolve();
    const progress = (done: number, total: number) => {
      sent = sent.then(() => tell({ event: 'progress', data: { done, total } }));
    };
    const outcome = callReading(services, { ...caller, signal: ending.signal, progress }, operation, async () => {
      const input = await read();
      isBegun = true;
      const work = async (send: Send) => {
        tell = send;
        const { output, error } = await outcome;
        await sent;
        await send(error ? { event: 'error', data: error.toEnvelope() } : { event: 'result', data: output });
      };
      resolve(streams.answer(c, {}, ending, work));
      return input;
    });
    outcome.then((one) => isBegun || resolve(answer(one)), reject);
  });
}

interface ProgressRequest {
  operation: Operation;
  read: () => unknown;
  caller: Caller;
  answer: Respond;
}
