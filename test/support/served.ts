import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { program } from './spawned.ts';

/** The whole environment of the program. */
export function environment(path: string, more: Record<string, string> = {}) {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', SERVICE_DB: path, ...more };
}

/** Starts serve, by default on a free port, and waits until it listens; the first key is printed by default. */
export async function startServe(
  path: string,
  env: Record<string, string> = {},
  port = 0,
  flags: readonly string[] = ['--print-key'],
) {
  const child = spawn(process.execPath, [program, 'serve', '--port', String(port), ...flags], {
    env: environment(path, env),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk;
      if (output.stderr.includes('"message":"serving"')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${output.stderr}`)));
  });
  const url = /"url":"([^"]+)"/.exec(output.stderr)?.[1] ?? '';
  const key = /ams_[\w-]{43}/.exec(output.stderr)?.[0];
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output, url, key, port: Number(new URL(url).port), ended };
}
