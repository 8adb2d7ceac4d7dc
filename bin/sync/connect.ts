import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { counted } from '../../src/base/counted.ts';
import { expandHome } from '../../src/base/home.ts';
import {
  compare,
  type Meeting,
  type MeetingCounts,
  type MeetingReaders,
  meet,
  meetings,
  readersOf,
} from '../../src/features/replicas/service/connecting.ts';
import { disconnect as end, stillSignedIn } from '../../src/features/replicas/service/connections.ts';
import { endSignIn, heldIn, writeCredential } from '../../src/features/replicas/service/credential.ts';
import { HttpServer, serverAddress } from '../../src/features/replicas/service/http-server.ts';
import type { SignedIn } from '../../src/features/replicas/service/oauth-client.ts';
import { inOwnStore, type OwnStore, requireStore } from '../store/own-store.ts';
import { canAsk, isConfirmed } from '../terminal/asking.ts';
import { type Given, Refused, textFlag, textFlags, UsageError } from '../terminal/command-line.ts';
import { inShort, print, table } from '../terminal/print.ts';
import { connectingContext, contextOf, exchangeAll, named, namesMeant, shownRows } from './connections.ts';
import { readSecret, secretFile } from './secrets.ts';
import { signIn } from './sign-in.ts';

/**
 * `connect URL`: connects characters of this store with those of a server. Characters with the same name become one; a
 * character that one side lacks is created there. Refused, UsageError.
 */
export async function connect(given: Given): Promise<void> {
  const names = given.flags.all === true ? 'all' : textFlags(given, 'character');
  if (names.length === 0) throw new UsageError('"connect" needs --character NAME…, or --all');
  const url = serverAddress(given.args[0] ?? '');
  const credential = await readCredential(given, url);
  let isStored = false;
  const keep = (own: OwnStore) => {
    isStored = true;
    return keepCredential(own.config.databasePath, url, credential);
  };
  try {
    await connectBy(given, url, credential, names, keep);
  } finally {
    if (!isStored) await endSignIn(credential);
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
    const context = await connectingContext(own);
    const server = new HttpServer(url, typeof credential === 'string' ? credential : credential.access);
    const { member } = await server.whoami();
    const { found, others } = await meetings(
      context,
      server,
      names === 'all' ? names : await namesMeant(context, names),
      { owning: { member: member.id }, url },
    );
    const accepted = isDry || !canAsk(given) ? [] : await chosenOf(others);
    const leftOut = others
      .filter((one) => !accepted.includes(one))
      .map((one) => ({ character: one.name, ...readersOf(one) }));
    const rows: MeetingCounts[] = [];
    for (const meeting of [...found, ...accepted]) rows.push(await compare(context, server, meeting));
    const answer = { url, member: member.name, role: member.role, dryRun: isDry, characters: rows, leftOut };
    if (isDry) {
      return print(given, answer, () => [
        `${url} knows you as ${member.name} (${member.role}). Nothing was changed. Memories here, there, and of the same text, and who has them there:`,
        table(
          rows.map(({ aboutYou, ...row }) => ({ ...row, aboutYou: aboutYou?.length })),
          ['character', 'here', 'there', 'same', 'aboutYou', 'owner', 'visibility', 'readers'],
        ),
        ...aboutYouSaid(rows),
        ...leftOutSaid(leftOut),
      ]);
    }
    if (rows.length === 0) throw new Refused(['no character was connected', ...leftOutSaid(leftOut)].join('. '));
    const personal = aboutYouSaid(rows);
    if (personal.length > 0) {
      process.stderr.write(`${personal.join('\n')}\n`);
      if (canAsk(given) && !(await isConfirmed('Share them?'))) throw new Refused('nothing was connected');
    }
    const keyFile = await keep(own);
    for (const meeting of [...found, ...accepted]) {
      await meet(context, server, { url, member: member.name, keyFile }, meeting, names === 'all');
    }
    const exchanged = await exchangeAll(own);
    if (exchanged.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
    print(given, { ...answer, exchanged }, () => [
      `Connected with ${url} as ${member.name} (${member.role}).`,
      table(shownRows(exchanged), ['character', 'result']),
      ...leftOutSaid(leftOut),
      'Servers of hosts keep them in step from now on; without any, "agent-memory-service sync --watch" does.',
    ]);
  });
}

/** The most texts of a character that are shown before they are shared. */
const maxTexts = 10;
/** UTF-16 units of each. */
const maxText = 100;

