import * as z from 'zod';
import { ServiceError } from './errors.ts';
import { characterFields } from './replicated-character.ts';
import { digest, maxExchanged, type SentChange, serverRevision } from './replication.ts';

// What goes over the wire: JSON in one field, whose form is between stores and may grow without the interface.

/** The most of one message, in code points. */
export const maxMessage = 690_000;

const request = z.object({
  /** Each is read by itself: one that the server does not take holds up no other. */
  changes: z
    .array(z.looseObject({ id: digest }))
    .max(maxExchanged)
    .default([]),
  /** `after` of the answer before: behind which of the server's changes the answer begins; absent: at the first. */
  after: z.string().min(1).max(200).optional(),
  /** The character's fields that the replica changed; null removes one. */
  character: characterFields.optional(),
  /** The digest of the fields that it knows. */
  knows: z.string().min(1).max(64).optional(),
});
type Read = z.output<typeof request>;
/** A change arrives unread: any object with an id. */
export type ExchangeGiven = Omit<Read, 'changes'> & { changes: readonly (SentChange | Read['changes'][number])[] };

const answer = z.object({
  /** The identity of the server's store. */
  storeId: z.string(),
  refused: z.array(z.object({ id: z.string(), type: z.string(), message: z.string() })),
  revisions: z.array(serverRevision),
  after: z.string().optional(),
  more: z.boolean(),
  /** Absent: as the replica knows them. */
  character: characterFields.optional(),
});
export type ExchangeAnswer = z.output<typeof answer>;

/** InvalidInput. */
export function readMessage(message: string): ExchangeGiven {
  return parsed(request, message, 'InvalidInput', 'message');
}

/** ServiceUnavailable: the other side is no server that this program understands. */
export function readAnswer(message: unknown): ExchangeAnswer {
  return parsed(answer, message, 'ServiceUnavailable', 'the answer of the server');
}

export function answerOf(given: ExchangeAnswer): string {
  return JSON.stringify(given);
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  message: unknown,
  type: 'InvalidInput' | 'ServiceUnavailable',
  what: string,
): z.output<Schema> {
  let read: unknown;
  try {
    read = JSON.parse(String(message));
  } catch {
    throw new ServiceError(type, `${what} is no JSON.`);
  }
  const { data, error } = schema.safeParse(read);
  if (error) throw new ServiceError(type, `${what}: ${z.prettifyError(error)}`);
  return data as z.output<Schema>;
}
