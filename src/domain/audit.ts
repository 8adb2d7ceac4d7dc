import * as z from 'zod';
import { errorTypes } from './errors.ts';
import { ways } from './principal.ts';

/** The outcome of an action: OK, or the type of the error that refused it. */
export const outcomes = ['OK', ...errorTypes] as const;

/** A line of the audit log. It has ids and names of fields, never values. */
export const auditEvent = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({ memberId: z.string(), name: z.string(), via: z.enum(ways), keyId: z.string().optional() }),
  /** The operation's name. */
  action: z.string(),
  characterId: z.string().optional(),
  /** The object of the action: a memory, file, member, key or webhook. */
  targetId: z.string().optional(),
  outcome: z.enum(outcomes),
  requestId: z.string().optional(),
  address: z.string().optional(),
  /** The fields that were given; of a sign-in by another's link `maker` and that member's name. */
  detail: z.array(z.string()).optional(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/** A line without its author and time. */
export interface AuditSubject {
  characterId?: string | undefined;
  targetId?: string | undefined;
}
