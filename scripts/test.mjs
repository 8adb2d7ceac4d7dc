// `npm test`: lint, types and build in parallel, then the tests, which need the build. The output of a step is printed
// when it ends. If one fails, the others are stopped and nothing follows.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Started without npx and a shell, which would not pass on signals. */
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

const steps = ['lint', 'types', 'build'];
const running = new Map();
let failed = false;
let tests;

/** Runs a script of package.json. Resolves to whether it succeeded. */
function run(script, options) {
  // One command line for a shell, because npm is a shell script on some systems.
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

/** Stops all running steps and their child processes. */
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
    // Ctrl-C reaches the tests directly; a second signal would stop them before they clean up.
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
