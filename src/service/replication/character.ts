import * as z from 'zod';
import { categoryFields, categoryName } from '../../domain/category.ts';
import { alias, tags } from '../../domain/character.ts';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { Principal, Role } from '../../domain/principal.ts';
import { roleIncludes } from '../../domain/principal.ts';
import {
  type CategoryStep,
  type CharacterFields,
  categorySteps,
  detailsAfter,
  fieldsOf,
} from '../../domain/replicated-character.ts';
import type { Store } from '../../domain/stores/store.ts';
import { author } from '../memories.ts';

interface Replicating {
  store: Store;
  principal: Principal;
  now: () => number;
}

const category = z.object({ name: categoryName, ...categoryFields });
const details = z.object({ tags, aliases: z.array(alias).max(limits.aliases), profile: z.looseObject({}) });

/** CharacterNotFound. */
export async function readFields({ store, principal }: Replicating, characterId: string): Promise<CharacterFields> {
  const [character, categories] = await Promise.all([
    store.characters.find(principal, characterId),
    store.categories.list(principal, characterId),
  ]);
  return character ? fieldsOf(character, categories) : {};
}

/**
 * Applies changes of a character's fields one by one, by the rules of the operations. Returns why some were refused.
 * @param removes whether categories are removed too; their memories move to the default one
 */
export async function applyFields(
  context: Replicating,
  characterId: string,
  changes: CharacterFields,
  removes: boolean,
): Promise<string[]> {
  if (Object.keys(changes).length === 0) return [];
  const { store, principal, now } = context;
  const refusals: string[] = [];
  const attempt = async (role: Role, apply: () => Promise<unknown>) => {
    try {
      if (!roleIncludes(principal.role, role)) throw new ServiceError('AccessDenied', `This needs the role ${role}.`);
      await apply();
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof z.ZodError)) throw error;
      refusals.push(error instanceof ServiceError ? error.message : z.prettifyError(error));
    }
  };
  const current = await store.categories.list(principal, characterId);
  for (const step of categorySteps(current, changes)) {
    if (step.kind === 'remove' && !removes) continue;
    await attempt(step.kind === 'remove' ? 'ADMIN' : 'MEMBER', () => applyStep(context, characterId, step));
  }
  const character = await store.characters.find(principal, characterId);
  if (character && detailsAfter(character, changes)) {
    await attempt('MEMBER', () =>
      store.characters.change(
        principal,
        characterId,
        (stored) => {
          const after = detailsAfter(stored, changes);
          details.parse(after);
          return after ?? {};
        },
        now(),
      ),
    );
  }
  return refusals;
}

function applyStep({ store, principal, now }: Replicating, characterId: string, step: CategoryStep): Promise<unknown> {
  if (step.kind === 'add') {
    const added = { ...category.parse(step.category), isDefault: false };
    return store.categories.add(principal, characterId, added, now());
  }
  if (step.kind === 'change') {
    const { name, description, importance, hints } = category.parse(step.category);
    return store.categories.change(principal, characterId, step.name, { name, description, importance, hints }, now());
  }
  return removeCategory({ store, principal, now }, characterId, step.name);
}

async function removeCategory({ store, principal, now }: Replicating, characterId: string, name: string) {
  const categories = await store.categories.list(principal, characterId);
  const fallback = categories.find(({ isDefault }) => isDefault)?.name;
  await store.categories.remove(principal, characterId, name, fallback, author({ principal, now }));
}
