import { localOwner } from '../src/domain/principal.ts';
import type { Backend } from '../src/mcp/backend.ts';
import { storeInMemory } from '../src/storage/sqlite/memory-store.ts';

const notes = [
  'Ada said that the release of python3 support was moved to March 2027. Nobody objected!',
  'The HTTPServer team doesn’t like meetings before ten o’clock',
  'Grandfather grew tomatoes behind the garage',
];
const queries = ['What did Ada say about the relase in march 2027?', 'tomatoes of the team', 'meetings last week'];

/**
 * Stores a few notes in memory and searches them through the gate, while nobody waits: patterns, checks of the input
 * and most of the code are then ready when the first real search comes, which takes half as long.
 */
export async function rehearse({ services, operations, call }: Backend): Promise<void> {
  const store = storeInMemory();
  const principal = localOwner('BUSINESS', 'rehearsal');
  const apart = { embeddings: undefined, rateLimiter: undefined, local: undefined, defaultCharacter: 'Ada' };
  const play = async (name: string, input: Record<string, unknown>) => {
    const operation = operations.get(name);
    if (operation) await call({ ...services, ...apart, store }, { principal, strict: true }, operation, input);
    // A call that has come meanwhile is next.
    await new Promise((resolve) => setImmediate(resolve));
  };
  await store.tenants.ensure(principal.tenantId, principal.tier, services.now());
  for (const content of notes) await play('add_memory_direct', { content, category: 'general' });
  for (const query of queries) await play('search_memories', { query });
  await store.close();
}
