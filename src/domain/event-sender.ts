/** A request to a webhook's receiver. */
export interface EventRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What came back; without a status nothing was answered, and `error` says why. */
export interface EventAnswer {
  httpStatus?: number | undefined;
  error?: string | undefined;
  /** The beginning of what was answered. */
  text?: string | undefined;
}

/** What a sender says of a request that it had to give up: no failure of the receiver. */
export const givenUp = 'given up';

/** Sends events to where they may go, and nowhere else. */
export interface EventSender {
  /** InvalidInput for an address that nothing may be sent to, as far as its text tells. */
  check(url: string): void;
  /** Never throws; what the address leads to is checked on the connection that is made. */
  send(request: EventRequest, signal: AbortSignal): Promise<EventAnswer>;
}
