import * as z from 'zod';
import { text } from '../../../domain/text.ts';
import { adds, inputBounds, operation } from '../../../gate/operation.ts';
import { characterId } from '../../../operations/fields.ts';
import { findCharacter } from '../../../service/characters.ts';
import { answerOf, maxMessage, readMessage } from '../domain/replication-message.ts';
import { exchange } from '../service/exchange.ts';

export const exchangeChanges = operation({
  name: 'exchange_changes',
  title: 'Exchange changes with a replica',
  description:
    'For stores that replicate a character (`connect`): takes the changes made there, answers those that are not there yet. No agent needs it.',
  group: 'admin',
  callers: 'clients',
  input: z.object({ characterId, message: text(maxMessage, 2).describe('JSON, as docs/formats.md has it') }),
  maxInput: inputBounds.document,
  documents: ['message'],
  output: z.object({ message: z.string() }),
  hints: { ...adds, idempotent: true },
  rest: { method: 'POST', path: '/v1/characters/{id}/exchange', status: 200, gzip: true },
  forPrograms: true,
  bucket: 'WRITE',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, message }) {
    const given = readMessage(message);
    const { id } = await findCharacter(context, reference);
    return { message: answerOf(await exchange(context, id, given), given.changes) };
  },
});
