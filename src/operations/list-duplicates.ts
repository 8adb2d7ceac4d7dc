import * as z from 'zod';
import { memory } from '../domain/memory.ts';
import { text } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { fitting } from '../service/answer-size.ts';
import { characterIdOf } from '../service/characters.ts';
import { beforeAllPairs, findPairs, keptLinks, linkedPairs } from '../service/duplicates.ts';
import { characterId } from './fields.ts';

/** What is said of a pair of which the newer one may say what holds instead. */
export const unsaid = {
  remains: z.string().optional(),
  edit: z.object({ from: z.string(), to: z.string() }).optional(),
};

const pair = z.object({
  kind: z.enum(['duplicate', 'contradiction', 'outdated']),
  likeness: z.number(),
  shared: z.array(z.string()),
  memories: z.array(memory).length(2),
  weak: z.boolean().optional(),
  ...unsaid,
});

const counts = z.object({ duplicate: z.int(), contradiction: z.int() });

export const listDuplicates = operation({
  name: 'list_duplicates',
  title: 'List likely duplicates',
  description:
    'Pairs of memories that say about the same, contradict each other or of which the newer one may say what holds instead, the surest first: of one character or of all. Those marked weak are only alike: each says something of its own. Pairs are found in the background. merge_memories merges two, keep_both says that both are right.',
  group: 'review',
  input: z.object({
    characterId: characterId.optional(),
    limit: z.int().min(1).max(50).default(25).describe('How many pairs are answered'),
    kept: z
      .boolean()
      .default(false)
      .describe('In place of the others those of which keep_both says that both are right'),
    cursor: text(200, 1).optional().describe('nextCursor of the page before'),
  }),
  output: z.object({
    pairs: z.array(pair),
    counts,
    weak: counts,
    looked: z.int(),
    total: z.int(),
    nextCursor: z.string().optional(),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/duplicates', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, ...asked }) {
    const id = await characterIdOf(context, reference);
    const { pairs, cursors, isMore, ...found } = await findPairs(context, id, asked);
    const readLinks = asked.kept ? keptLinks : linkedPairs;
    const links = asked.cursor === undefined ? await readLinks(context, id) : [];
    const all = [...links, ...pairs];
    const shown = all.slice(0, fitting(all, context));
    const hasMore = shown.length < all.length || isMore;
    const last = hasMore && (cursors[shown.length - links.length - 1] ?? beforeAllPairs);
    return { pairs: shown, ...found, ...(last && { nextCursor: last }) };
  },
});
