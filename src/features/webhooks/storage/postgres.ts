import type { StorePart } from '../../../storage/postgres/engine.ts';
import { outboxStore } from './postgres/outbox.ts';
import { webhookStore } from './postgres/webhooks.ts';

export const webhooksPart: StorePart = {
  stores: ({ db, directory }) => ({ webhooks: webhookStore(db, directory), outbox: outboxStore(db) }),
};
