import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { requireAtMachine } from '../domain/principal.ts';
import { reference } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';

export const connectHost = operation({
  name: 'connect_host',
  title: 'Connect a host',
  description:
    'The hosts that were found on this machine. With one of them: write this memory into its files, as init does, once the memory has proved to start.',
  group: 'admin',
  input: z.object({
    host: reference(limits.reference).optional().describe('Absent: nothing is written'),
    hooks: z.boolean().default(true).describe('Also its hooks, which recall and capture by themselves'),
  }),
  output: z.object({
    hosts: z.array(z.object({ host: z.string(), title: z.string(), isConnected: z.boolean() })),
    files: z.array(z.string()).describe('The written files'),
    problems: z.array(z.string()),
  }),
  hints: sets,
  rest: { method: 'POST', path: '/v1/hosts/connect', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  async run({ hostSetup: setup, principal }, { host, hooks }) {
    if (!setup) throw new ServiceError('NotFound', 'Only `agent-memory-service ui` connects the hosts of its machine.');
    requireAtMachine(principal);
    if (host === undefined) return { hosts: await setup.found(), files: [], problems: [] };
    if (!(await setup.found()).some((one) => one.host === host)) {
      throw new ServiceError('NotFound', `No host "${host}" was found on this machine.`);
    }
    const written = await setup.connect(host, hooks);
    return { ...written, hosts: await setup.found() };
  },
});
