import * as z from 'zod';
import { clipped, ServiceError } from '../../../domain/errors.ts';
import { storableText } from '../../../domain/text.ts';
import { givenFields } from './replicated-character.ts';
import {
  answeredErasures,
  digest,
  maxExchanged,
  maxRecallCounts,
  recallCount,
  type SentChange,
  type ServerRevision,
  sentErasures,
  serverRevision,
} from './replication.ts';
import { packChange, packRevisions, restoreChange, restoreRevisions } from './replication-packing.ts';

// The wire format is JSON in one field, so that it can change without a change of the interface.

/** UTF-16 units of a fault that a message names. */
const maxFault = 500;

/** The largest message, in code points. */
export const maxMessage = 690_000;

/**
 * The version of messages, which both sides must share. It rises when an older program would misunderstand a message.
 */
const form = 2;

/** Each is validated separately: an invalid one does not hold up the others. */
export const unreadChange = z.looseObject({ id: digest });
export type UnreadChange = Readonly<z.output<typeof unreadChange>>;

const cursor = z.string().min(1).max(200);
/** UTF-16 units of why a change was refused. */
export const maxReason = 5_000;

const request = z.object({
  changes: z.array(unreadChange).max(maxExchanged).default([]),
  /**
   * `after` of the last answer: the position of the server's changes from which the answer continues; absent: the
   * first.
   */
  after: cursor.optional(),
  /** The character's fields that the replica changed; null removes one. */
  character: givenFields.optional(),
  /** The digest of the fields that it knows. */
  knows: z.string().min(1).max(64).optional(),
  /** Recalls at the replica. Invalid ones are ignored, so that they block nothing. */
  recalls: z
    .object({ replica: storableText(64, 1), counts: z.array(recallCount).max(maxRecallCounts) })
    .optional()
    .catch(undefined),
  /** Older programs know nothing of erasures: they neither send nor answer this. */
  erasures: sentErasures.optional().catch(undefined),
});
type Read = z.output<typeof request>;
/** A change arrives unread: any object with an id. */
export type ExchangeGiven = Omit<Read, 'changes'> & { changes: readonly (SentChange | Read['changes'][number])[] };

const refusal = z.object({ id: digest, type: storableText(100), message: z.string().max(maxReason) });

const answer = z.object({
  /** The id of the server's store. */
  storeId: storableText(64),
  refused: z.array(refusal).max(maxExchanged),
  /** The author of revisions without one. */
  changedBy: serverRevision.shape.changedBy.optional(),
  revisions: z
    .array(serverRevision.partial({ at: true, changedBy: true }).extend({ asSent: z.boolean().optional() }))
    .max(maxExchanged),
  after: cursor.optional(),
  more: z.boolean(),
  /** Absent: unchanged since the replica's digest. */
  character: givenFields.optional(),
  erasures: answeredErasures.optional(),
});
/** An answer as it is, not packed for the wire. */
export const answerPage = answer
  .omit({ changedBy: true })
  .extend({ revisions: z.array(serverRevision).max(maxExchanged) });
export type ExchangeAnswer = Omit<z.output<typeof answer>, 'changedBy' | 'revisions'> & { revisions: ServerRevision[] };

/** Writes the message for a server. */
export function requestOf({ changes, ...given }: ExchangeGiven): string {
  return JSON.stringify({ form, ...given, ...(changes.length > 0 && { changes: changes.map(packChange) }) });
}

/** InvalidInput. */
export function readMessage(message: string): ExchangeGiven {
  const given = parsed(request, message, 'InvalidInput', 'message');
  return { ...given, changes: given.changes.map(restoreChange) };
}

/** @param changes those of the request */
export function answerOf({ revisions, ...given }: ExchangeAnswer, changes: ExchangeGiven['changes']): string {
  return JSON.stringify({ form, ...given, ...packRevisions(revisions, changes) });
}

/**
 * @param changes those of the request
 * @throws ServiceError ServiceUnavailable: the other side is not a server that this program understands;
 * ConflictUnresolved: it sent what no store takes
 */
export function readAnswer(message: unknown, changes: ExchangeGiven['changes']): ExchangeAnswer {
  const { changedBy, revisions, ...given } = parsed(answer, message, 'ServiceUnavailable', 'the answer of the server');
  return { ...given, revisions: restoreRevisions({ changedBy, revisions }, changes) };
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
  const theirs = (read as { form?: unknown } | null)?.form ?? 1;
  if (theirs !== form) {
    const isOlder = Number(theirs) < form;
    const side = type === 'InvalidInput' ? 'the store that asks' : 'the server';
    const how = isOlder
      ? `${side} has an older version of the program: update it`
      : `${side} has a newer version of the program: update this one`;
    throw new ServiceError(type, `${what} has form ${String(theirs)}, and not ${form}; ${how}.`);
  }
  const { data, error } = schema.safeParse(read);
  if (error) {
    const fault = type === 'InvalidInput' ? type : 'ConflictUnresolved';
    throw new ServiceError(fault, `${what} holds what no store takes: ${clipped(z.prettifyError(error), maxFault)}`);
  }
  return data as z.output<Schema>;
}
