import { type ErrorMessage, errorOf, messageOf, ServiceError } from '../../domain/errors.ts';
import type { ImportFormat } from '../../domain/file.ts';
import type { DayOrder } from '../dates.ts';
import type { ReadDocument } from '../document.ts';
import type { SlackChannel } from '../importers/slack.ts';
import { readDocument, readSnapshot } from '../read-document.ts';

/** A document to read: as an import, where an unreadable one is refused, or as a file that is stored in any case. */
export interface ReadingTask {
  as: 'document' | 'snapshot';
  name: string;
  bytes: Uint8Array;
  format: ImportFormat;
  /** As `Reading`; of imports only. */
  keepSecrets?: boolean | undefined;
  /** As `Reading`. */
  pieces?: number | undefined;
  unfoldedBytes?: number | undefined;
  dayOrder?: DayOrder | undefined;
  modifiedAt?: string | undefined;
  slack?: SlackChannel | undefined;
}

/** The reply of a thread. */
export type Reply = { document: ReadDocument } | { error: ErrorMessage } | { crash: string };

/** Reads a document in this thread. Errors as `readDocument`. */
export function runTask({ as, name, bytes, format, ...reading }: ReadingTask): Promise<ReadDocument> {
  return as === 'snapshot' ? readSnapshot(name, bytes) : readDocument(name, bytes, format, reading);
}

/** As `runTask`, its outcome as a message; InvalidContent for more text than `units`. */
export async function reply(task: ReadingTask, units: number): Promise<Reply> {
  try {
    const document = await runTask(task);
    const found = unitsOf(document);
    if (found <= units) return { document };
    const million = (count: number) => `${Math.ceil(count / 1e6)} million characters`;
    const message = `The statements of "${task.name}" come to ${million(found)} with the headings above each; at most ${million(units)} are read. Split it, or shorten its headings.`;
    throw new ServiceError('InvalidContent', message);
  } catch (error) {
    if (!(error instanceof ServiceError)) return { crash: (error as Error).stack ?? String(error) };
    return { error: messageOf(error) };
  }
}

/** The size of the message: a heading is sent again with each piece below it. */
function unitsOf({ pieces }: ReadDocument): number {
  return pieces.reduce(
    (sum, { body, context }) => context.reduce((total, part) => total + part.length, sum + body.length),
    0,
  );
}

/** The document of a reply, or its error thrown. */
export function documentOf(answered: Reply): ReadDocument {
  if ('document' in answered) return answered.document;
  if ('crash' in answered) throw new Error(`reading failed: ${answered.crash}`);
  throw errorOf(answered.error);
}
