import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { expandHome } from '../../src/base/home.ts';
import { writeCredential } from '../../src/features/replicas/service/credential.ts';
import { inputText } from '../terminal/asking.ts';
import { type Given, Refused, textFlag } from '../terminal/command-line.ts';

/** A secret from a flag's file, a prompt, or standard input; never from the command line. Refused. */
export async function readSecret(given: Given, flag: string, what: string, hint = ''): Promise<string> {
  const file = textFlag(given, flag);
  const secret = file === undefined ? await askFor(what, hint) : readGiven(resolve(expandHome(file, homedir())));
  if (secret.trim() === '') throw new Refused(`${what} is missing: give --${flag} FILE, or type it`);
  return secret.trim();
}

function readGiven(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Refused(`${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function askFor(what: string, hint: string): Promise<string> {
  if (!process.stdin.isTTY) return inputText();
  process.stderr.write(`${what} (it is not shown${hint}): `);
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: noEcho, terminal: true });
  try {
    return await prompt.question('');
  } finally {
    prompt.close();
    process.stderr.write('\n');
  }
}

/** A file beside the store that only its user may read, with the secrets of a connection. */
export function keepSecret(databasePath: string, url: string, secret: string): string {
  const file = secretFile(databasePath, url);
  writeCredential(file, secret);
  return file;
}

/** Where it is; its folder is made. */
export function secretFile(databasePath: string, url: string): string {
  const folder = join(dirname(databasePath), 'connections');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.key`);
}
