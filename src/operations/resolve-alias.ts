import * as z from 'zod';
import { character, characterNotFound } from '../domain/character.ts';
import { limits } from '../domain/limits.ts';
import { reference } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';

export const resolveAlias = operation({
  name: 'resolve_alias',
  title: 'Resolve an alias',
  description: 'Find the character whose memory an alias (nickname) means, in any case.',
  group: 'characters',
  input: z.object({ alias: reference(limits.alias) }),
  output: character,
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/resolve/{alias}', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run({ store, principal }, { alias }) {
    const found = await store.characters.findByAlias(principal, alias);
    if (!found) throw characterNotFound(alias);
    return found;
  },
});
