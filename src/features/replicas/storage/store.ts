import type { ReplicaStore } from './replica-store.ts';
import type { ReplicationStore } from './replication-store.ts';

declare module '../../../domain/stores/store.ts' {
  interface Store {
    replication: ReplicationStore;
  }
  interface MachineStore {
    replicas: ReplicaStore;
  }
}
