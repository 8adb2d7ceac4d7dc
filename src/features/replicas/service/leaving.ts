import { basename, dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MachineStore } from '../../../domain/stores/store.ts';
import { connectionKind, type ReplicaConnection } from '../storage/replica-store.ts';
import { endCredential } from './credential.ts';
import { SharedFolder } from './folder/shared-folder.ts';

/**
 * Deletes the keys and the shared files of connections without characters, and ends their sign-ins at the server.
 * @param before all connections as they were
 * @param notEnded called for a server that could not be asked to end it
 */
export async function leaveUnused(
  store: MachineStore,
  before: readonly ReplicaConnection[],
  now: number,
  notEnded: (url: string, problem: string) => void,
): Promise<void> {
  const left = new Set((await store.replicas.list(now)).map(({ url }) => url));
  for (const connection of before.filter(({ url }) => !left.has(url))) {
    if (connectionKind(connection) === 'folder') await leaveFolder(store, connection);
    const problem = isOwn(connection.keyFile) ? await endCredential(connection.keyFile) : undefined;
    if (problem !== undefined) notEnded(connection.url, problem);
  }
}

/** A file that `connect` wrote: a copied store may name any other file. */
function isOwn(keyFile: string): boolean {
  return basename(dirname(keyFile)) === 'connections' && extname(keyFile) === '.key';
}

/** Removes this store's files from a disconnected folder, if the folder can be reached. */
async function leaveFolder({ tenants }: MachineStore, { url, storeId }: ReplicaConnection): Promise<void> {
  const folder = await SharedFolder.open(fileURLToPath(url)).catch(() => undefined);
  const own = await tenants.storeId();
  if (storeId === own) await folder?.removeManifest();
  else await folder?.removeRequest(own);
}
