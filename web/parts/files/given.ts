import type { Output } from '../../client/client.ts';
import type { Document } from './documents.ts';

export type Report = Output<'importDocument'>;

/** A document and the result of its dry run. */
export interface Given extends Omit<Document, 'failure'> {
  report?: Report;
  /** The dry run of the chosen conversations, where some are left out. */
  chosen?: Report | undefined;
  failure?: unknown;
}

/** What a document gives by the present choice. */
export function outcomeOf({ report, chosen }: Given): Report | undefined {
  return chosen ?? report;
}

/** How documents are sent. */
export interface How {
  /** Who remembers it. */
  characterId: string;
  dryRun: boolean;
  /** One undo takes back what has the same. */
  batchId?: string;
  /** Also the assistant's answers. */
  answers: boolean;
  /** Only these of all conversations. */
  isChosen?: (conversation: string) => boolean;
}
