import type { Output } from '../../client/client.ts';
import type { Document } from './documents.ts';

export type Report = Output<'importDocument'>;

/** A document and the result of its dry run. */
export interface Given extends Omit<Document, 'failure'> {
  report?: Report;
  failure?: unknown;
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
}
