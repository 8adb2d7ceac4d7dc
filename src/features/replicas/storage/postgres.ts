import type { StorePart } from '../../../storage/postgres/engine.ts';
import { replicationStore } from './postgres/replication.ts';

export const replicasPart: StorePart = {
  stores: (engine) => ({ replication: replicationStore(engine) }),
};
