import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownPrompt } from '../hooks/marks.ts';
import type { Headless } from './host.ts';
import { findExecutable, type Machine } from './machine.ts';

/** Bytes of an answer, and of what is kept of what a host says of its failure. */
const longestAnswer = 256 * 1024;
const longestComplaint = 2_000;
/** Grace period after a host was asked to end (ms). */
const graceMs = 5_000;

/**
 * Asks a host one prompt by its own command, in an empty folder that is removed afterwards. Rejects with a sentence when
 * it is not there, fails or says too much; with the signal's reason when that comes first.
 * @param env marks the host's own hooks and servers as ours
 */
export async function askHost(
  { program, args, env, files = {} }: Headless,
  prompt: string,
  machine: Machine,
  signal: AbortSignal,
): Promise<string> {
  const executable = findExecutable(program, machine);
  if (executable === undefined) throw new Error(`${program} is not on the PATH of the hooks.`);
  signal.throwIfAborted();
  const folder = mkdtempSync(join(tmpdir(), 'memory-extraction-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), JSON.stringify(content));
    }
    const own = { ...machine.env, ...env, SERVICE_EXTRACTING: 'true' };
    return await run(executable, args, { cwd: folder, env: own }, `${ownPrompt}\n\n${prompt}`, signal);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function run(
  executable: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string | undefined> },
  input: string,
  signal: AbortSignal,
): Promise<string> {
  // On Windows hosts are scripts, which only a shell runs; it has a process group of its own elsewhere.
  const isScript = /\.(?:cmd|bat)$/i.test(executable);
  const child = spawn(isScript ? `"${executable}"` : executable, isScript ? args.map(quoted) : args, {
    ...options,
    shell: isScript,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  return new Promise((resolve, reject) => {
    let said = '';
    let complaint = '';
    let fault: Error | undefined;
    let killing: NodeJS.Timeout | undefined;
    const end = (reason: Error) => {
      fault ??= reason;
      stop(child.pid, 'SIGTERM');
      killing ??= setTimeout(() => stop(child.pid, 'SIGKILL'), graceMs);
    };
    const aborted = () => end(signal.reason instanceof Error ? signal.reason : new Error('It was stopped.'));
    signal.addEventListener('abort', aborted, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.length > longestAnswer) end(new Error('Its answer is too long.'));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-longestComplaint);
    });
    const finish = (settle: () => void) => {
      signal.removeEventListener('abort', aborted);
      clearTimeout(killing);
      // What it has started and left behind ends with it.
      stop(child.pid, 'SIGKILL');
      settle();
    };
    child.on('error', (error) => finish(() => reject(fault ?? error)));
    child.on('close', (code, killed) => {
      if (!fault && code !== 0) fault = new Error(`It ended with ${code ?? killed}: ${lastLine(complaint)}`);
      finish(() => (fault ? reject(fault) : resolve(said)));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function stop(pid: number | undefined, how: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, how);
  } catch {
    // It has ended.
  }
}

const quoted = (arg: string) => `"${arg.replaceAll('"', '\\"')}"`;

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.at(-1) ?? 'it says nothing').trim().slice(0, 300);
}
