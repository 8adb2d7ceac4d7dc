import type { ServerResponse } from 'node:http';

/** A tool as a request offers it. */
export interface Tool {
  name: string;
  /** Where the protocol groups the tools of a server: the group's name. */
  group?: string;
}

/** The input of a model, in any protocol. */
export interface Asked {
  tools: Tool[];
  /** Names of the tools that were called so far in the conversation. */
  called: string[];
}

/** A model's answer: words, or the call of a tool. */
export type Said = { text: string } | { tool: Tool; args: object };

/** A protocol between hosts and models. */
export interface Protocol {
  /** Undefined for a request that asks for no turn of a conversation. */
  read(path: string, body: Body): Asked | undefined;
  answer(response: ServerResponse, said: Said, body: Body): void;
}

export type Body = Record<string, unknown>;

/** The elements of a list of objects; empty for anything else. */
export function list(value: unknown): Body[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
}

/** The values under a key in a list of objects. */
export function names(value: unknown, key = 'name'): string[] {
  return list(value).flatMap((one) => (typeof one[key] === 'string' ? [one[key]] : []));
}

export function json(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

/** Begins a stream of server-sent events; returns the function that sends one. */
export function stream(response: ServerResponse): (data: object | '[DONE]', event?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (data, event) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`);
  };
}
