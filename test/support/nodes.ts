import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { program } from './spawned.ts';

export const environment = (url: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  SERVICE_DATABASE_URL: url,
  SERVICE_RATE_LIMITS: 'off',
});

/** A node on a database, once it listens. */
export async function startNode(url: string) {
  const child = spawn(process.execPath, [program, 'serve', '--print-key', '--port', '0'], { env: environment(url) });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      if (stderr.includes('"message":"serving"')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${stderr}`)));
  });
  const address = /"url":"([^"]+)"/.exec(stderr)?.[1] ?? '';
  return { child, address, key: /ams_[\w-]{43}/.exec(stderr)?.[0], said: () => stderr };
}

type Body = Record<string, unknown>;

export async function request(address: string, key: string, method: string, path: string, given?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${address}${path}`, { method, headers, ...(given && { body: JSON.stringify(given) }) });
  const body = (await answer.json()) as Body;
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
}
