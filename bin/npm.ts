import { execFile } from 'node:child_process';
import { findExecutable } from '../src/hosts/machine.ts';
import { thisMachine } from './host-choice.ts';

const usualMs = 10_000;

interface Ended {
  isDone: boolean;
  /** It took too long. */
  isKilled: boolean;
  stdout: string;
  stderr: string;
}

/** Runs npm in a folder, whose .npmrc it reads; undefined without npm. */
export async function runNpm(
  words: readonly string[],
  { cwd, timeoutMs: timeout }: { cwd: string; timeoutMs: number },
): Promise<Ended | undefined> {
  const machine = thisMachine();
  const npm = findExecutable('npm', machine);
  if (npm === undefined) return undefined;
  // On Windows npm is a script, which only a shell runs.
  const [file, args] = machine.platform === 'win32' ? ['cmd', ['/c', 'npm', ...words]] : [npm, [...words]];
  // Of npx's own run, or settings of the user that npm refuses in a folder.
  const { npm_config_global: _global, npm_config_allow_scripts: _allowed, ...env } = process.env;
  const options = { cwd, env, timeout, killSignal: 'SIGKILL', maxBuffer: 2 ** 24, windowsHide: true } as const;
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      resolve({ isDone: !error, isKilled: error?.killed === true, stdout, stderr }),
    );
  });
}

/** npm's standard output; '' on a failure, undefined without npm. npm asks the registry that it is configured for. */
export async function askNpm(line: readonly string[], timeoutMs = usualMs): Promise<string | undefined> {
  const words = [...line, '--fetch-retries=0', `--fetch-timeout=${timeoutMs}`];
  // A project's .npmrc names registries too, and is not trusted.
  const ended = await runNpm(words, { cwd: thisMachine().home, timeoutMs });
  return ended?.isKilled ? '' : ended?.stdout;
}

/** The reason in npm's JSON answer, as a clause; undefined if there is none. */
export function faultIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  const { summary, code } = answer.error as { summary?: string; code?: string };
  return `npm says: ${(summary || code || 'nothing that makes sense').split('\n')[0]?.slice(0, 200)}`;
}
