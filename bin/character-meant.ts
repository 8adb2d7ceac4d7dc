import { UsageError } from './command-line.ts';
import type { OwnStore } from './own-store.ts';

/** Whose memories a command is about: who is named, else the only character there is. UsageError. */
export async function characterMeant({ config, services: { store }, principal }: OwnStore) {
  const { character } = config;
  if (character !== undefined) {
    const found = await store.characters.find(principal, character);
    return { character: found?.name ?? character, created: !found };
  }
  const filter = { status: 'ACTIVE', sortBy: 'NAME', sortOrder: 'ASC', limit: 2, page: 0 } as const;
  const [only, another] = (await store.characters.list(principal, filter)).characters;
  if (only && !another) return { character: only.name, created: false };
  throw new UsageError('--character NAME says whose memories are meant; the first writing makes it');
}
