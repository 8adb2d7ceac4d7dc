import * as z from 'zod';
import { operation, reads } from '../gate/operation.ts';
import { sessionsOf } from '../service/tenancy/sessions.ts';

export const listSessions = operation({
  name: 'list_sessions',
  title: 'List sessions',
  description: 'See where you are signed in to the dashboard, or as OWNER where anyone of the team is.',
  group: 'admin',
  input: z.object({}),
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        member: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string(),
        current: z.boolean().describe('The one that asks'),
        userAgent: z.string(),
        linkBy: z.string().optional().describe('Who made the link that opened it, if another'),
      }),
    ),
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/sessions', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'VIEWER',
  async run(context) {
    const sessions = await sessionsOf(context).list(context.principal);
    return { sessions: sessions.map((one) => ({ ...one, current: one.id === context.dashboardSession })) };
  },
});
