// Searches of two builds in turns, each question to both at once after the other: CPU of the servers, and its tail. On a
// machine that others use only such ratios mean something. The store is one that `bench -- search` has kept.
// Arguments: DIST OTHER_DIST STORE_FILE [ROUNDS] [FILE for each question's figures]
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realTexts } from './support/real-texts.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { connect } from './support/server.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [dist, other, store, rounds = '1', file] = process.argv.slice(2);
if (!dist || !other || !store) throw new Error('usage: npm run bench -- paired DIST OTHER_DIST STORE_FILE [ROUNDS]');
const warmUps = 40;
const searches = 200;
const characterId = 'character 0';
const home = mkdtempSync(join(tmpdir(), 'bench-paired-'));

interface Figures {
  query: string;
  ms: number;
  all: number;
  first: number;
}

const queries = realTexts() ?? new ZipfTexts(7);
const figures: Figures[][] = [[], []];
const pings: number[][] = [[], []];
let alike = 0;
let asked = 0;
for (let round = 0; round < Number(rounds); round++) {
  const servers = [];
  for (const [i, one] of [dist, other].entries()) {
    copyFileSync(store, join(home, `${i}.db`));
    servers.push(await connect(join(home, `${i}.db`), {}, one));
  }
  for (let i = 0; i < warmUps + searches; i++) {
    const query = queries.query();
    const answers: string[] = [];
    for (const of of i % 2 === 0 ? [0, 1] : [1, 0]) {
      const server = servers[of]!;
      const before = server.threadWorkMs();
      const found = await timed(() => server.call<{ memories: object[] }>('search_memories', { characterId, query }));
      const after = server.threadWorkMs();
      const ping = await timed(() => server.ping());
      answers[of] = JSON.stringify(found.result.memories);
      if (i < warmUps) continue;
      figures[of]!.push({ query, ms: found.ms, all: after.all - before.all, first: after.first - before.first });
      pings[of]!.push(ping.ms);
    }
    if (i < warmUps) continue;
    asked++;
    if (answers[0] === answers[1]) alike++;
  }
  for (const server of servers) await server.close();
}
rmSync(home, { recursive: true });

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
report(
  `paired, ${asked} searches, ${alike} answers alike`,
  [dist, other].map((build, i) => {
    const [all, first, ms] = (['all', 'first', 'ms'] as const).map((what) => figures[i]!.map((one) => one[what]));
    const others = figures[0]!.map((one, at) => figures[1]![at]!.all / one.all);
    return {
      build,
      'CPU mean': mean(all!),
      'CPU p50': median(all!),
      'CPU p95': quantile(all!, 0.95),
      'CPU p95 / p50': quantile(all!, 0.95) / median(all!),
      'first thread': mean(first!),
      p50: median(ms!),
      p95: quantile(ms!, 0.95),
      ping: median(pings[i]!),
      'p50 of ratios': i === 0 ? 1 : median(others),
    };
  }),
);
if (file) writeFileSync(file, JSON.stringify(figures));
