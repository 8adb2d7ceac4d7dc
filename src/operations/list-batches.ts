import * as z from 'zod';
import { authorKinds, changeTypes } from '../domain/memory.ts';
import { maxPageSize } from '../domain/page.ts';
import { text } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { listBatches as list } from '../service/batch-list.ts';
import { characterId } from './fields.ts';

export const listBatches = operation({
  name: 'list_batches',
  title: 'List batches',
  description:
    'Batches of changes, newest first: deletions, moves, imports, merges, what hooks learnt, undos and answers that keep both memories of pairs, of one character or of all, each with its first change, an undo with what it undoes. undo_batch undoes one.',
  group: 'review',
  input: z.object({
    characterId: characterId.optional(),
    by: z.enum(authorKinds).optional().describe('Undos are listed in any case'),
    client: text(200, 1).optional().describe('The program that it came by'),
    changeType: z.enum(changeTypes).optional().describe('Of the first change'),
    cursor: text(200, 1).optional().describe('nextCursor of the page before'),
    limit: z.int().min(1).max(maxPageSize).default(20),
  }),
  output: z.object({
    batches: z.array(
      z.object({
        batchId: z.string(),
        characterId: z.string(),
        createdAt: z.string(),
        by: z.object({ kind: z.enum(authorKinds), name: z.string(), client: z.string().optional() }),
        memories: z.int(),
        added: z.int().optional().describe('Of learnt ones, how many it stored'),
        learntIn: z.string().optional().describe('The same for what was learnt of one session'),
        changeType: z.enum(changeTypes),
        content: z.string(),
        replacedBy: z.string().optional().describe('The present text of what an answer or a merge left of it'),
        memoryId: z.string(),
        moved: z.string().optional(),
        merged: z.boolean().optional(),
        kept: z.boolean().optional(),
        documents: z.array(z.string()).optional(),
        forgotten: z.string().optional().describe('What it forgot, as the user asked it'),
        undoes: z.string().optional(),
        changedSince: z.boolean(),
      }),
    ),
    nextCursor: z.string().optional(),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/batches', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, { characterId: reference, ...page }) => list(context, reference, page),
});
