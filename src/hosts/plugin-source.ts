/**
 * The beginning of our JavaScript plugins, for hosts without command hooks: `ask` runs a hook and returns its answer,
 * `leave` runs one that may outlive the host.
 * @param host its display name
 * @param timeoutMs the longest wait for an answer
 */
export function runsHooks(host: string, argv: readonly string[], timeoutMs = 5_000): string {
  return source
    .replaceAll('HOST', host)
    .replace('TIMEOUT', String(timeoutMs))
    .replace('COMMAND', () => JSON.stringify(argv));
}

const source = `// Made by agent-memory-service: recall and capture for HOST. "agent-memory-service uninstall" takes it out.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, ...args] = COMMAND;
const timeoutMs = TIMEOUT;
const argsFor = (event, more = []) => [...args.map((arg) => (arg === 'EVENT' ? event : arg)), ...more];

/** Runs a hook; its answer, or nothing when it fails or takes too long. */
function ask(event, input, more) {
  return new Promise((resolve) => {
    const child = spawn(program, argsFor(event, more), { stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill(), timeoutMs);
    let answer = '';
    child.stdout.on('data', (chunk) => (answer += chunk));
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve(undefined));
    child.on('close', () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(answer));
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.end(JSON.stringify(input));
  });
}

/** Runs a hook that outlives its host, which may end at once. Its input is in a file, which it removes after reading. */
function leave(event, input, more) {
  const folder = mkdtempSync(join(tmpdir(), 'memory-hook-'));
  try {
    writeFileSync(join(folder, 'input.json'), JSON.stringify(input), { mode: 0o600 });
    const stdin = openSync(join(folder, 'input.json'), 'r');
    const child = spawn(program, argsFor(event, more), { detached: true, stdio: [stdin, 'ignore', 'ignore'] });
    child.on('error', () => undefined);
    child.unref();
    closeSync(stdin);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
`;
