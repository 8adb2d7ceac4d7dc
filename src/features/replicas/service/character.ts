import type { Character } from '../../../domain/character.ts';
import { ServiceError } from '../../../domain/errors.ts';
import type { Principal, Role } from '../../../domain/principal.ts';
import { roleIncludes } from '../../../domain/principal.ts';
import type { Store } from '../../../domain/stores/store.ts';
import { author } from '../../../service/memories.ts';
import {
  type CategoryStep,
  type CharacterFields,
  categorySteps,
  detailsAfter,
  fieldsOf,
  identitiesIn,
  validFields,
} from '../domain/replicated-character.ts';

interface Replicating {
  store: Store;
  principal: Principal;
  now: () => number;
}

/** CharacterNotFound. The identities are for the owner alone: another member could have the owner's projects write into it. */
export async function readFields({ store, principal }: Replicating, characterId: string): Promise<CharacterFields> {
  const [character, categories, identities] = await Promise.all([
    store.characters.find(principal, characterId),
    store.categories.list(principal, characterId),
    store.replication.identities(principal, characterId),
  ]);
  if (!character) return {};
  return fieldsOf(character, categories, isOwner(character, principal) ? identities : []);
}

const isOwner = ({ owner }: Character, { memberId }: Principal): boolean => owner.id === memberId;

/**
 * Applies changes of a character's fields one by one, by the rules of the operations. Returns why some were refused.
 * `removes`: whether categories are removed too; their memories move to the default one. `role`: the most that the
 * sender may do. `identifies`: whether the sender may say of which project or person the character is the memory.
 */
export async function applyFields(
  context: Replicating,
  characterId: string,
  given: Readonly<Record<string, unknown>>,
  { removes, role: limit, identifies = true }: { removes: boolean; role?: Role | undefined; identifies?: boolean },
): Promise<string[]> {
  if (Object.keys(given).length === 0) return [];
  const { store, principal, now } = context;
  const { fields: changes, faults: refusals } = validFields(given);
  const attempt = async (role: Role, apply: () => Promise<unknown>): Promise<ServiceError | undefined> => {
    try {
      const isAllowed = roleIncludes(principal.role, role) && (limit === undefined || roleIncludes(limit, role));
      if (!isAllowed) throw new ServiceError('AccessDenied', `This needs the role ${role}.`);
      await apply();
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
  };
  const note = (refusal: ServiceError | undefined) => refusal && refusals.push(refusal.message);
  const current = await store.categories.list(principal, characterId);
  for (const step of categorySteps(current, changes)) {
    if (step.kind === 'remove' && !removes) continue;
    note(await attempt(step.kind === 'remove' ? 'ADMIN' : 'MEMBER', () => applyStep(context, characterId, step)));
  }
  const character = await store.characters.find(principal, characterId);
  const identities = identifies ? identitiesIn(changes) : [];
  if (identities.length > 0 && character && isOwner(character, principal))
    note(await attempt('MEMBER', () => store.replication.identify(principal, characterId, identities, now())));
  if (!character || !detailsAfter(character, changes)) return refusals;
  const change = (some: CharacterFields) =>
    attempt('MEMBER', () =>
      store.characters.change(principal, characterId, (stored) => detailsAfter(stored, some) ?? {}, now()),
    );
  if ((await change(changes)) === undefined) return refusals;
  // One field, such as an alias that another character has, must not hold up the others.
  for (const [name, value] of Object.entries(changes)) {
    if (detailsAfter(character, { [name]: value })) note(await change({ [name]: value }));
  }
  return refusals;
}

function applyStep({ store, principal, now }: Replicating, characterId: string, step: CategoryStep): Promise<unknown> {
  if (step.kind === 'add') {
    const added = { ...step.category, isDefault: false };
    return store.categories.add(principal, characterId, added, now());
  }
  if (step.kind === 'change') {
    const { name, description, importance, hints } = step.category;
    return store.categories.change(principal, characterId, step.name, { name, description, importance, hints }, now());
  }
  return removeCategory({ store, principal, now }, characterId, step.name);
}

async function removeCategory({ store, principal, now }: Replicating, characterId: string, name: string) {
  const categories = await store.categories.list(principal, characterId);
  const fallback = categories.find(({ isDefault }) => isDefault)?.name;
  await store.categories.remove(principal, characterId, name, fallback, author({ principal, now }));
}
