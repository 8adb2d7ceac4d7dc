import { z } from 'zod';
import { ServiceError } from './errors.ts';
import { importance } from './importance.ts';
import { label, text } from './text.ts';

export const categoryName = label(64);

/** What can be said of a category; hints are words and phrases that speak for it. */
export const categoryFields = {
  description: text(500),
  importance,
  hints: z.array(label(100)).max(50),
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

function preset(defaultName: string, rows: [name: string, description: string, hints: string][]): NewCategory[] {
  return rows.map(([name, description, hints]) => ({
    name,
    description,
    importance: 'NORMAL',
    hints: hints.split(', '),
    isDefault: name === defaultName,
  }));
}

/** The categories a new character starts with, by preset. The hints feed the rule-based extractor, so they are single words or phrases that people write. */
export const presets = {
  developer: preset('decisions', [
    [
      'skills',
      'What someone can do: languages, tools, techniques',
      'knows, can, skilled, experienced, expert, fluent, learned, learning, proficient',
    ],
    [
      'decisions',
      'What was decided, why, and what was ruled out',
      'decided, decision, chose, chosen, agreed, instead of, rejected, because, adopted, switched to',
    ],
    [
      'preferences',
      'Likes, dislikes and ways of working',
      'prefers, prefer, likes, like, loves, hates, dislikes, favourite, favorite, always use, never use, rather',
    ],
    [
      'events',
      'What happened or is scheduled, with its time',
      'yesterday, today, tomorrow, meeting, released, deployed, incident, outage, launched, deadline, happened',
    ],
    [
      'goals',
      'What is wanted or planned',
      'wants to, want to, plans to, plan to, goal, aims to, intends to, roadmap, todo, will, hopes to, milestone',
    ],
    [
      'relationships',
      'People, teams and how they are connected',
      'wife, husband, partner, son, daughter, mother, father, brother, sister, friend, colleague, boss, manager, team, works with, reports to, married',
    ],
  ]),
  standard: preset('general', [
    ['general', 'Anything that fits no other category', 'note'],
    [
      'preferences',
      'Likes, dislikes and habits',
      'prefers, prefer, likes, like, loves, love, hates, dislikes, favourite, favorite, enjoys, rather, allergic, vegetarian',
    ],
    [
      'facts',
      'Lasting facts: names, places, numbers, how things are',
      'is, are, has, lives in, born, works at, works as, called, address, phone, email, birthday, name',
    ],
    [
      'events',
      'What happened or is scheduled, with its time',
      'yesterday, today, tomorrow, meeting, went, visited, attended, happened, appointment, trip, party, conference, last week, next week',
    ],
    [
      'goals',
      'What is wanted or planned',
      'wants to, want to, plans to, plan to, goal, aims to, hopes to, intends to, dream, would like to, saving for, training for',
    ],
    [
      'relationships',
      'People and how they are connected',
      'wife, husband, partner, son, daughter, mother, father, brother, sister, friend, colleague, boss, manager, married, dating, family, dog, cat',
    ],
  ]),
} satisfies Record<string, NewCategory[]>;

export type CategoryPreset = keyof typeof presets;
export const presetNames = Object.keys(presets) as [CategoryPreset, ...CategoryPreset[]];

export function categoryNotConfigured(name: string, known: readonly { name: string }[]): ServiceError {
  return new ServiceError(
    'CategoryNotConfigured',
    `The character has no category "${name}". Its categories: ${known.map((one) => one.name).join(', ')}.`,
  );
}
