import { clipped } from '../../domain/errors.ts';
import type { Memory } from '../../domain/memory.ts';
import { leastHelpful } from '../../domain/stores/recalls.ts';
import type { ReadingContext } from '../context.ts';
import { askedFor, searchOne } from './search.ts';

/** The most memories that one request to forget is about. */
const maxToForget = 20;
/** UTF-16 units. */
const maxShown = 120;

/** The memories about what a user asks to forget, the most relevant first; nothing is deleted. CharacterNotFound. */
export async function memoriesToForget(context: ReadingContext, characterId: string, what: string): Promise<Memory[]> {
  const asked = await askedFor(context, what);
  const query = { query: what, limit: maxToForget, guesses: false, minRelevance: leastHelpful };
  return (await searchOne(context, characterId, asked, query)).memories;
}

/** Has a person asked in the Queue whether memories are to be deleted. CharacterNotFound, AccessDenied. */
export async function askToForget(
  { store, principal, now }: ReadingContext,
  characterId: string,
  what: string,
  memoryIds: readonly string[],
): Promise<void> {
  if (memoryIds.length === 0) return;
  const { redactSecrets } = await import('../../text/secrets.ts');
  await store.forgetting.ask(principal, characterId, clipped(redactSecrets(what), maxShown), memoryIds, now());
}
