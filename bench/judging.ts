// What judging a statement costs, in CPU of this process, in a character of many memories with vectors; without the time
// that waits for the disk. The texts are real ones where the data of evaluations is there, else Zipf texts.
// Arguments: MEMORIES (10000) STATEMENTS (200). Encoding the memories takes a minute; with BENCH_DIR the store is kept there
// for the next run.
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lazyJudge } from '../src/ai/lazy-judge.ts';
import type { Log } from '../src/base/log.ts';
import { servicePrincipal, serviceScope } from '../src/domain/principal.ts';
import type { Context, Services } from '../src/service/context.ts';
import { judgeStatement } from '../src/service/judging.ts';
import { Embeddings } from '../src/service/retrieval/embeddings.ts';
import { encodeAll, ownEmbedder } from './support/encoding.ts';
import { added, addMemories, makeCharacter, openFile } from './support/filling.ts';
import { realTexts } from './support/real-texts.ts';
import { report } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [memories = 10_000, statements = 200] = process.argv.slice(2).map(Number);
const warmUps = 20;
const maxStatement = 300;

const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-judging-'));
const kept = join(process.env.BENCH_DIR ?? home, `judging-${memories}.db`);
const path = join(home, 'memory.db');
const log: Log = (level, message) => console.error(level, message);
const texts = realTexts() ?? new ZipfTexts();
const given = Array.from({ length: 2 * (memories + statements + warmUps) }, () => texts.text());
const short = given.filter((text) => text.length <= maxStatement);
const step = Math.floor(short.length / (statements + warmUps));
const news = new Set(short.filter((_, i) => i % step === 0).slice(0, statements + warmUps));
const old = given.filter((text) => !news.has(text)).slice(0, memories);

const embedder = ownEmbedder();
const embeddings = new Embeddings(embedder, log, { timeoutMs: 60_000 });

if (!existsSync(kept)) {
  const filled = await openFile(path);
  const next = old.values();
  await addMemories(filled, await makeCharacter(filled, 'Ada'), memories, () => next.next().value ?? '');
  await encodeAll(filled, embedder);
  await filled.close();
  renameSync(path, kept);
}
copyFileSync(kept, path);
const store = await openFile(path);
const principal = servicePrincipal('BUSINESS', 'bench', 'local');
const found = await store.characters.identify(principal, 'Ada');
if (!found) throw new Error('the store of this bench is damaged');
const characterId = found.id;
const services = { store, embeddings, judge: lazyJudge(log), log, now: Date.now, newId: () => crypto.randomUUID() };
const context = { ...(services as unknown as Services), principal } as Context;

let related = 0;
const cpu: number[] = [];
for (const [i, content] of [...news].entries()) {
  const change = added(content);
  const by = { changedBy: 'bench', now: Date.now() };
  const [outcome] = await store.memories.write(serviceScope('local'), characterId, [change], by);
  if (outcome?.operation !== 'ADD') continue;
  const started = process.cpuUsage();
  const waiting = { memoryId: change.memory.id, content, mayEnd: false };
  const { proposed } = await judgeStatement(context, characterId, waiting);
  const { user, system } = process.cpuUsage(started);
  if (i >= warmUps) cpu.push((user + system) / 1000);
  related += proposed.length;
}
const sorted = cpu.toSorted((a, b) => a - b);
report('judging', [
  {
    memories,
    statements: cpu.length,
    meanMs: cpu.reduce((a, b) => a + b, 0) / cpu.length,
    medianMs: sorted[cpu.length >> 1]!,
    linked: related,
  },
]);
await store.close();
rmSync(home, { recursive: true });
