import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AnswerNeeded } from '../domain/errors.ts';
import type { Ask, Question } from '../service/context.ts';
import {
  type ElicitRequestFormParams,
  ElicitResultSchema,
  ErrorCode,
  McpError,
  type RequestId,
  type Server,
} from './sdk.ts';

/** How long a person may take (ms). */
const timeoutMs = 100_000;

/** The client's answer to a form. */
type Reply = z.output<typeof ElicitResultSchema>;

/**
 * A form for each question (https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation): its buttons
 * answer yes or no, and one field takes a choice.
 */
function formOf({ message, choices }: Question) {
  const fields = choices && { properties: { choice: { type: 'string' as const, enum: [...choices] } } };
  const required = choices && { required: ['choice'] };
  const requestedSchema = { type: 'object' as const, properties: {}, ...fields, ...required };
  return { mode: 'form' as const, message, requestedSchema };
}

function answerOf({ choices }: Question, { action, content }: Reply): string | true | undefined {
  if (action !== 'accept') return undefined;
  if (!choices) return true;
  return choices.find((choice) => choice === content?.choice);
}

/** The call that a question belongs to: over HTTP it is sent on the stream of that call's answer. */
interface Asking {
  signal: AbortSignal;
  requestId: RequestId;
}

/** Shows a form while the call waits. Rejects if the client refuses, or after the timeout. */
export function elicit(server: Server, form: ElicitRequestFormParams, { signal, requestId }: Asking): Promise<Reply> {
  return server.elicitInput(form, { signal, timeout: timeoutMs, relatedRequestId: requestId });
}

/** Asks over the connection while the call waits; each question once a call. Who does not answer has not agreed. */
export function askAtOnce(server: Server, call: Asking): Ask {
  const asked = new Map<string, Promise<string | true | undefined>>();
  return (question) => {
    const answer =
      asked.get(question.id) ??
      elicit(server, formOf(question), call).then(
        (reply) => answerOf(question, reply),
        () => undefined,
      );
    asked.set(question.id, answer);
    return answer;
  };
}

const replies = z.record(z.string(), ElicitResultSchema);

/** The state that a request carries when the client sends it again with answers. */
export const retryFields = { inputResponses: z.unknown().optional(), requestState: z.string().optional() };
type Retry = { inputResponses?: unknown; requestState?: string | undefined };

/**
 * Asks by rounds, as the revision without handshakes does: a call that has to ask ends with its questions, and is sent
 * again with the answers. https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export class Rounds {
  readonly #subject: () => string;
  readonly #answers: ReadonlyMap<string, Reply>;
  readonly #open = new Map<string, Question>();

  /** @param subject the caller and the input: answers of one call are invalid for another. McpError. */
  constructor(subject: () => string, { inputResponses = {}, requestState }: Retry) {
    this.#subject = subject;
    const earlier = requestState === undefined ? {} : readState(subject(), requestState);
    const given = replies.safeParse(inputResponses);
    const known = replies.safeParse(earlier);
    if (!known.success) throw new McpError(ErrorCode.InvalidParams, 'requestState is not that of this call');
    if (!given.success) throw new McpError(ErrorCode.InvalidParams, 'inputResponses must answer the forms asked for');
    this.#answers = new Map(Object.entries({ ...known.data, ...given.data }));
  }

  readonly ask: Ask = async (question) => {
    const reply = this.#answers.get(question.id);
    if (reply) return answerOf(question, reply);
    this.#open.set(question.id, question);
    throw new AnswerNeeded();
  };

  /** The result of a call that had something to ask; undefined when it had not. */
  get result() {
    if (this.#open.size === 0) return undefined;
    const asked = [...this.#open].map(([id, question]) => [
      id,
      { method: 'elicitation/create', params: formOf(question) },
    ]);
    return {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(asked) as object,
      requestState: stateOf(this.#subject(), Object.fromEntries(this.#answers)),
    };
  }
}

/**
 * A digest without a key, so that any node behind a load balancer can read the state. It binds answers to their call;
 * forging one gains a client nothing, since the answers are its own anyway.
 */
const digestOf = (subject: string, body: string) =>
  createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('base64url');

/** A JSON value as text that a client carries to its next request about the same subject. */
export function stateOf(subject: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${body}.${digestOf(subject, body)}`;
}

/** The value about this subject; undefined for anything else. */
export function readState(subject: string, state: string): unknown {
  const [body = '', digest] = state.split('.');
  if (digest !== digestOf(subject, body)) return undefined;
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
