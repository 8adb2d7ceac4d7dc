import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { expandHome } from '../src/base/home.ts';
import { compare, type MeetingCounts, meet, meetings } from '../src/service/replication/connecting.ts';
import { disconnect as end, stillSignedIn } from '../src/service/replication/connections.ts';
import { endSignIn, heldIn, writeCredential } from '../src/service/replication/credential.ts';
import { HttpServer, serverAddress } from '../src/service/replication/http-server.ts';
import type { SignedIn } from '../src/service/replication/oauth-client.ts';
import { type Exchanged, Replicator } from '../src/service/replication/replicator.ts';
import { type Given, Refused, textFlag, textFlags, UsageError } from './command-line.ts';
import { contextOf, named } from './connections.ts';
import { inOwnStore, type OwnStore, requireStore } from './own-store.ts';
import { print, table } from './print.ts';
import { signIn } from './sign-in.ts';

/**
 * `connect URL`: characters of this store and of a server become one. What both have by the same name meets; what one side
 * lacks is made there. Refused, UsageError.
 */
export async function connect(given: Given): Promise<void> {
  const names = given.flags.all === true ? 'all' : textFlags(given, 'character');
  if (names.length === 0) throw new UsageError('"connect" needs --character NAME…, or --all');
  const url = serverAddress(given.args[0] ?? '');
  const credential = await readCredential(given, url);
  let isKept = false;
  const keep = (own: OwnStore) => {
    isKept = true;
    return keepCredential(own.config.databasePath, url, credential);
  };
  try {
    await connectBy(given, url, credential, names, keep);
  } finally {
    if (!isKept) await endSignIn(credential);
  }
}

async function connectBy(
  given: Given,
  url: string,
  credential: string | SignedIn,
  names: readonly string[] | 'all',
  keep: (own: OwnStore) => Promise<string>,
): Promise<void> {
  const isDry = given.flags['dry-run'] === true;
  await inOwnStore(undefined, async (own) => {
    const context = contextOf(own);
    const server = new HttpServer(url, typeof credential === 'string' ? credential : credential.access);
    const { member } = await server.whoami();
    const found = await meetings(context, server, names);
    const rows: MeetingCounts[] = [];
    for (const meeting of found) rows.push(await compare(context, server, meeting));
    const answer = { url, member: member.name, role: member.role, dryRun: isDry, characters: rows };
    if (isDry) {
      return print(given, answer, () => [
        `${url} knows you as ${member.name} (${member.role}). Nothing was changed. Memories here, there, and of the same text:`,
        table(rows, ['character', 'here', 'there', 'same']),
      ]);
    }
    const keyFile = await keep(own);
    for (const meeting of found) await meet(context, server, { url, member: member.name, keyFile }, meeting);
    const exchanged = await exchangeAll(own);
    print(given, { ...answer, exchanged }, () => [
      `Connected with ${url} as ${member.name} (${member.role}).`,
      table(shown(exchanged), ['character', 'result']),
      'Servers of hosts keep them in step from now on; without any, "agent-memory-service sync --watch" does.',
    ]);
  });
}

/** `disconnect [URL]`: characters stay as they are here, or go with --remove. Refused. */
export async function disconnect(given: Given): Promise<void> {
  requireStore();
  const removes = given.flags.remove === true;
  if (removes && given.flags.keep === true) throw new UsageError('"disconnect" takes --keep or --remove, not both');
  await inOwnStore(undefined, async (own) => {
    const list = await contextOf(own).store.replicas.list(Date.now());
    const url = given.args[0] === undefined ? undefined : serverAddress(given.args[0]);
    const meant = list.filter((one) => url === undefined || one.url === url);
    if (meant.length === 0)
      throw new Refused(url === undefined ? 'nothing is connected' : `nothing is connected with ${url}`);
    if (url === undefined && meant.length > 1) throw new Refused('there are several connections: name the URL of one');
    const replicas = named(
      meant.flatMap((one) => one.replicas),
      textFlags(given, 'character'),
    );
    const characters = await end(contextOf(own), replicas, removes, (url, problem) => {
      process.stderr.write(`${stillSignedIn(url, problem)}\n`);
    });
    print(given, { disconnected: characters, removed: removes }, () => [
      `Disconnected: ${characters.join(', ')}. Their memories ${removes ? 'were deleted here (restore_character brings them back)' : 'stay here'}.`,
    ]);
  });
}

/** `sync`: exchanges everything now; with --watch until it is stopped. */
export async function sync(given: Given): Promise<void> {
  requireStore();
  await inOwnStore(undefined, async (own) => {
    if (given.flags.watch === true) return watchConnections(own);
    const exchanged = await exchangeAll(own);
    print(given, { exchanged }, () =>
      exchanged.length === 0
        ? ['No character is connected with a server.']
        : [table(shown(exchanged), ['url', 'character', 'result'])],
    );
    if (exchanged.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
  });
}

async function watchConnections(own: OwnStore): Promise<void> {
  const replicator = new Replicator(contextOf(own));
  replicator.start();
  await new Promise<void>((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stop());
  });
  await replicator.stop();
}

const exchangeAll = (own: OwnStore): Promise<Exchanged[]> => new Replicator(contextOf(own)).all();

const shown = (exchanged: readonly Exchanged[]) =>
  exchanged.map(({ problem, ...one }) => ({ ...one, result: problem ?? 'as at the server' }));

/** A key from a file, a prompt, or standard input, never from the command line; or a sign-in in the browser. */
async function readCredential(given: Given, url: string): Promise<string | SignedIn> {
  const file = textFlag(given, 'key-file');
  if (given.flags['sign-in'] === true) {
    if (file !== undefined) throw new UsageError('"connect" takes --key-file or --sign-in, not both');
    return signIn(url, given.flags['no-open'] !== true);
  }
  const key = file === undefined ? await askKey() : readFileSync(resolve(expandHome(file, homedir())), 'utf8');
  if (key.trim() === '') throw new Refused('there is no key: give --key-file FILE, or type it');
  return key.trim();
}

async function askKey(): Promise<string> {
  if (!process.stdin.isTTY) return readFileSync(0, 'utf8');
  process.stderr.write('Key of the server (it is not shown; --sign-in asks for none): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await prompt.question('');
  } finally {
    prompt.close();
    process.stderr.write('\n');
  }
}

/** Keeps it in a file beside the store; a sign-in that it takes the place of ends. */
async function keepCredential(databasePath: string, url: string, credential: string | SignedIn): Promise<string> {
  const folder = join(dirname(databasePath), 'connections');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(url).digest('hex').slice(0, 16);
  const file = join(folder, `${name}.key`);
  const earlier = heldIn(file);
  writeCredential(file, credential);
  if (earlier !== undefined) await endSignIn(earlier);
  return file;
}
