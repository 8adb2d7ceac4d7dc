import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { inputBounds, operation, reads } from '../gate/operation.ts';
import type { Context } from '../service/context.ts';
import { citation } from '../service/retrieval/citation.ts';
import { type FoundInAll, searchAll } from '../service/retrieval/search-all.ts';
import { searchQuery } from './fields.ts';

const most = 10;
const result = z.object({ id: z.string(), title: z.string(), url: z.string() });

/** In the form of https://developers.openai.com/api/docs/mcp. */
export const search = operation({
  name: 'search',
  title: 'Search all memories',
  description:
    'Search the user’s long-term memory for facts, preferences, decisions and what was said earlier. Ask in plain words of any language; names and dates work. Best first; fetch reads the whole text of a result.',
  group: 'chatgpt',
  toolOnly: true,
  input: z.object({ query: searchQuery }),
  maxInput: inputBounds.text,
  output: z.object({ results: z.array(result) }),
  hints: reads,
  bucket: 'SEARCH',
  role: 'VIEWER',
  saysWhatHolds: true,
  async run(context, { query }) {
    const found = await searchAll(context, { query, limit: most });
    const results = found.memories.map((one) => citation(context, one));
    noteRecall(context, query, found, results);
    return { results };
  },
});

/** Recorded here and not by `loggedRecall`, because the answer lacks the relevance, which the dashboard shows. */
function noteRecall(
  context: Context,
  query: string,
  { memories, characterIds }: FoundInAll,
  results: readonly z.output<typeof result>[],
): void {
  if (context.forPerson || characterIds.length === 0) return;
  const asked = memories.length > 0 ? memories.map((one) => one.characterId) : characterIds;
  context.recalls?.note(context, {
    kind: 'search',
    query,
    characters: [...new Set(asked)].slice(0, limits.charactersAtOnce),
    texts: results.map(({ title }) => title),
    memories: memories.map(({ id: memoryId, relevance, characterId }) => ({ memoryId, relevance, characterId })),
  });
}
