// What the audit trail and webhooks cost. First a write of a tenant without webhooks beside one of a tenant with two, in
// turns on one store: the ratio of their medians. Then events to a receiver that takes 50 ms, alone and beside one that
// never answers, while calls go on: how long until all have been told, and what the calls feel of it.
// Arguments: writes, events.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { presets } from '../src/domain/category.ts';
import { emptyProfile } from '../src/domain/character.ts';
import { serviceScope } from '../src/domain/principal.ts';
import type { Store } from '../src/domain/store.ts';
import { DeliveryWorker } from '../src/service/team/delivery-worker.ts';
import { HttpSender } from '../src/service/team/http-sender.ts';
import { newSecret } from '../src/service/team/signing.ts';
import { openConnection } from '../src/storage/sqlite/open.ts';
import { createStore } from '../src/storage/sqlite/store.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [writes = 1_000, events = 1_000] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-webhooks-'));
const texts = new ZipfTexts();

async function characterOf(store: Store, tenantId: string): Promise<() => Promise<unknown>> {
  const scope = serviceScope(tenantId);
  await store.tenants.ensure(tenantId, 'BUSINESS', Date.now());
  const made = { name: 'Ada', categoryPreset: 'standard' as const, tags: [], profile: emptyProfile };
  const { id } = await store.characters.create(
    scope,
    { ...made, id: randomUUID(), categories: presets.standard },
    'BUSINESS',
    Date.now(),
  );
  return () => {
    const memory = { id: randomUUID(), content: texts.text(), salience: 0.5, importance: 'NORMAL' as const };
    const change = { kind: 'add' as const, memory: { ...memory, source: { kind: 'direct' as const } } };
    return store.memories.write(scope, id, [change], { changedBy: 'bench', now: Date.now() });
  };
}

async function subscribe(store: Store, tenantId: string, url: string): Promise<void> {
  const webhook = { id: randomUUID(), url, events: ['*' as const], includeContent: false, secret: newSecret() };
  await store.webhooks.create(serviceScope(tenantId), webhook, Date.now());
}

async function receiver(answer: (response: ServerResponse) => void) {
  const state = { count: 0 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      state.count++;
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { state, host, url: `http://${host}/`, close: () => server.closeAllConnections() ?? server.close() };
}

async function compareWrites(store: Store): Promise<void> {
  const alone = await characterOf(store, 'alone');
  const told = await characterOf(store, 'told');
  for (let n = 0; n < 2; n++) await subscribe(store, 'told', `https://example.com/${n}`);
  const waits = { without: [] as number[], 'two webhooks': [] as number[] };
  for (let n = 0; n < writes; n++) {
    waits.without.push((await timed(alone)).ms);
    waits['two webhooks'].push((await timed(told)).ms);
  }
  const rows = Object.entries(waits).map(([tenant, ms]) => ({ tenant, p50: median(ms), p95: quantile(ms, 0.95) }));
  report('webhooks: a write', [
    ...rows,
    { tenant: 'ratio', p50: rows[1]!.p50 / rows[0]!.p50, p95: rows[1]!.p95 / rows[0]!.p95 },
  ]);
}

async function deliver(store: Store, name: string, withDead: boolean) {
  const live = await receiver((response) => setTimeout(() => response.writeHead(204).end(), 50));
  const dead = await receiver(() => undefined);
  const write = await characterOf(store, name);
  await subscribe(store, name, live.url);
  if (withDead) await subscribe(store, name, dead.url);
  for (let n = 0; n < events; n++) await write();
  const other = await characterOf(store, `${name} beside`);
  const before: number[] = [];
  for (let n = 0; n < 200; n++) before.push((await timed(other)).ms);
  const sender = new HttpSender({ exceptions: [live.host, dead.host] });
  const services = { store, now: Date.now, newId: randomUUID, log: () => undefined };
  const worker = new DeliveryWorker(services, sender);
  const during: number[] = [];
  const { ms } = await timed(async () => {
    worker.start();
    while (live.state.count < events) {
      during.push((await timed(other)).ms);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  await worker.stop();
  await sender.close();
  live.close();
  dead.close();
  const calls = { 'calls p95 before': quantile(before, 0.95), 'calls p95 during': quantile(during, 0.95) };
  return { receivers: name, events, seconds: ms / 1_000, 'events a second': (events * 1_000) / ms, ...calls };
}

try {
  const store = createStore(openConnection(join(home, 'memory.db')));
  await compareWrites(store);
  report('webhooks: deliveries', [
    await deliver(store, 'one of 50 ms', false),
    await deliver(store, 'beside a dead one', true),
  ]);
  await store.close();
} finally {
  rmSync(home, { recursive: true, force: true });
}
