import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { memory, shownEnds } from '../domain/memory.ts';
import { maxPageSize } from '../domain/page.ts';
import { reference } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { describeName as describe, joinReasons } from '../service/names/names.ts';
import { characterId } from './fields.ts';
import { unsaid } from './list-duplicates.ts';
import { nameFields, namesRead } from './list-names.ts';

/** A memory of the name with what it says of it. */
const saying = memory.extend({
  ...shownEnds,
  said: z.string().optional().describe('The sentences of it that speak of the name; absent: all of it'),
});

export const describeName = operation({
  name: 'describe_name',
  title: 'A person or thing',
  description:
    'What memories say of a person or thing of list_names: what it is, what holds, by month, with whom, what may be outdated, and the memories, latest first.',
  group: 'review',
  input: z.object({
    characterId: characterId.optional(),
    name: reference(limits.reference),
    page: z.int().min(0).default(0).describe('Of the memories, from 0'),
    limit: z.int().min(1).max(maxPageSize).default(20),
  }),
  output: z.object({
    ...z.object(nameFields).partial({ first: true, last: true, changed: true }).shape,
    spellings: z.array(z.string()).describe('The commonest first'),
    joined: z.array(z.string()).describe('Aliases that a person has joined with it'),
    perhaps: z
      .array(z.object({ name: z.string(), alias: z.string(), memories: z.int(), why: z.enum(joinReasons) }))
      .describe('What join_names may join: `memories` have the other name'),
    months: z.array(z.object({ month: z.string(), memories: z.int() })),
    with: z.array(z.object({ name: z.string(), memories: z.int() })).describe('Names in the same memories'),
    doubted: z
      .array(z.object({ newer: memory, older: memory, ...unsaid }))
      .describe('Pairs of which the newer one may say what holds instead'),
    what: z
      .object({ id: z.string(), characterId: z.string(), content: z.string() })
      .optional()
      .describe('The memory that says what it is; absent where one of the name has ended or may be outdated'),
    renamed: z.array(z.object({ earlier: z.string(), name: z.string(), memoryId: z.string(), at: z.string() })),
    holding: z
      .array(
        saying.extend({
          earlier: z
            .literal(true)
            .optional()
            .describe('A newer one, before it, tells of the same state: where she lives'),
        }),
      )
      .describe('What holds, changes first, then the lasting; of what may be outdated in part, `said` is the rest'),
    about: z.array(saying),
    page: z.int(),
    ...namesRead,
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/names/described', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, asked) => describe(context, asked),
});
