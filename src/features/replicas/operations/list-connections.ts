import * as z from 'zod';
import { shownConnection } from '../../../domain/connection.ts';
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
  output: z.object({ connections: z.array(shownConnection) }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/connections', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound'],
  async run(context) {
    const { store, now } = atConnections(context);
    return { connections: (await store.replicas.list(now())).map(shownOf) };
  },
});
