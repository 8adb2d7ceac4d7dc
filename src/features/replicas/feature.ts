import { localOwner } from '../../domain/principal.ts';
import { isMachineStore, type Store } from '../../domain/stores/store.ts';
import type { Services } from '../../service/context.ts';
import type { Feature } from '../feature.ts';
import { shortOf } from './domain/shown.ts';
import { FolderJob } from './service/folder/folder-job.ts';
import { thisMachine } from './service/folder/known.ts';
import { Replicator } from './service/replicator.ts';

/** Characters of this machine's store are kept in step with a server, another machine or a shared folder. */
export const replicas: Feature = {
  name: 'replicas',

  wire({ services }) {
    services.connections = connectionsOf(services.store, services.now);
  },

  jobs({ config, services, machine }) {
    if (!machine) return [];
    const needs = { ...services, store: machine, principal: localOwner(config.tier) };
    return [new Replicator(needs), new FolderJob({ ...needs, machine: thisMachine() })];
  },
};

/** The connections of a store in short; undefined for a store that is no file of this machine. */
export function connectionsOf(store: Store, now: () => number): Services['connections'] {
  return isMachineStore(store) ? async () => shortOf(await store.replicas.list(now())) : undefined;
}
