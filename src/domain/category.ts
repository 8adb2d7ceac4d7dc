import * as z from 'zod';
import { ServiceError } from './errors.ts';
import { limits } from './limits.ts';
import { importance } from './memory.ts';
import { foldCase, label, text, uniqueLabels } from './text.ts';

export const categoryName = label(limits.categoryName);

/** The fields of a category; hints are words and phrases that suggest it. */
export const categoryFields = {
  description: text(limits.categoryDescription),
  importance,
  hints: uniqueLabels(limits.hints, limits.hint),
};

export const category = z.object({
  name: z.string(),
  description: z.string(),
  importance,
  hints: z.array(z.string()),
  isDefault: z.boolean(),
  memoryCount: z.int(),
});
export type Category = z.infer<typeof category>;
/** A category before it is stored. */
export type NewCategory = Omit<Category, 'memoryCount'>;

type PresetRow = [name: string, description: string, hints: string];

function preset(defaultName: string, rows: PresetRow[]): NewCategory[] {
  return rows.map(([name, description, hints]) => ({
    name,
    description,
    importance: 'NORMAL',
    hints: hints.split(', '),
    isDefault: name === defaultName,
  }));
}

const preferenceHints =
  'prefer, like, love, hate, dislike, enjoy, favorite, favourite, fan of, allergic, vegetarian, vegan, rather, always use, never use, never eat, avoid, used to like, usually';
const eventHints =
  'meeting, appointment, met, went, visited, attended, happened, trip, flight, party, wedding, conference, interview, deadline, moved, started, finished, graduated, launched, released, incident';
const goalHints =
  'want to, plan to, going to, goal, aim, hope to, intend to, would like to, dream of, need to, have to, remind, remember to, forget to, todo, saving for, training for, learn to, by the end of';
const relationshipHints =
  'wife, husband, partner, son, daughter, mother, father, mom, dad, parent, brother, sister, friend, girlfriend, boyfriend, colleague, boss, manager, neighbour, married to, dating, works with, reports to, dog, cat';

const factsAre = 'Lasting facts: names, places, numbers, how things are';
const decisions: PresetRow = [
  'decisions',
  'What was decided, why, and what was ruled out',
  'decided, decision, chose, chosen, agreed, instead of, reject, because, adopt, switched to, we use, must use, convention, policy, rule',
];

/**
 * The categories a new character starts with, by preset. Hints are words and phrases as people write them, in their
 * base form ("like" also finds "likes" and "liked"); a longer phrase outweighs a shorter one inside it.
 */
export const presets = {
  developer: preset('decisions', [
    [
      'skills',
      'What someone can do: languages, tools, techniques',
      'know, can, skill, experienced with, experience in, expert, fluent, speak, learned, proficient, good at, years of, certified',
    ],
    decisions,
    ['facts', factsAre, 'called, named, renamed, address, hosted, runs on, located, version, number'],
    ['preferences', 'Likes, dislikes and ways of working', preferenceHints],
    ['events', 'What happened or is scheduled, with its time', `${eventHints}, deploy, outage`],
    ['goals', 'What is wanted or planned', `${goalHints}, roadmap, milestone`],
    ['relationships', 'People, teams and how they are connected', `${relationshipHints}, team, lead, owner of`],
  ]),
  standard: preset('general', [
    ['general', 'Anything that fits no other category', 'note'],
    ['preferences', 'Likes, dislikes and habits', preferenceHints],
    [
      'facts',
      factsAre,
      'is, are, has, live in, born in, born on, work at, work as, work for, called, named, address, phone, email, birthday, name, age, speak, from',
    ],
    decisions,
    ['events', 'What happened or is scheduled, with its time', eventHints],
    ['goals', 'What is wanted or planned', goalHints],
    ['relationships', 'People and how they are connected', relationshipHints],
  ]),
} satisfies Record<string, NewCategory[]>;

export type CategoryPreset = keyof typeof presets;
export const presetNames = Object.keys(presets) as [CategoryPreset, ...CategoryPreset[]];
/** Of a memory that is made for a project. */
export const projectPreset: CategoryPreset = 'developer';

/** Whether a category is unchanged since its character's preset made it. */
export function isAsPreset({ name, description, importance, hints }: Category, preset: CategoryPreset): boolean {
  const made = presets[preset].find((one) => one.name === name);
  if (!made) return false;
  const parts = (one: Pick<Category, 'description' | 'importance' | 'hints'>) =>
    JSON.stringify([one.description, one.importance, one.hints]);
  return parts(made) === parts({ description, importance, hints });
}

/** The category of a name, without case. */
export function findCategory<T extends { name: string }>(name: string, known: readonly T[]): T | undefined {
  const key = foldCase(name.trim());
  return known.find((one) => foldCase(one.name) === key);
}

/** As findCategory. CategoryNotConfigured. */
export function requireCategory<T extends { name: string }>(name: string, known: readonly T[]): T {
  const found = findCategory(name, known);
  if (!found) throw categoryNotConfigured(name, known);
  return found;
}

export function categoryNotConfigured(name: string, known: readonly { name: string }[]): ServiceError {
  return new ServiceError(
    'CategoryNotConfigured',
    `The character has no category "${name}". Its categories: ${known.map((one) => one.name).join(', ')}.`,
  );
}
