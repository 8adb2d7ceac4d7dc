import type { Check } from '../../src/base/check.ts';
import { readConfig } from '../../src/features/config.ts';
import { fragility } from '../../src/hosts/commands.ts';
import { type Client, handshake } from '../../src/hosts/handshake.ts';
import type { Host, HostScope, Launch } from '../../src/hosts/host.ts';
import { fileOf, type Installed, installedIn } from '../../src/hosts/installed.ts';
import type { Machine } from '../../src/hosts/machine.ts';
import { isOurLaunch, notLaunched, type Ours } from '../../src/hosts/setup/ours.ts';
import { ownCommand } from '../host-choice.ts';
import { fetchingMs, launchFault, type Versions } from './launch.ts';

/** One host's access to the store. */
export interface HostCheck extends Omit<Check, 'name'> {
  host: string;
  /** The host's file that names the server. */
  file: string;
}

const scopes: readonly HostScope[] = ['user', 'project'];
/** How many servers are started in parallel, so that a hanging one does not delay the others. */
const parallel = 16;
/** The deadline for all servers to answer: a host would have given up on a slower one. */
const totalTimeoutMs = 8_000;
/** For checks that had to wait for others. */
const minTimeoutMs = 1_000;

interface Checking {
  machine: Machine;
  /** Asked for by name. */
  areNamed: boolean;
  version: string;
  /** The store that every entry should use; undefined: not set. */
  store: string | undefined;
  ours: Ours;
}

/**
 * Launches the command in the file of every host with this server, and sends it initialize, tools/list and a search. Of
 * a project's files it launches only our own entries. A host that was named but has no entry is a fault.
 */
