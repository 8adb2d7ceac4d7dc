// Replicas and their server, built programs over sockets: 10,000 changes up and down, the time until a change is on the
// other machine, local writes beside unconnected ones, searches and hooks beside an exchange, bytes on the wire.
// Arguments: CHANGES, and a file of conversations in LoCoMo's form (else made-up texts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { connectTo, fill, type Machine, machine } from './support/machines.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { serve, servedPlace } from './support/serve.ts';
import { connect } from './support/server.ts';
import { measureWire } from './support/wire.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [count = '10000', data = '../shared/eval/locomo-dev.json'] = process.argv.slice(2);
const changes = Number(count);
const single = 40;
const writes = 300;
const searches = 200;
const hooks = 10;

const made = new ZipfTexts();
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-sync-'));
const place = await servedPlace('sync');
const server = await serve(place);
const url = `http://127.0.0.1:${server.port}`;
const key = server.key ?? '';

const texts = (n: number) => Array.from({ length: n }, () => made.text());
const stdio = ({ database, env }: Machine) => connect(database, env);
type Program = Awaited<ReturnType<typeof stdio>>;
const add = ({ call }: Program, content = made.text()) =>
  call<{ id: string }>('add_memory_direct', { content, category: 'facts' });

/** Seconds of `connect`, which exchanges everything, on a machine with changes and on one that lacks them. */
async function caughtUp(): Promise<{ laptop: Machine; desktop: Machine }> {
  const [laptop, desktop] = [machine(home, 'laptop'), machine(home, 'desktop')];
  await fill(laptop, texts(changes));
  const up = await timed(() => connectTo(laptop, url, key));
  await fill(desktop, []);
  const down = await timed(() => connectTo(desktop, url, key));
  report('sync', [
    { what: 'up', changes, seconds: up.ms / 1000 },
    { what: 'down', changes, seconds: down.ms / 1000 },
  ]);
  return { laptop, desktop };
}

/** Milliseconds from a write on one machine until the other one finds the memory, while both run a program. */
async function untilThere(here: Program, there: Program): Promise<number> {
  const { id } = await add(here);
  const { ms } = await timed(async () => {
    while (
      !(await there.call('get_memory', { memoryId: id }).then(
        () => true,
        () => false,
      ))
    )
      await elapse(5);
  });
  return ms;
}

async function delays(laptop: Program, desktop: Program): Promise<void> {
  // Until both listen.
  await untilThere(laptop, desktop);
  await untilThere(desktop, laptop);
  const ms: number[] = [];
  for (let i = 0; i < single; i++) {
    await elapse((i * 137) % 500);
    ms.push(await untilThere(i % 2 === 0 ? laptop : desktop, i % 2 === 0 ? desktop : laptop));
  }
  report('sync delay', [{ changes: single, p50: median(ms), p95: quantile(ms, 0.95), longest: Math.max(...ms) }]);
}

/** Writes of a connected store beside those of one that is not, in turn; every pair has one ratio. */
async function localWrites(connected: Program): Promise<void> {
  const other = machine(home, 'alone');
  await fill(other, texts(changes));
  const alone = await stdio(other);
  const pairs: { connected: number; alone: number }[] = [];
  for (let i = 0; i < writes; i++) {
    const pair = { connected: 0, alone: 0 };
    const both = [
      async () => (pair.connected = (await timed(() => add(connected))).ms),
      async () => (pair.alone = (await timed(() => add(alone))).ms),
    ];
    for (const one of i % 2 === 0 ? both : both.toReversed()) await one();
    pairs.push(pair);
  }
  await alone.close();
  const ratios = pairs.map((pair) => pair.connected / pair.alone);
  report('sync writes', [
    { what: 'connected', p50: median(pairs.map((pair) => pair.connected)) },
    { what: 'not connected', p50: median(pairs.map((pair) => pair.alone)) },
    { what: 'ratio of pairs', p50: median(ratios) },
  ]);
}

async function prompt({ env, database }: Machine, i: number): Promise<number> {
  const args = ['dist/agent-memory-service.cjs', 'hook', 'UserPromptSubmit', '--host', 'claude-code'];
  const { ms } = await timed(async () => {
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin.end(JSON.stringify({ session_id: `s${i}`, prompt: made.query(), cwd: join(database, '..') }));
    await once(child, 'close');
  });
  return ms;
}

/** Searches and hooks of a machine while nothing is exchanged, and while it gets the changes of another one. */
async function besideExchange(desktop: Machine, program: Program): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  const measure = async (when: string, until: () => boolean) => {
    const [found, hooked]: number[][] = [[], []];
    for (let i = 0; i < searches && (i < 20 || !until()); i++) {
      found!.push((await timed(() => program.call('search_memories', { query: made.query() }))).ms);
      if (i % (searches / hooks) === 0) hooked!.push(await prompt(desktop, i));
    }
    rows.push({
      when,
      searches: found!.length,
      p50: median(found!),
      p95: quantile(found!, 0.95),
      'hook p50': median(hooked!),
    });
  };
  await measure('quiet', () => false);
  const tablet = machine(home, 'tablet');
  await fill(tablet, texts(changes));
  await connectTo(tablet, url, key);
  let isDone = false;
  const sending = tablet.run('sync').then(() => {
    isDone = true;
  });
  await measure('beside an exchange', () => isDone);
  await sending;
  report('sync beside', rows);
}

try {
  const { laptop, desktop } = await caughtUp();
  const programs = [await stdio(laptop), await stdio(desktop)] as const;
  await delays(...programs);
  await localWrites(programs[0]);
  await besideExchange(desktop, programs[1]);
  for (const one of programs) await one.close();
  const conversations = existsSync(data)
    ? (JSON.parse(readFileSync(data, 'utf8')) as { memories: { content: string }[] }[])
    : [];
  const turns = conversations.flatMap(({ memories }) => memories.map(({ content }) => content));
  report('sync wire', await measureWire(url, key, turns.length > 0 ? turns : texts(1_000)));
} finally {
  await server.stop();
  await place.drop();
  rmSync(home, { recursive: true, force: true });
}
