import * as z from 'zod';
import { ServiceError } from '../../../domain/errors.ts';
import { eventNames } from '../../../domain/event.ts';
import { limits } from '../../../domain/limits.ts';
import type { Scope } from '../../../domain/principal.ts';
import { reference, text } from '../../../domain/text.ts';

/** The most webhooks of a tenant. */
export const maxWebhooks = limits.webhooks;
/** How long a delivery is stored, delivered or not. */
export const deliveryRetentionMs = 30 * 24 * 60 * 60_000;

export const webhookStatuses = ['ENABLED', 'DISABLED'] as const;
export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;

/** The fields of a webhook that callers set. */
export const webhookFields = {
  url: z.string().min(1).max(limits.webhookUrl).meta({ format: 'uri' }),
  events: z
    .array(z.enum(['*', ...eventNames]))
    .min(1)
    .max(eventNames.length + 1)
    .overwrite((given) => [...new Set(given)]),
  /** Limits events to these characters. */
  characterIds: z.array(reference(limits.reference)).min(1).max(limits.webhookCharacters),
  description: text(limits.webhookDescription),
  includeContent: z.boolean(),
};

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(['*', ...eventNames])),
  characterIds: z.array(z.string()).optional(),
  description: z.string().optional(),
  includeContent: z.boolean(),
  status: z.enum(webhookStatuses),
  createdAt: z.string(),
  /** Since when every delivery has failed. */
  failingSince: z.string().optional(),
});
export type Webhook = z.infer<typeof webhook>;

/** An attempt to deliver. Absent status: no answer. */
export const attempt = z.object({
  at: z.string(),
  ms: z.int(),
  httpStatus: z.int().optional(),
  error: z.string().optional(),
});
export type Attempt = z.infer<typeof attempt>;

export const delivery = z.object({
  id: z.string(),
  /** The event's id, which its receiver gets as `webhook-id`. */
  eventId: z.string(),
  type: z.enum(eventNames),
  at: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.array(attempt),
  nextAttemptAt: z.string().optional(),
});
export type Delivery = z.infer<typeof delivery>;

export function webhookNotFound(id: string): ServiceError {
  return new ServiceError('NotFound', `Webhook "${id}" does not exist.`);
}

export function deliveryNotFound(id: string): ServiceError {
  return new ServiceError('NotFound', `Delivery "${id}" does not exist under this webhook.`);
}

/** AccessDenied unless its maker or an OWNER changes a webhook: it receives everything that its maker may see. */
export function requireMaker(madeBy: string, { memberId, role }: Pick<Scope, 'memberId' | 'role'>): void {
  if (role === 'OWNER' || madeBy === memberId) return;
  throw new ServiceError('AccessDenied', 'Only its maker or an OWNER may change this webhook; make one of your own.');
}

/** InvalidInput when a tenant has the maximum of webhooks. */
export function requireFreeWebhook(count: number): void {
  if (count < maxWebhooks) return;
  throw new ServiceError('InvalidInput', `A tenant has at most ${maxWebhooks} webhooks.`);
}
