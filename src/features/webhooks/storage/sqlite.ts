import type { StorePart } from '../../../storage/sqlite/engine.ts';
import { outboxStore } from './sqlite/outbox.ts';
import { webhookStore } from './sqlite/webhooks.ts';

export const webhooksPart: StorePart = {
  stores: ({ db }) => ({ webhooks: webhookStore(db), outbox: outboxStore(db) }),
};
