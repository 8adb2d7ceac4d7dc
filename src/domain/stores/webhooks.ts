import type { EventType } from '../event.ts';
import type { Page } from '../page.ts';
import type { Scope } from '../principal.ts';
import type { Attempt, Delivery, Webhook } from '../webhook.ts';

/** What signs what is sent to a webhook: the secret, and the one before while that still holds. */
export interface Secrets {
  secret: string;
  /** Signs as well until a time (ms). */
  old?: { secret: string; until: number } | undefined;
}

export type NewWebhook = Pick<Webhook, 'id' | 'url' | 'events' | 'includeContent' | 'characterIds' | 'description'> & {
  secret: string;
};

/** What is to be changed; null takes it away. */
export type WebhookChange = {
  [Key in 'url' | 'events' | 'includeContent' | 'status']?: Webhook[Key] | undefined;
} & { [Key in 'characterIds' | 'description']?: Webhook[Key] | null };

/**
 * A webhook, or a delivery of it, that does not exist is NotFound. Characters that the caller may not see are left out of
 * `characterIds`, and so are deliveries about them.
 */
export interface WebhookStore {
  /** InvalidInput when the tenant has as many as it may. */
  create(scope: Scope, created: NewWebhook, now: number): Promise<Webhook>;
  /** Oldest first. */
  list(scope: Scope): Promise<Webhook[]>;
  get(scope: Scope, webhookId: string): Promise<Webhook & Secrets>;
  /** AccessDenied unless its maker or an OWNER changes it. One that is enabled again begins without failures, and what waited for it is due. */
  change(scope: Scope, webhookId: string, change: WebhookChange, now: number): Promise<Webhook>;
  /** Removes it with its deliveries. */
  remove(scope: Scope, webhookId: string, now: number): Promise<void>;
  /** AccessDenied as `change`. The secret until now goes on signing until a time (ms). */
  rotate(scope: Scope, webhookId: string, secret: string, oldUntil: number, now: number): Promise<Webhook>;
  /** Newest first. */
  deliveries(
    scope: Scope,
    webhookId: string,
    filter: Page & { status?: Delivery['status'] | undefined },
  ): Promise<{ deliveries: Delivery[]; total: number }>;
  /** Makes a delivery due at once, from its first attempt on, whatever became of it. */
  redeliver(scope: Scope, webhookId: string, deliveryId: string, now: number): Promise<Delivery>;
}

/** One event on its way to one webhook. */
export interface DueDelivery extends Secrets {
  deliveryId: string;
  /** Tells its webhook from the others. */
  webhookNo: number;
  url: string;
  eventId: string;
  type: EventType;
  /** As it is sent. */
  body: string;
}

/** What came of one. */
export interface Delivered {
  deliveryId: string;
  attempt: Attempt;
}

/** Whose deliveries are, and until when (ms): when that is over another process may take them. */
export interface DeliveryLease {
  holder: string;
  until: number;
}

/** The outbox: events that wait for their receivers, of all tenants. */
export interface OutboxStore {
  /** Whether anything is due of webhooks that are enabled. */
  isDue(now: number): Promise<boolean>;
  /**
   * Records what came of deliveries that are still the holder's, then takes those that are due: of each webhook
   * the oldest, and never so many that more than `parallel` are under way over all holders. One unit for both, so
   * that a receiver's answers cost one write however many come at once. A webhook whose receiver wants nothing more, or
   * has failed for too long, is disabled: that has its line in the audit log, and the tenant's other webhooks are notified.
   * What is due of a webhook whose maker left, lost its role or no longer sees the character has failed and is not taken.
   */
  exchange(
    done: readonly Delivered[],
    lease: DeliveryLease,
    limits: { parallel: number; total: number },
    now: number,
  ): Promise<DueDelivery[]>;
  /** Keeps deliveries that are still the holder's for longer. */
  renew(lease: DeliveryLease, deliveryIds: readonly string[]): Promise<void>;
  /** Gives deliveries back that are still the holder's: they are due at once. */
  release(holder: string, deliveryIds: readonly string[], now: number): Promise<void>;
  /** Removes at most `limit` deliveries that are older than a time (ms); how many it were. */
  prune(before: number, limit: number): Promise<number>;
  /** Tenants whose new tier has come into force since the last time: their line is written and their webhooks are notified. */
  settleTiers(now: number): Promise<number>;
}
