import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { shownEnds } from '../domain/memory.ts';
import { instant, text } from '../domain/text.ts';
import { inputBounds, operation, reads } from '../gate/operation.ts';
import { earlierStates, explainPrompt as explain, promptOutcomes } from '../service/hooks/why-nothing.ts';
import { milliseconds } from '../service/memories.ts';
import { characterId } from './fields.ts';

const near = {
  id: z.string(),
  characterId: z.string(),
  content: z.string(),
  relevance: z.number(),
  later: z.literal(true).optional(),
};

export const explainPrompt = operation({
  name: 'explain_prompt',
  title: 'Explain a prompt',
  description:
    'What hooks would give at a prompt now, and why not more: of the character, and of the own memory beside it.',
  group: 'review',
  input: z.object({
    characterId,
    prompt: text(limits.query, 1).describe('As it was typed'),
    askedAt: instant.optional().describe('When: memories that are so only since are marked as later'),
  }),
  maxInput: inputBounds.text,
  output: z.object({
    least: z.number(),
    asks: z.boolean(),
    allowed: z.boolean(),
    layers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        isOwn: z.boolean(),
        memories: z.array(
          z.object({
            ...near,
            outcome: z.enum(promptOutcomes),
            lacks: z.array(z.string()),
            answers: z.literal(true).optional(),
            was: z.object({ state: z.enum(earlierStates), said: z.string().optional() }).optional(),
            ...shownEnds,
          }),
        ),
      }),
    ),
    elsewhere: z.array(z.object({ ...near, characterName: z.string() })),
  }),
  hints: reads,
  rest: { method: 'POST', path: '/v1/characters/{id}/explain', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, { characterId: reference, prompt, askedAt }) =>
    explain(context, reference, prompt, milliseconds(askedAt)),
});
