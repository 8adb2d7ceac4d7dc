import type { Character } from '../src/domain/character.ts';
import { type Principal, servicePrincipal } from '../src/domain/principal.ts';
import { storeInMemory } from '../src/features/sqlite.ts';
import type { Backend } from '../src/mcp/backend.ts';
import type { Services } from '../src/service/context.ts';

const notes = [
  'Ada said that the release of python3 support was moved to March 2027. Nobody objected!',
  'The HTTPServer team doesn’t like meetings before ten o’clock',
  'Grandfather grew tomatoes behind the garage',
];
const queries = ['What did Ada say about the relase in march 2027?', 'tomatoes of the team', 'meetings last week'];

/** A larger index takes longer to read than a first call should wait. */
const maxMemories = 20_000;

/**
 * Stores and searches a few notes in memory while the server is idle, so that most code is compiled: the first search
 * takes half as long. Then reads the index of the server's own character, or of the one written to last.
 * @param principal the principal of the first search; with several, no index is read
 */
export async function rehearse({ services, operations, call }: Backend, principal?: Principal): Promise<void> {
  // No agent asks: it is neither recorded nor counted.
  const uncounted = { metrics: undefined, rateLimiter: undefined, recalls: undefined };
  const apart = { ...services, ...uncounted, embeddings: undefined, local: undefined };
  const play = async (within: Services, by: Principal, name: string, input: Record<string, unknown>) => {
    const operation = operations.get(name);
    if (operation) await call(within, { principal: by }, operation, input);
    // A waiting call goes first.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const store = storeInMemory();
  const owner = servicePrincipal('BUSINESS', 'rehearsal');
  await store.tenants.ensure(owner.tenantId, owner.tier, services.now());
  const stage = { ...apart, store, defaultCharacter: 'Ada', makeDefault: undefined };
  for (const content of notes) await play(stage, owner, 'add_memory_direct', { content, category: 'general' });
  for (const query of queries) await play(stage, owner, 'search_memories', { query });
  await store.close();

  if (principal === undefined) return;
  const character = await likeliest(services, principal);
  if (character === undefined || character.memoryCount > maxMemories) return;
  for (const query of queries) await play(apart, principal, 'search_memories', { characterId: character.id, query });
}

async function likeliest({ store, defaultCharacter }: Services, principal: Principal): Promise<Character | undefined> {
  if (defaultCharacter !== undefined) return store.characters.find(principal, defaultCharacter);
  const latest = { status: 'ACTIVE', sortBy: 'LAST_MEMORY_AT', sortOrder: 'DESC', page: 0, limit: 1 } as const;
  return (await store.characters.list(principal, latest)).characters[0];
}
