/** A request to a webhook's receiver. */
export interface EventRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The result; without a status there was no answer, and `error` says why. */
export interface EventAnswer {
  httpStatus?: number | undefined;
  error?: string | undefined;
  /** The beginning of the response. */
  text?: string | undefined;
}

/** The error of a request that the sender aborted: no failure of the receiver. */
export const givenUp = 'given up';

/** Sends events, only to allowed addresses. */
export interface EventSender {
  /** InvalidInput for an address that by its text is not allowed. */
  check(url: string): void;
  /** Never throws. The address is resolved and checked when the connection is made. */
  send(request: EventRequest, signal: AbortSignal): Promise<EventAnswer>;
}
