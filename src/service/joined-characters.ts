import type { Character } from '../domain/character.ts';
import { isMachineStore } from '../domain/stores/store.ts';
import type { Context } from './context.ts';

/** Gives the one that arrived beside a character of its name, as `atlas (laptop)`, that name. */
export async function swapNames(
  { store, principal, now }: Pick<Context, 'store' | 'principal' | 'now'>,
  from: Pick<Character, 'id' | 'name'>,
  into: Pick<Character, 'id' | 'name'>,
): Promise<void> {
  if (!into.name.startsWith(`${from.name} (`)) return;
  const rename = (id: string, name: string) => store.characters.change(principal, id, () => ({ name }), now());
  await rename(from.id, `${from.name.slice(0, maxKept)} (${from.id})`);
  await rename(into.id, from.name);
  await rename(from.id, into.name);
}

/** UTF-16 units of a name, so that the id behind it fits. */
const maxKept = 100;

/**
 * Takes back what a join did beside moving memories: the folders, the name, and that the emptied one is archived. Whether the
 * batch was a join of characters that the caller may change.
 * @param ofId the id of one of them
 */
export async function takeJoinBack(
  { store, principal, now }: Context,
  batchId: string,
  ofId?: string,
): Promise<boolean> {
  const joined = isMachineStore(store) ? await store.projects.unjoin(principal, batchId, ofId, now()) : undefined;
  if (!joined) return false;
  await store.characters.change(principal, joined.fromId, () => ({ status: 'ACTIVE' }), now());
  const [from, into] = await Promise.all(
    [joined.fromId, joined.intoId].map((id) => store.characters.find(principal, id)),
  );
  if (from && into) await swapNames({ store, principal, now }, into, from);
  return true;
}
