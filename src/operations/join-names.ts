import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { reference } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { joinNames as join } from '../service/names/join-names.ts';
import { characterId } from './fields.ts';

export const joinNames = operation({
  name: 'join_names',
  title: 'Join two names',
  description:
    'Say that two names of list_names are of one person or thing, such as a short form: the alias counts as the name; or that one is no name. No memory changes.',
  group: 'review',
  callers: 'members',
  input: z.object({
    characterId: characterId.optional(),
    name: reference(limits.reference)
      .optional()
      .describe('Absent: the alias is no name; the alias itself: it stands for itself alone'),
    alias: reference(limits.reference),
    joined: z.boolean().default(true).describe('false: takes it back'),
  }),
  output: z.object({
    name: z.string().optional(),
    alias: z.string(),
    joined: z.boolean(),
    characterIds: z.array(z.string()),
  }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/names/joined', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'NotFound'],
  run: (context, asked) => join(context, asked),
});
