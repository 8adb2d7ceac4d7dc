import type { OwnStore } from './own-store.ts';

/** The character of a command: the named one, else that of the folder (see `whoseAt`). */
export async function characterMeant({
  services,
  principal,
}: OwnStore): Promise<{ character: string; created: boolean }> {
  const { store, defaultCharacter = '' } = services;
  const found = await store.characters.find(principal, defaultCharacter);
  return { character: found?.name ?? defaultCharacter, created: !found };
}
