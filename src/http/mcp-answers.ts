import type { JSONRPCMessage } from '../mcp/sdk.ts';
import { type EventStreams, type Send, wantsEvents } from './event-streams.ts';
import type { HttpContext } from './exchange.ts';

/** Sends messages of a request before its answer. */
export type Tell = (message: JSONRPCMessage) => void;

/**
 * Answers one JSON document, or an event stream of notifications and the answer: from the first notification on, or
 * once a request takes so long that clients and proxies would time out without data.
 */
export function answerOrStream(
  c: HttpContext,
  streams: EventStreams,
  headers: Record<string, string>,
  run: (tell: Tell) => Promise<Response>,
): Promise<Response> {
  if (!wantsEvents(c)) return run(() => undefined);
  return new Promise((resolve, reject) => {
    let sendEvent: Send | undefined;
    let sent = Promise.resolve();
    const send = (message: JSONRPCMessage) => {
      sent = sent.then(() => sendEvent?.({ event: 'message', data: message }));
    };
    const work = async (given: Send) => {
      sendEvent = given;
      const text = await (await answered).text();
      // Empty when the client has disconnected.
      const messages: JSONRPCMessage[] = text === '' ? [] : [JSON.parse(text)].flat();
      for (const message of messages) send(message);
      await sent;
    };
    const begin = () => {
      if (!sendEvent) resolve(streams.answer(c, headers, new AbortController(), work));
    };
    const tell: Tell = (message) => {
      begin();
      send(message);
    };
    const timer = setTimeout(begin, streams.settings.heartbeatMs).unref();
    // Started a moment later, so that its first messages find everything set up.
    const answered = Promise.resolve().then(() => run(tell));
    const answerWhole = (response: Response) => {
      if (!sendEvent) resolve(response);
    };
    answered.then(answerWhole, reject).finally(() => clearTimeout(timer));
  });
}
