import * as z from 'zod';
import { characterFields } from '../domain/replicated-character.ts';
import { maxExchanged, sentChange, serverRevision } from '../domain/replication.ts';
import { text } from '../domain/text.ts';
import { adds, inputBounds, operation } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { exchange } from '../service/replication/exchange.ts';
import { characterId } from './fields.ts';

export const exchangeChanges = operation({
  name: 'exchange_changes',
  title: 'Exchange changes with a replica',
  description:
    'For stores that replicate a character: send the changes made there, and get those that are not there yet. No agent needs it.',
  group: 'admin',
  input: z.object({
    characterId,
    changes: z.array(sentChange).max(maxExchanged).default([]),
    after: text(200, 1).optional().describe('`after` of the answer before'),
    character: characterFields.optional().describe('Fields that changed; null removes one'),
    knows: text(64, 1).optional().describe('The digest of the fields that are known'),
  }),
  maxInput: inputBounds.document,
  output: z.object({
    storeId: z.string(),
    refused: z.array(z.object({ id: z.string(), type: z.string(), message: z.string() })),
    revisions: z.array(serverRevision),
    after: z.string().optional(),
    more: z.boolean(),
    character: characterFields.optional(),
  }),
  hints: { ...adds, idempotent: true },
  rest: { method: 'POST', path: '/v1/characters/{id}/exchange', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, ...given }) {
    const { id } = await findCharacter(context, reference);
    return exchange(context, id, given);
  },
});