/** Which memories about a person others would read. */
export function aboutYouSaid(rows: readonly Pick<MeetingCounts, 'character' | 'readers' | 'aboutYou'>[]): string[] {
  return rows.flatMap(({ character, readers = 'others', aboutYou = [] }) => {
    if (aboutYou.length === 0) return [];
    const texts = aboutYou.slice(0, maxTexts).map((text) => `  ${inShort(text.trim(), maxText)}`);
    const more = aboutYou.length > maxTexts ? [`  and ${aboutYou.length - maxTexts} more`] : [];
    const title = `Of "${character}", ${counted(aboutYou.length, 'memory', 'memories')} about you will be read by ${readers}:`;
    return [[title, ...texts, ...more].join('\n')];
  });
}

/** The characters of others that a person at a terminal wants to connect. */
async function chosenOf(others: readonly Meeting[]): Promise<Meeting[]> {
  const chosen: Meeting[] = [];
  for (const one of others) {
    const { owner = 'somebody else', readers = 'nobody knows whom' } = readersOf(one);
    const what = one.local ? 'What is here goes into it.' : 'It comes here.';
    const question = `"${one.name}" at the server belongs to ${owner} and is read by ${readers}. ${what} Connect it?`;
    if (await isConfirmed(question)) chosen.push(one);
  }
  return chosen;
}

/** What --all leaves out, and how to connect it. */
export function leftOutSaid(leftOut: readonly ({ character: string } & MeetingReaders)[]): string[] {
  if (leftOut.length === 0) return [];
  const names = leftOut.map(({ character }) => `--character ${JSON.stringify(character)}`);
  const shown = table(leftOut, ['character', 'owner', 'visibility', 'readers']);
  return [
    `Left out, because they are not yours there:\n${shown}\nTo connect one as well: ${names.slice(0, 3).join(' ')}`,
  ];
}

/** `disconnect [URL]`: characters stay as they are here, or go with --remove. Refused. */
export async function disconnect(given: Given): Promise<void> {
  requireStore();
  const removes = given.flags.remove === true;
  if (removes && given.flags.keep === true) throw new UsageError('"disconnect" takes --keep or --remove, not both');
  await inOwnStore(undefined, async (own) => {
    const list = await contextOf(own).store.replicas.list(Date.now());
    const [place] = given.args;
    const urls = place === undefined ? undefined : addressesOf(place);
    const meant = list.filter(({ url }) => urls === undefined || urls.includes(url));
    if (meant.length === 0)
      throw new Refused(place === undefined ? 'nothing is connected' : `nothing is connected with ${place}`);
    if (meant.length > 1) throw new Refused('there are several connections: name the URL of one');
    const decides = meant.flatMap((one) => one.decides);
    if (removes && decides.length > 0)
      throw new Refused('this store decides there, and its memories stay: leave out --remove');
    const replicas = named(
      [...meant.flatMap((one) => one.replicas), ...decides],
      await namesMeant(contextOf(own), textFlags(given, 'character')),
    );
    const characters = await end(contextOf(own), replicas, removes, (url, problem) => {
      process.stderr.write(`${stillSignedIn(url, problem)}\n`);
    });
    print(given, { disconnected: characters, removed: removes }, () => [
      `Disconnected: ${characters.join(', ')}. Their memories ${removes ? 'were deleted here (restore_character brings them back)' : 'stay here'}.`,
    ]);
  });
}

/** A key from a file, a prompt, or standard input, never from the command line; or a sign-in in the browser. */
async function readCredential(given: Given, url: string): Promise<string | SignedIn> {
  if (given.flags['sign-in'] !== true) {
    return readSecret(given, 'key-file', 'Key of the server', '; --sign-in asks for none');
  }
  if (textFlag(given, 'key-file') !== undefined) {
    throw new UsageError('"connect" takes --key-file or --sign-in, not both');
  }
  return signIn(url, given.flags['no-open'] !== true);
}

/** Stores it in a file beside the store, and ends the sign-in that it replaces. */
async function keepCredential(databasePath: string, url: string, credential: string | SignedIn): Promise<string> {
  const file = secretFile(databasePath, url);
  const earlier = heldIn(file);
  writeCredential(file, credential);
  if (earlier !== undefined) await endSignIn(earlier);
  return file;
}

/** The URLs that a place on the command line may mean. InvalidInput for none. */
function addressesOf(place: string): string[] {
  if (/^https?:/.test(place)) return [serverAddress(place)];
  const path = resolve(expandHome(place, homedir()));
  const real = existsSync(path) ? realpathSync(path) : path;
  return [place, `ssh://${place}`, pathToFileURL(real).href];
}
