import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { authorKinds, changeTypes, importances } from '../domain/memory.ts';
import { maxPageSize } from '../domain/page.ts';
import { changeChoices } from '../domain/stores/changes.ts';
import { instant, text } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { ChangeFeed } from '../service/change-feed.ts';
import { listChanges as list } from '../service/changes.ts';
import { characterId } from './fields.ts';

/** A change in an answer. `id` names it in review_change. */
export const change = z.object({
  id: z.string(),
  characterId: z.string(),
  memoryId: z.string(),
  revision: z.int(),
  changeType: z.enum(changeTypes),
  by: z.object({ kind: z.enum(authorKinds), name: z.string(), client: z.string().optional() }),
  createdAt: z.string(),
  content: z.string(),
  previousContent: z.string().optional(),
  category: z.string(),
  previousCategory: z.string().optional(),
  importance: z.enum(importances),
  previousImportance: z.enum(importances).optional(),
  seen: z.boolean(),
  changedSince: z.boolean(),
  /** Made on another machine while this memory changed elsewhere: `previousContent` is the other text. */
  isConflict: z.boolean().optional(),
});

export const listChanges = operation({
  name: 'list_changes',
  title: 'List changes',
  description: 'See changes of memories, newest first: over all characters, or of one.',
  group: 'review',
  input: z.object({
    characterId: characterId.optional(),
    by: z.enum(authorKinds).optional(),
    client: text(200, 1).optional().describe('The program that it came by: a host, or the name of a key'),
    member: text(200, 1).optional().describe('The author, by id or name'),
    changeType: z.enum(changeTypes).optional().describe('Only changes of this kind'),
    batchId: text(limits.reference, 1).optional().describe('Only those of this batch'),
    toReview: z.boolean().optional().describe('Only edits of models that no person has reviewed yet'),
    only: z
      .enum(changeChoices)
      .optional()
      .describe(
        'edits: changes of stored memories outside of batches; learnt: new memories still active; noted: outside of batches; single: all outside of them that people would see',
      ),
    since: instant.optional().describe('Inclusive'),
    cursor: text(200, 1).optional().describe('nextCursor of the page before'),
    limit: z.int().min(1).max(maxPageSize).default(50),
  }),
  output: z.object({ changes: z.array(change), nextCursor: z.string().optional() }),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/changes',
    status: 200,
    feed: (context, { cursor, ...asked }, lastEventId) =>
      ChangeFeed.open(context, { ...asked, cursor: lastEventId ?? cursor }),
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, input) => list(context, input),
});
