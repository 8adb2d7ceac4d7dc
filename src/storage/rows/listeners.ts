import { randomUUID } from 'node:crypto';
import type { EventType } from '../../domain/event.ts';
import { type Outgoing, outgoing, type Subscription } from '../../domain/event-rules.ts';
import { localMemberId, type Scope } from '../../domain/principal.ts';
import { hasFeature, type Tier, tiers } from '../../domain/tier.ts';
import { type Done, occasionOf } from './audit.ts';

/** The tiers whose webhooks are notified. */
export const listening = tiers.filter((tier) => hasFeature(tier, 'webhooks'));

/** A webhook, as delivery needs it. */
export type Listener = Subscription & { no: number };
export interface ListenerRow {
  no: number;
  /** JSON. */
  events: string;
  /** JSON. */
  character_ids: string | null;
  include_content: number;
}
export const listenerColumns = 'webhooks.no, webhooks.events, webhooks.character_ids, webhooks.include_content';

/**
 * Whether the `maker` of a webhook may still have one. A maker that is not in the list of members is the local owner,
 * or known only by its token.
 */
export const makerMayListen = `(maker.role IS NULL
  OR (maker.removed_at IS NULL AND maker.status = 'ACTIVE' AND maker.role IN ('ADMIN', 'OWNER')))`;
/** Whether it sees everything of the tenant. */
export const makerSeesAll = `(coalesce(maker.role, '') = 'OWNER' OR webhooks.made_by = '${localMemberId}')`;

export function listens(row: Omit<ListenerRow, 'no'>) {
  return {
    events: JSON.parse(row.events) as (EventType | '*')[],
    includeContent: row.include_content === 1,
    ...(row.character_ids !== null && { characterIds: JSON.parse(row.character_ids) as string[] }),
  };
}

export function toListener(row: ListenerRow): Listener {
  return { no: row.no, ...listens(row) };
}

/** The deliveries to these webhooks for the events of a unit. */
export function sentOf(scope: Scope, now: number, done: Done, webhooks: readonly Listener[]): Outgoing<Listener>[] {
  if (webhooks.length === 0) return [];
  const happened = done.happened?.(webhooks.some(({ includeContent }) => includeContent)) ?? [];
  return outgoing(webhooks, happened, occasionOf(scope, done, now), randomUUID);
}

/** Event of a tier change, and the tiers whose webhooks get it: also when the new tier lacks webhooks. */
export function changedTier(previous: Tier, tier: Tier): { done: Done; notified: readonly Tier[] } {
  const notified = hasFeature(previous, 'webhooks') || hasFeature(tier, 'webhooks') ? tiers : [];
  return { done: { happened: () => [{ type: 'tier.changed', data: { tier, previous } }] }, notified };
}
