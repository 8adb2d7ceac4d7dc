import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { localOwner } from '../../src/domain/principal.ts';
import { isMachineStore, type MachineStore } from '../../src/domain/stores/store.ts';
import { meet, meetings } from '../../src/features/replicas/service/connecting.ts';
import { HttpServer } from '../../src/features/replicas/service/http-server.ts';
import { Replicator } from '../../src/features/replicas/service/replicator.ts';
import { addMemories, openFile } from './filling.ts';
import { ZipfTexts } from './zipf-texts.ts';

// Replicas in one process of bench/sync-soak.ts: each has a file, and exchanges as a host's server does.

export interface SoakStart {
  home: string;
  url: string;
  key: string;
  /** Numbers of the replicas of this process. */
  replicas: number[];
}

interface SoakTraffic {
  changes: number;
  everyMs: number;
}

export interface SoakEnd {
  changes: number;
  exchanges: number;
  bytes: number;
  /** Memories of the shared character, of each replica. */
  shared: number[];
  waiting: number;
  problems: string[];
}

interface Machine {
  store: MachineStore;
  replicator: Replicator;
  characters: { shared: string; own: string };
}

const principal = localOwner('BUSINESS');
const settleMs = 500;
const giveUpMs = 60_000;
let exchanges = 0;
let bytes = 0;
const usual = globalThis.fetch;
const counted: typeof fetch = (address, init) => {
  if (String(address).endsWith('/exchange')) {
    exchanges += 1;
    bytes += Buffer.byteLength(init?.body as string | Uint8Array);
  }
  return usual(address, init);
};

async function open({ home, url, key }: SoakStart, n: number): Promise<Machine> {
  const folder = join(home, `machine-${n}`);
  mkdirSync(folder);
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, key, { mode: 0o600 });
  const store = await openFile(join(folder, 'memory.db'));
  if (!isMachineStore(store)) throw new Error('a file has replicas');
  const context = { store, principal, now: Date.now, newId: () => crypto.randomUUID(), log: () => undefined };
  const server = new HttpServer(url, key);
  const ids: string[] = [];
  const names = ['Shared', `Own ${n}`];
  for (const meeting of (await meetings(context, server, names, { owning: 'everybody', url })).found) {
    ids.push(await meet(context, server, { url, member: 'soak', keyFile }, meeting, true));
  }
  const [shared = '', own = ''] = ids;
  const replicator = new Replicator(context);
  await replicator.all();
  return { store, replicator: new Replicator(context), characters: { shared, own } };
}

const waiting = async ({ store }: Machine) =>
  (await store.replicas.list(Date.now()))
    .flatMap(({ replicas }) => replicas)
    .reduce((sum, one) => sum + one.waiting, 0);
const countOf = async ({ store, characters }: Machine) =>
  (await store.characters.find(principal, characters.shared))?.memoryCount ?? 0;

/** Writes in turn to the replicas, a quarter of it to what all share; answers once nothing changes any more. */
async function traffic(machines: readonly Machine[], { changes, everyMs }: SoakTraffic): Promise<SoakEnd> {
  const texts = new ZipfTexts(process.pid);
  exchanges = 0;
  bytes = 0;
  const began = performance.now();
  for (let i = 0; i < changes; i++) {
    const { store, characters } = machines[i % machines.length] as Machine;
    await addMemories(store, i % 4 === 0 ? characters.shared : characters.own, 1, () => texts.text());
    await elapse(Math.max(0, began + i * everyMs - performance.now()));
  }
  const state = async () =>
    JSON.stringify(await Promise.all(machines.map(async (one) => [await waiting(one), await countOf(one)])));
  const end = performance.now() + giveUpMs;
  for (let last = '', same = 0; same < 10 && performance.now() < end; ) {
    await elapse(settleMs);
    const now = await state();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  const connections = (await Promise.all(machines.map(({ store }) => store.replicas.list(Date.now())))).flat();
  return {
    ...{ changes, exchanges, bytes },
    shared: await Promise.all(machines.map(countOf)),
    waiting: (await Promise.all(machines.map(waiting))).reduce((sum, one) => sum + one, 0),
    problems: connections.flatMap(({ problem }) => problem ?? []),
  };
}

const machines: Machine[] = [];

export function serveReplicas(): void {
  globalThis.fetch = counted;
  process.on('message', (given: SoakStart | SoakTraffic) => void answer(given));
}

async function answer(given: SoakStart | SoakTraffic): Promise<void> {
  if ('home' in given) {
    for (const n of given.replicas) machines.push(await open(given, n));
    for (const { replicator } of machines) replicator.start();
    process.send?.({ changes: 0, exchanges, bytes, shared: [], waiting: 0, problems: [] } satisfies SoakEnd);
  } else process.send?.(await traffic(machines, given));
}