export async function checkHosts(hosts: readonly Host[], how: Checking): Promise<HostCheck[]> {
  const { machine, areNamed } = how;
  const found = hosts.flatMap((host) => once(scopes.flatMap((scope) => look(host, scope, machine))));
  const missing = areNamed ? hosts.filter(({ name }) => !found.some((one) => one.host === name)) : [];
  const checks: HostCheck[] = [];
  const waiting = found.entries();
  const deadline = performance.now() + totalTimeoutMs;
  const versions: Versions = new Map();
  const spoken = new Map<string, ReturnType<typeof speakTo>>();
  // Equal entries are one command: it is launched once for all hosts that have it.
  const speak = (launch: Launch) => {
    const key = JSON.stringify([launch.command, launch.args, Object.entries(launch.env).toSorted()]);
    const begun = spoken.get(key) ?? speakTo(launch, how, deadline);
    spoken.set(key, begun);
    return begun;
  };
  const work = async () => {
    for (const [i, one] of waiting) checks[i] = 'launch' in one ? await checkLaunch(one, how, speak, versions) : one;
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return [...checks, ...missing.map((host) => notInstalled(host, machine))];
}

/** In the home folder both scopes are in the same file. */
function once(found: (Found | HostCheck)[]): (Found | HostCheck)[] {
  const fileIn = (one: Found | HostCheck) => ('launch' in one ? one.file.path : one.file);
  return found.filter((one, i) => found.findIndex((other) => fileIn(other) === fileIn(one)) === i);
}

interface Found extends Installed {
  host: string;
  scope: HostScope;
}

function look(host: Host, scope: HostScope, machine: Machine): (Found | HostCheck)[] {
  const place = host.server[scope];
  if (!place) return [];
  try {
    const installed = installedIn(host, scope, machine);
    return installed ? [{ host: host.name, scope, ...installed }] : [];
  } catch (error) {
    const file = fileOf(place, machine);
    const detail = `the file can't be read: ${(error as Error).message}`;
    const advice = `Mend ${file} (${host.title} can't read it either), then run: ${ownCommand(machine)} init --host ${host.name}`;
    return [{ host: host.name, file, ok: false, detail, advice }];
  }
}

function notInstalled(host: Host, machine: Machine): HostCheck {
  const place = host.server.user ?? host.server.project;
  const file = place ? fileOf(place, machine) : '';
  const advice = `Run: ${ownCommand(machine)} init --host ${host.name}`;
  return { host: host.name, file, ok: false, detail: 'this server is not configured there', advice };
}

async function checkLaunch(
  found: Found,
  { machine, store, ours }: Checking,
  speak: (launch: Launch) => ReturnType<typeof speakTo>,
  versions: Versions,
): Promise<HostCheck> {
  const { host, scope, launch } = found;
  const file = found.file.path;
  const again = `${ownCommand(machine)} init --host ${host}${scope === 'project' ? ' --project' : ''}`;
  if (scope === 'project' && !isOurLaunch(found, ours)) {
    return { host, file, ok: false, detail: notLaunched, advice: `Look at ${file}. To have our entry there: ${again}` };
  }
  const fault = (await launchFault(launch, versions)) ?? otherStore(launch, store);
  if (fault !== undefined) {
    return { host, file, ok: false, detail: fault, advice: `Write the entry again: ${again}` };
  }
  const { ok, ms, detail, result, stderr } = await speak(launch);
  const check = { host, file, ms };
  const fragile = fragility(launch);
  const renewed = fragile === undefined ? undefined : `${fragile} Write the entry again: ${again}`;
  if (ok && result?.fault === undefined) return { ...check, ok, detail, ...(renewed ? { advice: renewed } : {}) };
  const said = result?.fault ?? errorLine(stderr);
  const shown = said === undefined ? detail : `${ok ? '' : `${detail}; it said: `}${said}`;
  return { ...check, ok: false, detail: shown, advice: renewed ?? adviceFor(detail, said, again) };
}

function speakTo(launch: Launch, { machine, version }: Checking, deadline: number) {
  const fetches = [launch.command, ...launch.args].includes('npx');
  const timeoutMs = fetches ? fetchingMs : Math.max(minTimeoutMs, deadline - performance.now());
  return handshake(launch, { version, timeoutMs, cwd: machine.home, use: searchOnce });
}

/** An entry without the expected store: its memories would not be found here. */
function otherStore({ env }: Launch, store: string | undefined): string | undefined {
  if (store === undefined) return undefined;
  const used = readConfig(env.SERVICE_DB ? { SERVICE_DB: env.SERVICE_DB } : {}).databasePath;
  return used === store ? undefined : `its env names another store: ${used} instead of ${store}`;
}

/** A search needs a character: the entry's own, or any there is. */
async function searchOnce(client: Client): Promise<{ fault?: string }> {
  const found = await call(client, 'search_memories', { query: 'what was decided last' });
  if (found.error?.type !== 'ValidationError' && found.error?.type !== 'InvalidInput') {
    return found.error ? { fault: `a search fails: ${found.error.message}` } : {};
  }
  const listed = await call(client, 'list_characters', { limit: 1 });
  return listed.error ? { fault: `the store can't be read: ${listed.error.message}` } : {};
}

type ToolAnswer = { error?: { type: string; message: string } };

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<ToolAnswer> {
  const { structuredContent } = await client.callTool({ name, arguments: input });
  return (structuredContent ?? {}) as ToolAnswer;
}

/** The reason of a server's end, from its stderr: the first line that names an error, or the last line. */
function errorLine(stderr = ''): string | undefined {
  const lines = stderr
    .split('\n')
    .map(spoken)
    .filter((line) => line !== '');
  // npm's first line is only a code.
  const error = lines.find((line) => /^agent-memory-service: |Error\b|^npm (?:error|ERR!) (?!code )/.test(line));
  return (error ?? lines.at(-1))?.slice(0, 300);
}

/** A line of a log says its message, unless that is only for information. */
function spoken(line: string): string {
  try {
    const { level, message } = JSON.parse(line) as { level?: unknown; message?: unknown };
    return typeof message === 'string' && level !== 'info' && level !== 'debug' ? message : '';
  } catch {
    return line.trim();
  }
}

/** The remedy for a symptom. */
function adviceFor(detail: string, said: string | undefined, again: string): string {
  if (/stdout/.test(detail)) {
    return `Whatever the entry launches must leave stdout to the protocol: no wrapper that prints, no logging there. Or write the entry again: ${again}`;
  }
  if (/no answer/.test(detail)) {
    return `The server hangs: run the entry's command by hand to see where, end what keeps the store locked, or write the entry again: ${again}`;
  }
  if (said && /NODE_MODULE_VERSION|different Node/.test(said)) {
    return `The entry's Node is another one than this was installed with: ${again}, run with the Node that is meant`;
  }
  if (said && /SERVICE_\w+/.test(said))
    return `Correct the variable in the entry's env, or write the entry again: ${again}`;
  return `Write the entry again: ${again}`;
}
