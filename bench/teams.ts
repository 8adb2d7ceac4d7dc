// What sharing costs: a search of one character and a page of the list, as members of a team of 100 with 1,000
// characters, a third of them private with random shares, beside the same store with all of them public. Both stores
// take turns, so that both meet the same machine. SQLite; and PostgreSQL where BENCH_DATABASE_URL names a database, in
// schemas of their own that are dropped afterwards.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../src/base/sqlite.ts';
import { type Principal, serviceScope } from '../src/domain/principal.ts';
import type { Store } from '../src/domain/stores/store.ts';
import { operationsByName } from '../src/features/operations.ts';
import { call } from '../src/gate/call.ts';
import type { Services } from '../src/service/context.ts';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { openOnServer } from './support/on-server.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const members = 100;
const characters = 1_000;
const memories = 20;
const rounds = 1_500;
const warmUps = 100;
const owner = serviceScope('local');
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-teams-'));
/** Files and schemas to delete at the end. */
const dropped: (() => Promise<void>)[] = [() => rm(home, { recursive: true, force: true })];

/** A store and a way to run statements on it: they insert more members than any tier allows. */
interface Place {
  store: Store;
  run(sql: string): Promise<void>;
}

async function onFile(name: string): Promise<Place> {
  const path = join(home, `${name}.db`);
  const store = await openFile(path);
  dropped.unshift(() => store.close());
  return {
    store,
    run: async (sql) => {
      const db = new Database(path);
      db.exec(sql.replaceAll('$tenant', `tenant_id`).replaceAll('$local', `'local'`));
      db.close();
    },
  };
}

async function onServer(name: string): Promise<Place> {
  const { store, run, drop } = (await openOnServer(name))!;
  dropped.push(drop);
  await store.tenants.ensure('local', 'BUSINESS', Date.now());
  return {
    store,
    run: (sql) =>
      run(sql.replaceAll('$tenant', 'tenant_no').replaceAll('$local', `(SELECT no FROM tenants WHERE id = 'local')`)),
  };
}

/** The same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Fills a store. Returns by member the visible characters while a third is private. */
async function fill({ store, run }: Place, withPrivate: boolean): Promise<string[][]> {
  const random = numbers(7);
  const texts = new ZipfTexts();
  const rows = Array.from({ length: members }, (_, i) => `('m${i}', $local, 'member ${i}', 'MEMBER', 'ACTIVE', 0)`);
  await run(`INSERT INTO members (id, $tenant, name, role, status, created_at) VALUES ${rows.join(', ')}`);
  const seen: string[][] = Array.from({ length: members }, () => []);
  for (let i = 0; i < characters; i++) {
    const id = await makeCharacter(store, `character ${i}`);
    await addMemories(store, id, memories, () => texts.text());
    const shared = i % 3 > 0 ? undefined : [...new Set(Array.from({ length: random(12) }, () => random(members)))];
    const given = shared?.map((m) => ({ member: `m${m}`, access: m % 2 ? ('READ' as const) : ('WRITE' as const) }));
    if (withPrivate && given) await store.characters.share(owner, id, { visibility: 'PRIVATE', members: given }, 1);
    for (const m of shared ?? seen.keys()) seen[m]!.push(id);
    await store.characters.change(owner, id, () => ({ status: 'ARCHIVED' }), 1);
  }
  await run(`UPDATE characters SET status = 'ACTIVE'`);
  return seen;
}

function asked(store: Store, principal: Principal, name: string, input: object) {
  const services = { store, now: Date.now, newId: () => crypto.randomUUID(), log: () => {} };
  return timed(async () => {
    const { error } = await call(services as unknown as Services, { principal }, operationsByName.get(name)!, input);
    if (error) throw error;
  });
}

async function compare(engine: string, open: (name: string) => Promise<Place>) {
  const [shared, opened] = [await open('shared'), await open('public')];
  const seen = await fill(shared, true);
  const alike = await fill(opened, false);
  const names = new Map<string, [number[], number[]]>();
  const random = numbers(11);
  const queries = new ZipfTexts(7);
  for (let i = 0; i < warmUps + rounds; i++) {
    const m = random(members);
    const at = random(seen[m]!.length);
    const tenant = { tenantId: 'local', role: 'MEMBER', tier: 'BUSINESS', name: '', via: 'key' } as const;
    const principal: Principal = { ...tenant, memberId: `m${m}` };
    const query = queries.query();
    const page = random(10);
    // The first store of a round may find less in the CPU caches.
    const order = i % 2 === 0 ? [0, 1] : [1, 0];
    for (const which of order) {
      const { store } = which === 0 ? shared : opened;
      const characterId = (which === 0 ? seen : alike)[m]![at];
      for (const [name, input] of [
        ['search_memories', { characterId, query }],
        ['list_characters', { limit: 20, page }],
      ] as const) {
        const { ms } = await asked(store, principal, name, input);
        const times = names.get(name) ?? [[], []];
        names.set(name, times);
        if (i >= warmUps) times[which]!.push(ms);
      }
    }
  }
  return [...names].map(([operation, [withShares, allPublic]]) => ({
    engine,
    operation,
    'public p50 ms': median(allPublic),
    'shared p50 ms': median(withShares),
    'public p95 ms': quantile(allPublic, 0.95),
    'shared p95 ms': quantile(withShares, 0.95),
    'p95 ratio': quantile(withShares, 0.95) / quantile(allPublic, 0.95),
  }));
}

try {
  const rows = await compare('SQLite', onFile);
  if (process.env.BENCH_DATABASE_URL !== undefined) rows.push(...(await compare('PostgreSQL', onServer)));
  report('teams', rows);
} finally {
  for (const drop of dropped) await drop();
}
