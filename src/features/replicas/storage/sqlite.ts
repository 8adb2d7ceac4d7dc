import type { StorePart } from '../../../storage/sqlite/engine.ts';
import { endReplica } from './sqlite/ending.ts';
import { sendAgain } from './sqlite/outbox.ts';
import { replicaStore } from './sqlite/replicas.ts';
import { replicationStore } from './sqlite/replication.ts';

export const replicasPart: StorePart = {
  stores: (engine) => ({ replicas: replicaStore(engine), replication: replicationStore(engine) }),
  onMemoryChanged: sendAgain,
  onCharacterDeleted: endReplica,
};
