import { fileURLToPath } from 'node:url';
import type { MachineStore } from '../../../../domain/stores/store.ts';
import type { ReplicaConnection } from '../../storage/replica-store.ts';
import { SharedFolder } from './shared-folder.ts';

/** Removes this store's files from a disconnected folder, if the folder can be reached. */
export async function leaveFolder({ tenants }: MachineStore, { url, storeId }: ReplicaConnection): Promise<void> {
  const folder = await SharedFolder.open(fileURLToPath(url)).catch(() => undefined);
  const own = await tenants.storeId();
  if (storeId === own) await folder?.removeManifest();
  else await folder?.removeRequest(own);
}
