import { type Exchanged, Replicator } from '../src/service/replication/replicator.ts';
import { contextOf } from './connections.ts';
import type { OwnStore } from './own-store.ts';

/** Exchanges everything with servers now. */
export const exchangeAll = (own: OwnStore): Promise<Exchanged[]> => new Replicator(contextOf(own)).all();

export const shownRows = (exchanged: readonly Exchanged[]) =>
  exchanged.map(({ problem, ...one }) => ({ ...one, result: problem ?? 'as at the server' }));
