import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { nameKinds } from '../domain/name-kinds.ts';
import { text } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { listNames as list } from '../service/names/names.ts';
import { characterId } from './fields.ts';

/** A name in memories; all times are instants. */
export const nameFields = {
  name: z.string(),
  kind: z.enum(nameKinds),
  memories: z.int().describe('Those that hold and say the name'),
  ended: z.int().describe('Those that say it and hold no more'),
  passing: z.int().describe('Those that have it only in a heading or label, or call somebody so'),
  first: z.string().describe('When the earliest of them happened'),
  last: z.string().describe('When the latest of them happened'),
  changed: z.string().describe('When one of them was last written or changed'),
  characterIds: z.array(z.string()),
};
/** The first calls after a start read a part of a large store each. */
export const namesRead = {
  read: z.int().describe('Memories that are read so far; ask again where it is less than total'),
  total: z.int(),
};

export const listNames = operation({
  name: 'list_names',
  title: 'People and things',
  description:
    'The names of people, then of things, in at least two memories of one character or of all; those that most memories say first. describe_name tells more of one.',
  group: 'review',
  input: z.object({
    characterId: characterId.optional(),
    kind: z.enum(nameKinds).optional().describe('Only people, or only things'),
    words: text(limits.reference, 1).optional().describe('Only names with these letters, also those in one memory'),
    limit: z.int().min(1).max(300).default(100),
  }),
  output: z.object({
    names: z.array(
      z.object({
        ...nameFields,
        same: z.string().optional().describe('What it may be a short form of, see join_names'),
      }),
    ),
    count: z.int().describe('All names'),
    none: z.array(z.string()).describe('What a person said to be no names, see join_names'),
    people: z.int().describe('Those of persons'),
    ...namesRead,
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/names', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, asked) => list(context, asked),
});
