// The cost of the audit log and webhooks. First a write of a tenant without webhooks beside one of a tenant with two,
// in turns on one store: the ratio of their medians. Then events to a receiver that takes 50 ms, alone and beside one
// that never answers, while calls go on: how long until all have been sent to, and how much longer calls take
// meanwhile. The writes on PostgreSQL too, where BENCH_DATABASE_URL names a database. Arguments: writes, events.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceScope } from '../src/domain/principal.ts';
import type { Store } from '../src/domain/stores/store.ts';
import { createStore } from '../src/features/sqlite.ts';
import type { EventSender } from '../src/features/webhooks/domain/event-sender.ts';
import { DeliveryWorker } from '../src/features/webhooks/service/delivery-worker.ts';
import { HttpSender } from '../src/features/webhooks/service/http-sender.ts';
import { newSecret } from '../src/features/webhooks/service/signing.ts';
import { Outside } from '../src/service/team/outside.ts';
import { openConnection } from '../src/storage/sqlite/open.ts';
import { addMemories, makeCharacter } from './support/filling.ts';
import { openOnServer } from './support/on-server.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [writes = 1_000, events = 1_000] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-webhooks-'));
const rounds = 10;
const texts = new ZipfTexts();

async function characterOf(store: Store, tenantId: string): Promise<() => Promise<unknown>> {
  await store.tenants.ensure(tenantId, 'BUSINESS', Date.now());
  const id = await makeCharacter(store, 'Ada', tenantId);
  return () => addMemories(store, id, 1, () => texts.text(), tenantId);
}

async function subscribe(store: Store, tenantId: string, url: string): Promise<void> {
  const webhook = { id: randomUUID(), url, events: ['*' as const], includeContent: false, secret: newSecret() };
  await store.webhooks.create(serviceScope(tenantId), webhook, Date.now());
}

/** A receiver in a separate process, like a real one: it answers after some milliseconds, or never. */
async function receiver(ms?: number) {
  const script = join(import.meta.dirname, '../bench/support/receiver.mjs');
  const child = fork(script, [String(ms ?? 'never')]);
  const port = await new Promise((resolve) => child.once('message', resolve));
  const host = `127.0.0.1:${port}`;
  return { host, url: `http://${host}/`, close: () => child.kill() };
}

async function compareWrites(store: Store, engine: string): Promise<void> {
  const alone = await characterOf(store, 'alone');
  const told = await characterOf(store, 'told');
  for (let n = 0; n < 2; n++) await subscribe(store, 'told', `https://example.com/${n}`);
  const waits = { without: [] as number[], 'two webhooks': [] as number[] };
  for (let n = 0; n < writes; n++) {
    waits.without.push((await timed(alone)).ms);
    waits['two webhooks'].push((await timed(told)).ms);
  }
  const rows = Object.entries(waits).map(([tenant, ms]) => ({ tenant, p50: median(ms), p95: quantile(ms, 0.95) }));
  report(`webhooks: a write, ${engine}`, [
    ...rows,
    { tenant: 'ratio', p50: rows[1]!.p50 / rows[0]!.p50, p95: rows[1]!.p95 / rows[0]!.p95 },
  ]);
}

/** Calls of a tenant without webhooks, one after another at a user's pace, until the end. */
async function callsUntil(other: () => Promise<unknown>, isOver: () => boolean | Promise<boolean>): Promise<number[]> {
  const waits: number[] = [];
  while (!(await isOver())) {
    waits.push((await timed(other)).ms);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return waits;
}

/** Rounds with nothing to report and rounds with as many events as are due at once, in turns: the machine is the same for both. */
async function deliver(store: Store, name: string, withDead: boolean) {
  const live = await receiver(50);
  const dead = await receiver();
  const write = await characterOf(store, name);
  await subscribe(store, name, live.url);
  if (withDead) await subscribe(store, name, dead.url);
  const other = await characterOf(store, `${name} beside`);
  const sender = new HttpSender(new Outside({ exceptions: [live.host, dead.host] }));
  let delivered = 0;
  const counting: EventSender = {
    check: (url) => sender.check(url),
    send: async (request, signal) => {
      const answer = await sender.send(request, signal);
      if (answer.httpStatus === 204) delivered++;
      return answer;
    },
  };
  const services = { store, now: Date.now, newId: randomUUID, log: () => undefined };
  const idle: number[] = [];
  const during: number[] = [];
  let took = 0;
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < events / rounds; n++) await write();
    let calls = 0;
    idle.push(...(await callsUntil(other, () => calls++ >= 100)));
    const worker = new DeliveryWorker(services, counting);
    const expected = Math.round((events / rounds) * (round + 1));
    const { ms } = await timed(async () => {
      worker.start();
      during.push(...(await callsUntil(other, () => delivered >= expected)));
    });
    took += ms;
    await worker.stop();
  }
  await sender.close();
  live.close();
  dead.close();
  const [before, beside] = [quantile(idle, 0.95), quantile(during, 0.95)];
  const calls = { 'calls p95 before': before, 'calls p95 during': beside, 'p95 ratio': beside / before };
  return { receivers: name, events, seconds: took / 1_000, 'events a second': (events * 1_000) / took, ...calls };
}

try {
  const store = createStore(openConnection(join(home, 'memory.db')));
  await compareWrites(store, 'SQLite');
  const server = await openOnServer('webhooks');
  if (server) await compareWrites(server.store, 'PostgreSQL').finally(server.drop);
  report('webhooks: deliveries', [
    await deliver(store, 'one of 50 ms', false),
    await deliver(store, 'beside a dead one', true),
  ]);
  await store.close();
} finally {
  rmSync(home, { recursive: true, force: true });
}
