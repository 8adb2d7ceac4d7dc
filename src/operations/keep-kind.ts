import * as z from 'zod';
import { statementKinds } from '../domain/captured-clause.ts';
import { operation, sets } from '../gate/operation.ts';
import { keepKindAgain } from '../service/hooks/captured.ts';
import { characterId } from './fields.ts';

export const keepKind = operation({
  name: 'keep_kind',
  title: 'Keep a kind again',
  description: 'Let hooks keep a kind of statement again that people rejected: verdicts up to now no longer count.',
  group: 'review',
  callers: 'members',
  input: z.object({ characterId, kind: z.enum(statementKinds) }),
  output: z.object({ characterId: z.string(), kind: z.enum(statementKinds) }),
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/captured-kinds/{kind}/keep', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived'],
  async run(context, { characterId: reference, kind }) {
    return { characterId: await keepKindAgain(context, reference, kind), kind };
  },
});
