import * as z from 'zod';
import { erasure, trace } from '../domain/erasure.ts';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { memoryStates, shownEnds } from '../domain/memory.ts';
import { text } from '../domain/text.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import {
  erase,
  goingPlaces,
  maxShown,
  recordPlan,
  requirePerson,
  shownCharacters,
  shownMemories,
} from '../service/erasing.ts';
import { type ErasureAsked, planErasure } from '../service/erasure-plan.ts';
import { inMilliseconds } from '../service/memories.ts';
import { characterId, maxMemories, memoryChoice, memoryId } from './fields.ts';

/** As many as a search finds. */
const maxAlso = 100;

const input = z.object({
  characterId: characterId.optional(),
  everywhere: z.boolean().optional().describe('In all characters, whatever characterId says'),
  ids: z.array(memoryId).min(1).max(maxMemories).optional(),
  filter: z
    .object(memoryChoice)
    .optional()
    .describe('In place of ids: all from a file, an import, a session, a member; deleted ones too'),
  naming: z
    .array(text(limits.reference, 1).refine((words) => /[\p{L}\p{N}]/u.test(words), 'must have a letter or a digit'))
    .min(1)
    .max(20)
    .optional()
    .describe('In place of ids: all that has one of these, such as a name, now or in an earlier text'),
  also: z.array(memoryId).max(maxAlso).optional().describe('With naming: ids of memories that go too'),
  except: z.array(memoryId).max(maxShown).optional().describe('Ids of memories that stay'),
  confirm: z.boolean().optional().describe('Absent: nothing is erased, the answer says what would be'),
});

export const eraseMemories = operation({
  name: 'erase_memories',
  title: 'Erase memories for good',
  description:
    'Remove memories for good, with their history and what else in the store holds their texts; nothing brings them back. Without confirm a preview, with what else holds them.',
  group: 'review',
  callers: 'members',
  input,
  either: [{ all: ['ids'] }, { all: ['naming'], more: ['also'] }, { all: ['filter'] }],
  maxInput: inputBounds.profile,
  output: z.object({
    total: z.int(),
    memories: z.array(
      z.object({
        id: z.string(),
        characterId: z.string(),
        state: z.enum(memoryStates),
        content: z.string(),
        named: z
          .enum(goingPlaces)
          .optional()
          .describe('Where it is named; several: among others; near: nowhere, by `also`'),
        ...shownEnds,
      }),
    ),
    alike: z.array(z.string()).describe('Words that sound like those of `naming`, in another script: they stay'),
    traces: z.array(trace),
    characters: z
      .array(
        z.object({ id: z.string(), name: z.string(), memories: z.int(), traces: z.array(trace), stays: z.boolean() }),
      )
      .describe('The same by character; one that stays has memories with the words too'),
    erasures: z.array(erasure),
  }),
  hints: { ...sets, idempotent: false },
  rest: { method: 'POST', path: '/v1/erasures', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CategoryNotConfigured', 'FileNotFound', 'ConflictUnresolved'],
  async confirm(context, given) {
    if (!given.confirm) return undefined;
    const { memories, parts } = await planErasure(context, asked(given));
    if (parts.length === 0) return undefined;
    const nameOf = ({ character }: (typeof parts)[number]) => `"${character.name}"`;
    const holding = parts.filter((part) => part.memories.length > 0);
    const names = (holding.length > 0 ? holding : parts).map(nameOf).join(', ');
    const others = parts.flatMap((part) => {
      const where = parts.length > 1 ? ` in ${nameOf(part)}` : '';
      return part.traces.filter(({ stays }) => !stays).map(({ kind, count }) => `${kind}: ${count}${where}`);
    });
    const more = others.length === 0 ? '' : ` (with ${others.join(', ')})`;
    return `Erase ${memories} memories of ${names} for good${more}? Nothing brings them back.`;
  },
  async run(context, given) {
    if (given.confirm) requirePerson(context);
    const plan = await planErasure(context, asked(given));
    if (!given.confirm) await recordPlan(context, plan);
    return {
      total: plan.memories,
      // What is gone is not repeated.
      memories: given.confirm ? [] : await shownMemories(context, plan, given.naming),
      alike: plan.alike,
      traces: plan.traces,
      characters: shownCharacters(plan),
      erasures: given.confirm ? await erase(context, plan) : [],
    };
  },
});

function asked({
  characterId: id,
  everywhere,
  ids,
  filter,
  naming: words,
  also,
  except,
}: z.output<typeof input>): ErasureAsked {
  if (filter && Object.values(filter).every((value) => value === undefined))
    throw new ServiceError('InvalidInput', 'filter must have at least one field.');
  return { characterId: id, everywhere, ids: ids ?? also, filter: filter && inMilliseconds(filter), words, except };
}
