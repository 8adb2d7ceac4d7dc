import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../../base/log.ts';
import { SteppingJob } from '../../../../service/background/background.ts';
import { connectionKind, type ReplicaConnection } from '../../storage/replica-store.ts';
import type { Replicating } from '../replica.ts';
import type { Deciding } from './deciding.ts';
import { syncKnown } from './known.ts';
import { manifestFile } from './shared-folder.ts';

/** How often folders are looked at, and how often they are read in any case (ms). */
const [lookMs, readMs] = [5_000, 60_000];
/** Other processes wait this long for one that no longer looks. */
const leaseMs = 4 * lookMs;
const lease = 'folders';

type Needs = Replicating & Deciding & { log: Log };

/** Keeps the connected characters of a store in sync through shared folders. A lease chooses one of several processes. */
export class FolderJob extends SteppingJob {
  readonly #needs: Needs;
  readonly #everyMs: number;
  readonly #holder: string;
  readonly #read = new Map<string, { state: string; at: number }>();

  constructor(needs: Needs, everyMs = lookMs) {
    super();
    this.#needs = needs;
    this.#everyMs = everyMs;
    this.#holder = needs.newId();
  }

  protected async step(): Promise<number> {
    const { store, now } = this.#needs;
    const folders = (await store.replicas.list(now())).filter((one) => connectionKind(one) === 'folder');
    if (folders.length === 0 || !(await store.replicas.claim(this.#holder, now() + leaseMs, now(), lease)))
      return this.#everyMs;
    for (const one of folders) {
      if (this.stopping.signal.aborted) break;
      // One folder must not hold up the others.
      await this.#sync(one).catch((error: unknown) => this.failed(error));
    }
    return this.#everyMs;
  }

  protected failed(error: unknown): number {
    this.#needs.log('warn', 'a shared folder was not synced', { error });
    return readMs;
  }

  protected override async finish(): Promise<void> {
    await this.#needs.store.replicas.release(this.#holder, lease).catch(() => undefined);
  }

  /** Reads a folder that has changed, or of which changes wait here. One that is away, such as on a drive, is left. */
  async #sync(connection: ReplicaConnection): Promise<void> {
    const { url } = connection;
    const before = this.#read.get(url);
    const state = await stateOf(connection);
    const isOld = before === undefined || performance.now() - before.at >= readMs;
    if (state === undefined || (state === before?.state && !isOld)) return;
    this.#read.set(url, { state, at: performance.now() });
    await syncKnown(this.#needs, connection);
    // What this process has written is known.
    this.#read.set(url, { state: (await stateOf(connection)) ?? '', at: performance.now() });
  }
}

/** What the folder has, and what waits here; undefined: it is not there. */
async function stateOf({ url, replicas }: ReplicaConnection): Promise<string | undefined> {
  const path = fileURLToPath(url);
  if (!(await stat(path).catch(() => undefined))) return undefined;
  const bundles = ['requests', 'answers'].map(async (folder) => {
    const names = await readdir(join(path, folder)).catch(() => []);
    return names.map((name) => join(path, folder, name));
  });
  const files = [join(path, manifestFile), ...(await Promise.all(bundles)).flat()];
  const stats = files.map(async (file) => {
    const found = await stat(file).catch(() => undefined);
    return `${file} ${found?.mtimeMs} ${found?.size}`;
  });
  const waiting = replicas.map((one) => one.waiting);
  return [...(await Promise.all(stats)), ...waiting].join('\n');
}
