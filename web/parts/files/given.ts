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

/** What is not to be imported: parts, and single memories of the others. */
export interface Without {
  parts: ReadonlySet<string>;
  memories: ReadonlySet<string>;
}

/** What of conversations is imported beside what the user said to be kept. */
export interface Takes {
  answers: boolean;
  passing: boolean;
}

/** How many memories a document gives by the present choice, without the single ones that are left out. */
export function addedBy(one: Given, { parts, memories }: Without): number {
  const { conversations = [], examples = [] } = one.report ?? {};
  const chosen = conversations.filter(({ id }) => !parts.has(id)).flatMap(({ examples = [] }) => examples);
  const shown = conversations.length > 0 ? chosen : examples;
  return (outcomeOf(one)?.memoriesAdded ?? 0) - shown.filter((text) => memories.has(text)).length;
}

/** How documents are sent. */
export interface How extends Takes {
  /** Who remembers it. */
  characterId: string;
  dryRun: boolean;
  /** One undo takes back what has the same. */
  batchId?: string;
  /** Single memories that are left out. */
  without?: readonly string[];
  /** Only these of all conversations. */
  isChosen?: (conversation: string) => boolean;
}
