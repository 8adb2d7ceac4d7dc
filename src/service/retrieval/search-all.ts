import type { Character } from '../../domain/character.ts';
import { maxPageSize, type Place } from '../../domain/page.ts';
import { computed } from '../computed.ts';
import type { Context } from '../context.ts';
import type { Query } from './search.ts';
import { type FoundAmong, searchThese } from './search-among.ts';

/** The memories of all characters that match, and the characters that were asked, the latest written first. */
export interface FoundInAll {
  memories: FoundAmong[];
  characterIds: string[];
}

/** Searches every active character that the caller may see. */
export const searchAll = computed('searchAll', async (context: Context, query: Query): Promise<FoundInAll> => {
  const characters = (await allCharacters(context)).filter(({ memoryCount }) => memoryCount > 0);
  const { memories } = await searchThese(context, characters, query);
  return { memories, characterIds: characters.map(({ id }) => id) };
});

/** Every active character that the caller may see, the latest written first. */
export async function allCharacters({ store, principal }: Context): Promise<Character[]> {
  const found: Character[] = [];
  const filter = {
    status: 'ACTIVE',
    sortBy: 'LAST_MEMORY_AT',
    sortOrder: 'DESC',
    page: 0,
    limit: maxPageSize,
  } as const;
  for (let after: Place | undefined; ; ) {
    const { characters, places, isMore } = await store.characters.list(principal, { ...filter, after });
    found.push(...characters);
    after = places.at(-1);
    if (!isMore) return found;
  }
}
