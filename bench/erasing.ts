// Erasures in a large store: the time until nobody sees the memories, the time until nothing holds their texts, and
// whether searches find the same as in a store in which the same memories were only deleted.
// Arguments: memories, erasures, searches.
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceScope } from '../src/domain/principal.ts';
import type { Store } from '../src/domain/stores/store.ts';
import { analyzeQuery } from '../src/search/query.ts';
import { rank } from '../src/search/rank/rank.ts';
import { addMemories, makeCharacter, openFile } from './support/filling.ts';
import { median, quantile, report, timed } from './support/report.ts';
import { ZipfTexts } from './support/zipf-texts.ts';

const [memories = 100_000, erasures = 1_000, searches = 200] = process.argv.slice(2).map(Number);
const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'bench-erasing-'));
const [path, twin] = [join(home, 'memory.db'), join(home, 'twin.db')];
const scope = serviceScope('local');
const by = { changedBy: 'bench', now: Date.now() };

async function found(store: Store, characterId: string, queries: readonly string[]): Promise<string[]> {
  const results: string[] = [];
  for (const query of queries) {
    const analyzed = analyzeQuery(query, by.now);
    const { material } = await store.search.read(scope, characterId, analyzed, undefined);
    const ranked = rank(analyzed, material, { limit: 10, guesses: true }).memories;
    const shown = await store.search.fetch(
      scope,
      characterId,
      ranked.map(({ memoryNo }) => memoryNo),
    );
    results.push(JSON.stringify([...shown.values()].map(({ id }) => id)));
  }
  return results;
}

try {
  const texts = new ZipfTexts();
  let store = await openFile(path);
  const characterId = await makeCharacter(store, 'Ada');
  await addMemories(store, characterId, memories, () => texts.text());
  const { copies } = await store.memories.copies(scope, characterId, 0, memories);
  const gone = copies.filter((_, i) => i % Math.floor(memories / erasures) === 0).map(({ id }) => id);
  await store.close();
  cpSync(path, twin);
  store = await openFile(path);
  const begun: number[] = [];
  for (const id of gone) {
    const begin = () =>
      store.erasing.begin(scope, characterId, crypto.randomUUID(), { memoryIds: [id], words: [] }, by);
    begun.push((await timed(begin)).ms);
  }
  const cpu = process.cpuUsage();
  const { ms, result: steps } = await timed(async () => {
    for (let n = 0; ; n++) if (!(await store.erasing.step(by.now))) return n;
  });
  const { user, system } = process.cpuUsage(cpu);
  await store.close();
  const other = await openFile(twin);
  for (const memoryId of gone) await other.memories.write(scope, characterId, [{ kind: 'delete', memoryId }], by);
  const queries = Array.from({ length: searches }, () => texts.query());
  const expected = await found(other, characterId, queries);
  await other.close();
  store = await openFile(path);
  const left = await found(store, characterId, queries);
  await store.close();
  report('erasing', [
    {
      memories,
      erasures: gone.length,
      'begun: median ms': median(begun),
      'begun: p99 ms': quantile(begun, 0.99),
      steps: steps,
      'all steps: s': ms / 1_000,
      'their CPU: s': (user + system) / 1e6,
      'file: MB': statSync(path).size / 1e6,
      'searches equal': left.filter((one, i) => one === expected[i]).length,
      searches,
    },
  ]);
} finally {
  rmSync(home, { recursive: true, force: true });
}
