import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { requireAtMachine } from '../domain/principal.ts';
import { operation, reads } from '../gate/operation.ts';

export const checkHosts = operation({
  name: 'check_hosts',
  title: 'Check hosts',
  description:
    'Launch what the hosts of this machine have configured of this server, and look at their hooks: what works, and what to do where it does not.',
  group: 'admin',
  input: z.object({}),
  output: z.object({
    hosts: z.array(
      z.object({
        host: z.string(),
        file: z.string(),
        ok: z.boolean(),
        detail: z.string(),
        advice: z.string().optional(),
        ms: z.number().optional(),
      }),
    ),
  }),
  hints: reads,
  rest: { method: 'POST', path: '/v1/hosts/check', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  async run({ checkHosts: check, principal }) {
    if (!check) throw new ServiceError('NotFound', 'Only `agent-memory-service ui` looks at the hosts of its machine.');
    requireAtMachine(principal);
    return { hosts: await check() };
  },
});
