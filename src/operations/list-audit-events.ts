import * as z from 'zod';
import { auditEvent, outcomes } from '../domain/audit.ts';
import { limits } from '../domain/limits.ts';
import { maxPageSize } from '../domain/page.ts';
import { instant, reference } from '../domain/text.ts';
import { operation, reads } from '../gate/operation.ts';
import { exportLines, listLines } from '../service/team/audit.ts';

const asked = {
  since: instant.optional().describe('Inclusive'),
  until: instant.optional().describe('Exclusive'),
  member: reference(limits.reference).optional().describe('Id or name'),
  action: reference(100).optional().describe("An operation's name"),
  characterId: reference(limits.reference).optional(),
  outcome: z.enum(outcomes).optional(),
};

export const listAuditEvents = operation({
  name: 'list_audit_events',
  title: 'List audit events',
  description:
    'See who changed what, when and from where, and which calls were refused: newest first. A page may be short, or empty, while there is a nextCursor. BUSINESS tier.',
  group: 'admin',
  input: z.object({
    ...asked,
    limit: z.int().min(1).max(maxPageSize).default(50),
    cursor: reference(64).optional().describe('nextCursor of the page before'),
  }),
  output: z.object({ events: z.array(auditEvent), nextCursor: z.string().optional() }),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/audit',
    status: 200,
    stream: { type: 'application/x-ndjson', item: auditEvent, run: (context, input) => exportLines(context, input) },
  },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  feature: 'auditTrail',
  errors: ['CharacterNotFound'],
  run: (context, input) => listLines(context, input),
});
