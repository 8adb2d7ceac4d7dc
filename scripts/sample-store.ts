// Makes the sample store of a release: npm run sample -- [FOLDER], the checkout in which it was built (default: this
// one). Writes test/fixtures/stores/VERSION.db.gz and, beside it, what it must show to every later build.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Database } from '../src/base/sqlite.ts';
import { type Call, lookAtAll, type Sample } from '../test/support/sample.ts';
import { Build } from './sample/build.ts';
import * as fill from './sample/fill.ts';
import { startProvider } from './sample/provider.ts';
import { lookAtTenants, makeTenants } from './sample/tenancy.ts';
import { languages } from './sample/texts.ts';

const folder = resolve(process.argv[2] ?? '.');
/** The folder that the sample names as watched; it is removed at the end. */
const home = '/tmp/agent-memory-sample';
const work = mkdtempSync(join(tmpdir(), 'sample-store-'));
const store = join(work, 'memory.db');
const build = new Build(folder, store, home);
const provider = await startProvider();

/** The question must find the memory now; later builds must find the same one first. */
async function ask(call: Call, query: string, content: string) {
  const characterId = content === nearestContent ? 'Keeper' : 'The cast';
  const found = await call<{ memories: { id: string; content: string }[] }>('search_memories', { characterId, query });
  const [first] = found.memories;
  if (first?.content !== content) throw new Error(`"${query}" finds "${first?.content}", not "${content}"`);
  return { characterId, query, first: first.id };
}
const nearestContent = 'the of the on';

try {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  await build.agent({}, async (call) => {
    await fill.makeCharacters(call);
    await fill.rememberTheCast(call);
    await fill.changeMemories(call);
    await fill.syncFiles(call, home);
  });
  provider.says.push(...fill.aiAnswers);
  const nearest = await build.agent(provider.settings, async (call) => {
    await fill.extractWithAi(call);
    await fill.embedded(call);
    const asked = await ask(call, 'the of in the zeppelin', nearestContent);
    return { ...asked, endpoint: provider.settings.SERVICE_AI_BASE_URL };
  });
  await build.agent({ ...provider.settings, SERVICE_AUTO_CAPTURE: 'true' }, fill.leavePending);
  const keys = await makeTenants(build);

  const seen = await build.agent({}, async (call) => {
    const searches: Sample['searches'] = [];
    for (const { mark } of languages) searches.push(await ask(call, mark.query, mark.content));
    const { usage } = await call<{ usage: Sample['usage'] }>('get_tier');
    const { aiCalls, aiInputTokens, aiOutputTokens } = usage;
    return {
      usage: { aiCalls, aiInputTokens, aiOutputTokens },
      characters: await lookAtAll(call),
      ...(await call<Pick<Sample, 'watches'>>('list_watched_paths')),
      searches,
    };
  });
  const tenants = lookAtTenants(build);
  const madeAt = new Date().toISOString();
  save({ version: build.version, madeAt, home, ...seen, nearest, tenants, keys });
} finally {
  provider.close();
  rmSync(work, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}

function save(sample: Sample): void {
  const db = new Database(store);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.exec('VACUUM');
  db.close();
  const at = join('test/fixtures/stores', build.version);
  const packed = gzipSync(readFileSync(store), { level: 9 });
  mkdirSync('test/fixtures/stores', { recursive: true });
  writeFileSync(`${at}.db.gz`, packed);
  // One line for each record, so that a difference between two samples can be read.
  const lines = JSON.stringify(sample, undefined, 1)
    .replaceAll(/\n {5,}/g, ' ')
    .replaceAll(/\n {4}(?=[\]}])/g, ' ');
  writeFileSync(`${at}.json`, `${lines}\n`);
  console.log(
    `${at}.db.gz: ${packed.length} bytes; ${sample.characters.map((one) => `${one.character.name} ${one.memories.length}`).join(', ')}`,
  );
}
