// `npm test`: lint, types and build beside each other, for none needs another; then the tests, which need the build.
// What a step says is reported when it ends, whole; when one fails, the others are ended and nothing comes after it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Started without npx and a shell, which would not hand on that they are to end. */
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

const steps = ['lint', 'types', 'build'];
const running = new Map();
let failed = false;
let tests;

/** Runs a script of package.json; whether it succeeded. */
function run(script, options) {
  // One word to a shell, for npm is a script of the shell's on some systems.
  const child = spawn(`npm run --silent ${script}`, {
    shell: true,
    detached: process.platform !== 'win32',
    ...options,
  });
  running.set(script, child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      running.delete(script);
      if (failed) return resolve(false);
      process.stdout.write(`> ${script}\n${Buffer.concat(said)}`);
      if (code !== 0) {
        failed = true;
        endAll('SIGTERM');
      }
      resolve(code === 0);
    });
  });
}

/** Ends what still runs, with what it has started. */
function endAll(signal) {
  for (const { pid } of running.values()) {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, signal);
    } catch {
      // It has just ended.
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    failed = true;
    endAll(signal);
    // Ctrl-C reaches them by itself; twice would end them before they have tidied up.
    if (signal === 'SIGTERM') tests?.kill(signal);
    process.exitCode = 1;
  });
}
const done = await Promise.all(steps.map((script) => run(script, { stdio: ['ignore', 'pipe', 'pipe'] })));
if (done.includes(false)) process.exitCode = 1;
else {
  tests = spawn(process.execPath, [vitest, 'run', '--exclude', '**/*.thorough.test.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  tests.once('close', (code) => {
    process.exitCode = failed ? 1 : (code ?? 1);
  });
}
