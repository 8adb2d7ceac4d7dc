import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { requireAtMachine } from '../domain/principal.ts';
import { adds, operation } from '../gate/operation.ts';

export const backUpStore = operation({
  name: 'back_up_store',
  title: 'Back up the store',
  description: 'Write a checked copy of the whole store into a file of this machine, which `restore` puts back.',
  group: 'admin',
  input: z.object({}),
  output: z.object({
    file: z.string(),
    bytes: z.int(),
    characters: z.int(),
    memories: z.int(),
  }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/backups', status: 201 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  async run({ backUp, principal }) {
    if (!backUp) throw new ServiceError('NotFound', 'Only `agent-memory-service ui` over a file backs it up.');
    requireAtMachine(principal);
    return backUp();
  },
});
