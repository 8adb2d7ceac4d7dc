import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownPrompt } from '../hooks/marks.ts';
import { at, isObject } from './edit/data.ts';
import { read } from './edit/edit.ts';
import type { Headless, Host } from './host.ts';
import { fileOf } from './installed.ts';
import { findExecutable, type Machine } from './machine.ts';
import { readTextFile } from './setup/text-file.ts';

/** Limits in bytes: of an answer, and of a host's error message. */
const maxAnswerLength = 256 * 1024;
const maxComplaintLength = 2_000;
/** Grace period after a host was asked to end (ms). */
const graceMs = 5_000;

/**
 * Sends one prompt to a host's own command, in an empty folder that is removed afterwards. Rejects with a sentence if
 * the command is missing, fails or prints too much; with the signal's reason when it aborts.
 * @param env marks the host's own hooks and servers as ours
 */
export async function askHost(
  host: Pick<Host, 'server'> & { headless: Headless },
  prompt: string,
  machine: Machine,
  signal: AbortSignal,
): Promise<string> {
  const { program, args, env, files = {}, without } = host.headless;
  const servers = without ? serversOf(host, machine).flatMap(without) : [];
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
    return await run(executable, [...args, ...servers], { cwd: folder, env: own }, `${ownPrompt}\n\n${prompt}`, signal);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** A name that any host accepts in an argument. */
const plainName = /^[\w-]{1,100}$/;

/** The tool servers in the user's own file of the host; none where it can't be read. */
function serversOf({ server }: Pick<Host, 'server'>, machine: Machine): string[] {
  if (!server.user) return [];
  try {
    const { text } = readTextFile(fileOf(server.user, machine));
    const found = text === undefined ? undefined : at(read(server.user.format, text), server.user.key);
    return isObject(found) ? Object.keys(found).filter((name) => plainName.test(name)) : [];
  } catch {
    return [];
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
      if (said.length > maxAnswerLength) end(new Error('Its answer is too long.'));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-maxComplaintLength);
    });
    const finish = (settle: () => void) => {
      signal.removeEventListener('abort', aborted);
      clearTimeout(killing);
      // Child processes that it has left behind are ended too.
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
