import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { MachineStore } from '../../src/domain/stores/store.ts';
import { decideIn, syncDeciding } from '../../src/features/replicas/service/folder/deciding.ts';
import { joinFolder, syncReplica } from '../../src/features/replicas/service/folder/replica.ts';
import { SharedFolder } from '../../src/features/replicas/service/folder/shared-folder.ts';
import type { Services } from '../../src/service/context.ts';
import { newCharacter } from './builders.ts';
import { Crash, dying, type ReplicaSide, servicesOf, start } from './replicas.ts';
import { openStore, temporaryFolder } from './stores.ts';

const hourMs = 3_600_000;

/** A fault of one file in the folder: a sync program loses it, restores an old version, or truncates it. */
export interface Mishap {
  what: 'lost' | 'older' | 'half' | 'conflict copy';
  file: number;
}

/** Stores that share a folder; the first decides. */
export class FolderSides {
  readonly path = temporaryFolder();
  readonly #history = temporaryFolder();
  readonly sides: ReplicaSide[] = [];
  #passphrase: string | undefined;
  #opened: SharedFolder | undefined;

  static async open(count: number, passphrase?: string): Promise<FolderSides> {
    const all = new FolderSides();
    all.#passphrase = passphrase;
    for (let i = 0; i < count; i++) await all.#add(i);
    return all;
  }

  async #add(i: number): Promise<void> {
    const store = openStore(join(temporaryFolder(), 'memory.db'));
    onTestFinished(() => store.close());
    const principal = localOwner('BUSINESS');
    await store.tenants.ensure('local', 'BUSINESS', start);
    const { id: characterId } = await store.characters.create(
      principal,
      newCharacter(9_000 + i, 'Ada'),
      'BUSINESS',
      start,
    );
    const clock = { now: start + i * hourMs };
    const side = { store, principal, characterId, clock };
    const folder = await this.folder();
    const shared = await folder.manifest();
    if (shared) await joinFolder(contextOf(side), folder, shared, '', ['Ada']);
    else await decideIn(contextOf(side), folder, '', [characterId]);
    this.sides.push(side);
    await this.sync(i);
  }

  /** An encrypted one is opened once: that takes half a second. */
  async folder(): Promise<SharedFolder> {
    if (this.#opened) return this.#opened;
    const folder = await SharedFolder.open(this.path);
    if (this.#passphrase === undefined) return folder;
    await folder.unlock(this.#passphrase);
    this.#opened = folder;
    return folder;
  }

  /**
   * One side syncs; few revisions go in one bundle, so that histories are cut anywhere.
   * @param diesAt at which call of its store the process dies
   * @returns notices, or why nothing was exchanged
   */
  async sync(i: number, diesAt?: number, changes = 7): Promise<string[]> {
    const side = this.sides[i % this.sides.length] as ReplicaSide;
    const store: MachineStore = diesAt === undefined ? side.store : dying(side.store, diesAt);
    const context = { ...contextOf(side), store };
    try {
      const folder = await this.folder();
      const connection = (await side.store.replicas.list(side.clock.now)).find(({ url }) => url === folder.url);
      if (!connection) throw new Error('this side is not connected with the folder');
      const most = { changes, length: 16_000_000 };
      if (connection.decides.length > 0) await syncDeciding(context, folder, connection, most);
      else await syncReplica(context, folder, connection, most);
      return folder.notices.splice(0);
    } catch (error) {
      if (error instanceof ServiceError) return [error.message];
      if (error instanceof Crash) return ['crash'];
      throw error;
    } finally {
      this.#remember();
    }
  }

  /** Until no file changes any more and nothing waits. */
  async settle(): Promise<void> {
    // The remedy for a damaged one.
    await this.folder()
      .then((folder) => folder.manifest())
      .catch(() => rmSync(join(this.path, 'agent-memory.json')));
    for (let round = 0, before = ''; ; round++) {
      if (round > 1_000) throw new Error('the stores do not come to an end');
      for (let i = 0; i < this.sides.length; i++) await this.sync(i);
      const now = this.#files().join() + this.#kept();
      if (now === before) return;
      before = now;
    }
  }

  happen({ what, file }: Mishap): void {
    const files = this.#files();
    const path = files[file % Math.max(1, files.length)];
    if (path === undefined) return;
    const earlier = readdirSync(this.#history).filter((one) => one.startsWith(`${keyOf(path)} `));
    const old = earlier[file % Math.max(1, earlier.length)];
    if (what === 'lost') rmSync(path);
    else if (what === 'half') truncateSync(path, 40);
    else if (what === 'conflict copy')
      cpSync(path, path.replace(/\.json$/, '.sync-conflict-20260115-100000-ABCDEFG.json'));
    else if (old !== undefined) cpSync(join(this.#history, old), path);
  }

  #files(): string[] {
    return ['', 'requests', 'answers'].flatMap((name) => {
      const folder = join(this.path, name);
      if (!existsSync(folder)) return [];
      return readdirSync(folder)
        .filter((one) => /^([0-9a-f]{32}|agent-memory)\.json$/.test(one))
        .map((one) => join(folder, one));
    });
  }

  #kept(): string {
    return readdirSync(this.#history).toSorted().join();
  }

  /** Keeps each version of each file. */
  #remember(): void {
    for (const path of this.#files()) {
      const text = readFileSync(path);
      const version = join(this.#history, `${keyOf(path)} ${createHash('sha256').update(text).digest('hex')}`);
      if (!existsSync(version)) writeFileSync(version, text);
    }
  }
}

const keyOf = (path: string) => `${basename(dirname(path))}-${basename(path)}`;

export const contextOf = (side: ReplicaSide) => ({
  ...(servicesOf(side) as Services),
  ...{ store: side.store, principal: side.principal, machine: 'laptop' },
});
