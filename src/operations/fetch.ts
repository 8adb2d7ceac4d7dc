import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { reference } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { citation, citedBy } from '../service/retrieval/citation.ts';

/** In the form of https://developers.openai.com/api/docs/mcp. */
export const fetchMemory = operation({
  name: 'fetch',
  title: 'Read a memory',
  description: 'Read the whole text of one memory that search found, by the id of the result.',
  group: 'chatgpt',
  toolOnly: true,
  input: z.object({ id: reference(limits.reference) }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.string()),
  }),
  hints: reads,
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['MemoryNotFound'],
  async run(context, { id }) {
    const { store, principal } = context;
    const cited = citedBy(id);
    const character = cited && (await store.characters.identify(principal, cited.characterId));
    if (!character) throw unknown(id);
    const memory = await store.memories.get(principal, character.id, cited.memoryId).catch((error: unknown) => {
      throw error instanceof ServiceError && error.type === 'MemoryNotFound' ? unknown(id) : error;
    });
    const { content: text, category, importance, occurredAt, createdAt, updatedAt } = memory;
    const when = occurredAt === undefined ? {} : { occurredAt };
    const metadata = { character: character.name, category, importance, ...when, createdAt, updatedAt };
    return { ...citation(context, memory), text, metadata };
  },
});

function unknown(id: string): ServiceError {
  return new ServiceError('MemoryNotFound', `There is no memory ${id}. Take the id of a result of search.`);
}
