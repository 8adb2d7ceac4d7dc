import { type Category, type CategoryPreset, categoryNotConfigured, isAsPreset, type NewCategory } from './category.ts';
import { ServiceError } from './errors.ts';
import { limits } from './limits.ts';
import type { CategoryChange, CategoryRemoval } from './stores/characters.ts';
import { foldCase } from './text.ts';

/** The key for comparing names of categories: without case. */
export function categoryKey(name: string): string {
  return foldCase(name.trim());
}

/** NameTaken when `twin`, another category of the same character, has the new name. */
export function requireFreeCategoryName(twin: Pick<Category, 'name'> | undefined): void {
  if (twin) throw new ServiceError('NameTaken', `The category "${twin.name}" exists already.`);
}

/** The most categories of a character: every extraction gets all of them. */
export const maxCategories = limits.categories;

/** ValidationError when a character with `count` categories can have no more. */
export function requireRoomForCategory(count: number): void {
  if (count >= maxCategories) {
    throw new ServiceError('ValidationError', `A character has at most ${maxCategories} categories.`);
  }
}

/** A category after a change; fields that the change lacks stay. */
export function changedCategory(current: Category, change: CategoryChange): Category {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...current, ...given };
}

/**
 * The imported category to store; undefined: none. It replaces one that is unchanged since the preset, never a changed
 * one. It does not become the default here even if it was the default elsewhere.
 */
export function takenCategory(
  current: Category | undefined,
  given: NewCategory,
  preset: CategoryPreset,
): NewCategory | undefined {
  if (!current) return { ...given, isDefault: false };
  const { description, importance, hints } = given;
  return isAsPreset(current, preset) ? changedCategory(current, { description, importance, hints }) : undefined;
}

/**
 * How a category is deleted: its active memories go to `target` (each with a revision), its deleted ones to `fallback`.
 */
export interface RemovalPlan {
  category: Category;
  /** Absent: there are no active memories to move. */
  target: Category | undefined;
  fallback: Category;
  answer: CategoryRemoval;
}

/**
 * Decides over all categories of a character. CategoryNotConfigured (either name); InvalidInput for the default
 * category, for one reassigned to itself, and for one with active memories and no `reassignTo`.
 */
export function planRemoval(
  categories: readonly Category[],
  name: string,
  reassignTo: string | undefined,
): RemovalPlan {
  const category = requireNamed(categories, name);
  const fallback = categories.find(({ isDefault }) => isDefault);
  if (!fallback) throw new Error('a character without a default category');
  if (category === fallback) {
    throw new ServiceError('InvalidInput', `"${category.name}" is the default category and can't be deleted.`);
  }
  const target = reassignTo === undefined ? undefined : requireNamed(categories, reassignTo);
  if (target === category) {
    throw new ServiceError('InvalidInput', 'reassignTo must name another category than the deleted one.');
  }
  const held = category.memoryCount;
  if (held > 0 && !target) {
    throw new ServiceError(
      'InvalidInput',
      `"${category.name}" holds ${held} memories: reassignTo must name where they go.`,
    );
  }
  const answer = { deleted: category.name, ...(target && { reassignedTo: target.name }), memoriesReassigned: held };
  return { category, target, fallback, answer };
}

function requireNamed(categories: readonly Category[], name: string): Category {
  const key = categoryKey(name);
  const found = categories.find((one) => categoryKey(one.name) === key);
  if (!found) throw categoryNotConfigured(name, categories);
  return found;
}
