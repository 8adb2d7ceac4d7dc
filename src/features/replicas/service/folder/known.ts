import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../../domain/errors.ts';
import { finishSteps } from '../../../../service/erasing.ts';
import type { ReplicaConnection } from '../../storage/replica-store.ts';
import type { Replicating } from '../replica.ts';
import { type Answered, type Deciding, syncDeciding } from './deciding.ts';
import { type Standing, syncReplica } from './replica.ts';
import { SharedFolder } from './shared-folder.ts';

/** The name of this machine in a folder. */
export const thisMachine = (): string => hostname().slice(0, 100) || 'a machine without a name';

/** The outcome of a synchronization with a folder. */
export interface FolderSynced {
  folder: string;
  /** The machine of the store that decides, and whether it is this one. */
  decidedOn: string;
  decidesHere: boolean;
  /** Where another store decides. */
  characters?: (Standing & { result: string })[];
  /** Where this store decides. */
  replicas?: Answered[];
  notices: string[];
  problem?: string | undefined;
}

/** @param opened the folder, if it is already open; otherwise the stored passphrase opens it */
export async function syncKnown(
  context: Replicating & Deciding,
  connection: ReplicaConnection,
  opened?: SharedFolder,
): Promise<FolderSynced> {
  const place = { folder: connection.url, decidedOn: connection.member, notices: opened?.notices ?? [] };
  try {
    const folder = opened ?? (await openKnown(connection, place.notices));
    const noted = () =>
      context.store.replicas.note(connection.url, folder.faults[0] ? { problem: folder.faults[0] } : {});
    if (connection.decides.length > 0) {
      const replicas = await syncDeciding(context, folder, connection);
      await finishSteps(context);
      await noted();
      const problem = replicas.find((one) => one.problem !== undefined)?.problem ?? folder.faults[0];
      return { ...place, decidesHere: true, replicas, ...(problem !== undefined && { problem }) };
    }
    const standings = await syncReplica(context, folder, connection);
    await finishSteps(context);
    await noted();
    const isMet = (await context.store.replicas.list(Date.now())).find(
      ({ url }) => url === connection.url,
    )?.contactedAt;
    const [fault] = folder.faults;
    const characters = standings.map((one) => ({ ...one, result: resultOf(one, isMet !== undefined, fault) }));
    const problem = standings.find((one) => one.problem !== undefined)?.problem ?? fault;
    return { ...place, decidesHere: false, characters, ...(problem !== undefined && { problem }) };
  } catch (error) {
    if (!(error instanceof ServiceError || isOfFiles(error))) throw error;
    await context.store.replicas.note(connection.url, { problem: error.message });
    return { ...place, decidesHere: connection.decides.length > 0, problem: error.message };
  }
}

/** Whether a file or folder can't be read or written: no space, no permission, no folder. */
const isOfFiles = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

async function openKnown({ url, keyFile }: ReplicaConnection, notices: string[]): Promise<SharedFolder> {
  const folder = await SharedFolder.open(fileURLToPath(url), notices);
  const passphrase = storedPassphrase(keyFile);
  if (passphrase !== undefined) await folder.unlock(passphrase);
  else if (keyFile !== '') {
    const message = `The passphrase of ${url} is not stored here: sync this folder with --passphrase-file.`;
    throw new ServiceError('Unauthorized', message);
  }
  return folder;
}

/** A stored passphrase. It is not in backups. */
export function storedPassphrase(keyFile: string): string | undefined {
  return keyFile !== '' && existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : undefined;
}

/** The result of a character of which nothing waits. */
export const settled = 'up to date';

function resultOf({ problem, waiting }: Standing, isMet: boolean, fault: string | undefined): string {
  if (problem !== undefined) return problem;
  if (fault !== undefined) return 'the answer of the other machine could not be used';
  if (!isMet) return 'asked: the other machine answers when it syncs';
  return waiting === 0 ? settled : 'sent: the other machine answers when it syncs';
}
