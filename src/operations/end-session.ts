import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { reference } from '../domain/text.ts';
import { operation, sets } from '../gate/operation.ts';
import { sessionsOf } from '../service/tenancy/sessions.ts';

export const endSession = operation({
  name: 'end_session',
  title: 'End a session',
  description: 'Sign a browser out of the dashboard: one of yours, or as OWNER any of the team.',
  group: 'admin',
  input: z.object({ sessionId: reference(limits.sessionId) }),
  output: z.object({ ended: z.string() }),
  hints: sets,
  rest: { method: 'DELETE', path: '/v1/sessions/{sessionId}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  errors: ['NotFound'],
  async run(context, { sessionId }) {
    await sessionsOf(context).end(context.principal, sessionId);
    return { ended: sessionId };
  },
});
