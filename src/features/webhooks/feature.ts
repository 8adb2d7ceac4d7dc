import { Outside } from '../../service/team/outside.ts';
import { Retention } from '../../service/team/retention.ts';
import type { Feature } from '../feature.ts';
import type { EventSender } from './domain/event-sender.ts';
import { deliveryRetentionMs } from './domain/webhook.ts';
import { DeliveryWorker } from './service/delivery-worker.ts';
import { HttpSender } from './service/http-sender.ts';

declare module '../../service/context.ts' {
  interface Services {
    /** Absent: nothing can be sent to webhooks. */
    eventSender?: EventSender | undefined;
  }
}

/** Events are sent to addresses that tenants choose. */
export const webhooks: Feature = {
  name: 'webhooks',

  wire({ config, services }) {
    services.eventSender = new HttpSender(new Outside({ exceptions: config.privateHosts.webhooks }));
  },

  jobs({ services, isServer }) {
    const { eventSender } = services;
    return [
      new Retention(services, [(now, most) => services.store.outbox.prune(now - deliveryRetentionMs, most)]),
      ...(isServer && eventSender ? [new DeliveryWorker(services, eventSender)] : []),
    ];
  },
};
