import * as z from 'zod';
import { shownConnection, shownJoin } from '../../../domain/connection.ts';
import { operation, reads } from '../../../gate/operation.ts';
import { shownOf } from '../domain/shown.ts';
import { atConnections } from '../service/connections.ts';

export const listConnections = operation({
  name: 'list_connections',
  title: 'List connections',
  description:
    'See the servers that characters of this machine are connected with: waiting changes, refused ones and why, the last contact.',
  group: 'admin',
  input: z.object({}),
  output: z.object({
    connections: z.array(shownConnection),
    joins: z.array(shownJoin).describe('Memories of one project, or of the person, on two machines: join_characters'),
    byName: z
      .array(shownJoin.pick({ into: true, folder: true }))
      .describe('Folders that use the memory of another machine because of their name alone'),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/connections', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound'],
  async run(context) {
    const { store, principal, now } = atConnections(context);
    const { joins, byName } = await store.projects.joins(principal);
    return { connections: (await store.replicas.list(now())).map(shownOf), joins, byName };
  },
});
