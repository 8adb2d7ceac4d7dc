// npm run fuzz -- [SECONDS]: for half of the time the laws of the test suite (whatever uses test/support/law.ts) on
// fresh cases, round after round; for the other half requests to the built program, see scripts/fuzz/run.ts. When
// something falls it ends with the seed and the counter-example; FUZZ_SEED=N begins with that seed.
// npm run fuzz -- kills [HOW MANY]: kills that many servers (100) while they tell webhooks what is stored, and as many
// servers and replicas while they exchange changes.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
if (process.argv[2] === 'kills') {
  const env = { FUZZ_SEED: String(randomInt(2 ** 31)), ...process.env, KILLS: process.argv[3] ?? '100' };
  console.log(`FUZZ_SEED=${env.FUZZ_SEED}`);
  const files = ['webhook-kills', 'replica-kills'].map((name) => `test/e2e/${name}.release.test.ts`);
  const killing = [vitest, 'run', ...files];
  process.exit(spawnSync(process.execPath, killing, { cwd: root, env, stdio: 'inherit' }).status ?? 1);
}
const seconds = Number(process.argv[2] ?? 60);
if (!(seconds > 0)) {
  console.error('usage: npm run fuzz -- [SECONDS]');
  process.exit(2);
}
const files = readdirSync(join(root, 'test'), { recursive: true })
  .map((file) => join('test', file))
  .filter((file) => file.endsWith('.test.ts') && /holds\(|isFuzzing/.test(readFileSync(join(root, file), 'utf8')));
// A round takes a few times as long as one law. No law may exceed the timeout of its test.
const eachMs = Math.round(Math.min(10_000, Math.max(500, (seconds * 1_000) / 16)));
const until = performance.now() + seconds * 500;
let seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
let rounds = 0;

do {
  const env = { ...process.env, FUZZ_SEED: String(seed), FUZZ_MS: String(eachMs) };
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(`A law fell with seed ${seed}. Again: FUZZ_SEED=${seed} npm run fuzz -- ${seconds}`);
    process.exit(status ?? 1);
  }
  rounds++;
  seed = randomInt(2 ** 31);
} while (performance.now() < until);
console.log(`All laws of ${files.length} files held in ${rounds} round${rounds === 1 ? '' : 's'}.`);

const doors = [join(root, 'scripts/run-typescript.mjs'), 'scripts/fuzz/run.ts', String(seconds / 2), String(seed)];
process.exit(spawnSync(process.execPath, doors, { cwd: root, stdio: 'inherit' }).status ?? 1);
