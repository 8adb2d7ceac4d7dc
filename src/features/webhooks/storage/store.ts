import type { EventType } from '../../../domain/event.ts';
import type { Page, Paged } from '../../../domain/page.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { Attempt, Delivery, Webhook } from '../domain/webhook.ts';

/** The signing secrets of a webhook: the current one, and the previous one while it is valid. */
export interface Secrets {
  secret: string;
  /** The previous secret signs as well until a time (ms). */
  old?: { secret: string; until: number } | undefined;
}

export type NewWebhook = Pick<Webhook, 'id' | 'url' | 'events' | 'includeContent' | 'characterIds' | 'description'> & {
  secret: string;
};

/** The changed fields; null removes one. */
export type WebhookChange = {
  [Key in 'url' | 'events' | 'includeContent' | 'status']?: Webhook[Key] | undefined;
} & { [Key in 'characterIds' | 'description']?: Webhook[Key] | null };

/**
 * A missing webhook or delivery is NotFound. Characters that the caller may not see are left out of `characterIds`, and
 * so are deliveries about them.
 */
export interface WebhookStore {
  /** InvalidInput when the tenant has the maximum of webhooks. */
  create(scope: Scope, created: NewWebhook, now: number): Promise<Webhook>;
  /** Oldest first. */
  list(scope: Scope): Promise<Webhook[]>;
  get(scope: Scope, webhookId: string): Promise<Webhook & Secrets>;
  /**
   * AccessDenied unless its maker or an OWNER changes it. Enabling a webhook again resets its failures and makes its
   * waiting deliveries due.
   */
  change(scope: Scope, webhookId: string, change: WebhookChange, now: number): Promise<Webhook>;
  /** Removes it with its deliveries. */
  remove(scope: Scope, webhookId: string, now: number): Promise<void>;
  /** AccessDenied as `change`. The old secret also signs until a time (ms). */
  rotate(scope: Scope, webhookId: string, secret: string, oldUntil: number, now: number): Promise<Webhook>;
  /** Newest first. */
  deliveries(
    scope: Scope,
    webhookId: string,
    filter: Page & { status?: Delivery['status'] | undefined },
  ): Promise<Paged & { deliveries: Delivery[] }>;
  /** Makes a delivery due at once and restarts its attempts, also if it has been delivered or has failed. */
  redeliver(scope: Scope, webhookId: string, deliveryId: string, now: number): Promise<Delivery>;
}

/** One event on its way to one webhook. */
export interface DueDelivery extends Secrets {
  deliveryId: string;
  /** Identifies its webhook. */
  webhookNo: number;
  url: string;
  eventId: string;
  type: EventType;
  /** As it is sent. */
  body: string;
}

/** The result of one. */
export interface Delivered {
  deliveryId: string;
  attempt: Attempt;
}

/** The holder of a lease on deliveries and its end (ms). After that another process may take them. */
export interface DeliveryLease {
  holder: string;
  until: number;
}

/** The outbox: events that wait for their receivers, of all tenants. */
export interface OutboxStore {
  /** Whether enabled webhooks have due deliveries. */
  isDue(now: number): Promise<boolean>;
  /**
   * Records the results of deliveries that the holder still has, then leases due ones: the oldest of each webhook, at
   * most `parallel` over all holders. Both are one unit: any number of results costs one write.
   * - A webhook is disabled if its receiver unsubscribed or has failed for too long. Other webhooks of the tenant get
   *   events.
   * - Due deliveries fail if the webhook's creator left, lost the role or can no longer see the character.
   */
  exchange(
    done: readonly Delivered[],
    lease: DeliveryLease,
    limits: { parallel: number; total: number },
    now: number,
  ): Promise<DueDelivery[]>;
  /** Renews the leases of deliveries that the holder still has. */
  renew(lease: DeliveryLease, deliveryIds: readonly string[]): Promise<void>;
  /** Releases deliveries that the holder still has: they are due at once. */
  release(holder: string, deliveryIds: readonly string[], now: number): Promise<void>;
  /** Deletes at most `limit` deliveries older than a time (ms). Returns how many. */
  prune(before: number, limit: number): Promise<number>;
  /** Handles tenants whose new tier has come into force: writes their audit lines and notifies their webhooks. */
  settleTiers(now: number): Promise<number>;
}

declare module '../../../domain/stores/store.ts' {
  interface Store {
    webhooks: WebhookStore;
    outbox: OutboxStore;
  }
}
