import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { counted } from '../../src/base/counted.ts';
import { isOlder } from '../../src/base/version.ts';
import { iso, startOfUtcDay } from '../../src/domain/text.ts';
import { fragility } from '../../src/hosts/commands.ts';
import { at } from '../../src/hosts/edit/data.ts';
import { read } from '../../src/hosts/edit/edit.ts';
import { bareEnvironment } from '../../src/hosts/handshake.ts';
import { callerOf, type HooksInFile, hooksInFiles, isHook, partsOfHooks } from '../../src/hosts/hooks-in-files.ts';
import type { Host, HostScope, Launch } from '../../src/hosts/host.ts';
import type { InstalledHooks } from '../../src/hosts/installed-hooks.ts';
import { type Machine, resolvePath } from '../../src/hosts/machine.ts';
import { areOurHooks, notLaunched, type Ours } from '../../src/hosts/setup/ours.ts';
import { readTextFile } from '../../src/hosts/setup/text-file.ts';
import { type HookFacts, hookFacts } from '../../src/storage/sqlite/examine/hook-facts.ts';
import { ownCommand } from '../host-choice.ts';
import type { HostCheck } from './hosts.ts';
import { fetchingMs, launchFault } from './launch.ts';

const scopes: readonly HostScope[] = ['user', 'project'];
/** The timeout of most hosts' hooks. */
const timeoutMs = 5_000;
/** Hooks without a run for this long are reported. */
const longMs = 14 * 24 * 60 * 60_000;

interface CheckingHooks {
  machine: Machine;
  version: string;
  /** The store of hooks that name none; undefined if the settings are invalid. */
  databasePath: string | undefined;
  now: number;
  /** How many sessions a day models of hosts read at most. */
  hostExtractions: number;
  ours: Ours;
}

/**
 * Checks the hooks in hosts' files: the program exists, runs and is not older than this one, the character exists, the
 * hooks are enabled. Reports when they last ran. In a project's files it runs only our own commands. Changes nothing.
 */
export async function checkHooks(hosts: readonly Host[], how: CheckingHooks): Promise<HostCheck[]> {
  const runs = new Map<string, Promise<string | undefined>>();
  const once = (launch: Launch) => {
    const key = JSON.stringify([launch.command, launch.args]);
    const begun = runs.get(key) ?? runFault(launch, how);
    runs.set(key, begun);
    return begun;
  };
  const seen = new Set<string>();
  // A file that two hosts read is checked for the host it was written for.
  const ordered = hosts.toSorted((one, other) => sharing(one) - sharing(other));
  const found = ordered.flatMap((host) => scopes.flatMap((scope) => look(host, scope, how.machine)));
  // In the home folder both scopes are in the same file.
  const keyOf = ({ host, path }: Found) => `${callerOf(host)} ${path}`;
  const apart = found.filter((one) => !seen.has(keyOf(one)) && seen.add(keyOf(one)));
  return Promise.all(apart.map((one) => checkOne(one, how, once)));
}

const sharing = ({ hooks }: Host) => Number(hooks?.calledFor !== undefined);

interface Found extends HooksInFile {
  host: Host;
  scope: HostScope;
}

function look(host: Host, scope: HostScope, machine: Machine): Found[] {
  return hooksInFiles(host, scope, machine).map((found) => ({ host, scope, ...found }));
}

async function checkOne(
  { host, scope, path, target, hooks }: Found,
  how: CheckingHooks,
  once: (launch: Launch) => Promise<string | undefined>,
): Promise<HostCheck> {
  const again = `${ownCommand(how.machine)} init --host ${host.name} --hooks${scope === 'project' ? ' --project' : ''}`;
  const check = { host: host.name, file: path };
  if ('unreadable' in hooks) {
    const advice = `Mend ${path} (${host.title} can't read it either), then run: ${again}`;
    return { ...check, ok: false, detail: `hooks: the file can't be read: ${hooks.unreadable}`, advice };
  }
  const { platform } = how.machine;
  if (scope === 'project' && !hooks.every((one) => areOurHooks(one, target, callerOf(host), platform, how.ours))) {
    const advice = `Look at ${path}. To have our hooks there: ${again}`;
    return { ...check, ok: false, detail: `hooks: ${notLaunched}`, advice };
  }
  const faults = await Promise.all(hooks.map(({ launch }) => once(launch)));
  const fault = faults.find((one) => one !== undefined) ?? switchedOff(host, scope, how.machine);
  if (fault !== undefined) {
    return { ...check, ok: false, detail: `hooks: ${fault}`, advice: `Write the hooks again: ${again}` };
  }
  const facts = await Promise.all(hooks.map(async (one) => ({ ...one, facts: await factsOf(one, how) })));
  const lastAt = Math.max(0, ...facts.map((one) => one.facts?.lastRuns.get(host.name) ?? 0));
  const detail = `hooks: ${lastAt === 0 ? 'have not run yet' : `ran last ${iso(lastAt)}`}${readByHost(facts, how)}`;
  const fragile = hooks.map(({ launch }) => fragility(launch)).find((one) => one !== undefined);
  if (fragile !== undefined)
    return { ...check, ok: true, detail, advice: `${fragile} Write the hooks again: ${again}` };
  const stranger = facts.find(({ character, facts }) => character && facts && !facts.characters.has(character));
  if (stranger) {
    const advice =
      `Its store has no active character ${JSON.stringify(stranger.character)} yet: the first memory makes it. ` +
      `If another is meant: ${again} --character NAME`;
    return { ...check, ok: true, detail, advice };
  }
  const isSilent = how.now - Math.max(lastAt, statSync(path).mtimeMs) > longMs;
  if (!isSilent) return { ...check, ok: true, detail };
  const cause = host.hooks?.afterwards ?? 'Hosts read their hooks when they are started.';
  return { ...check, ok: true, detail, advice: `If ${host.title} was used since, its hooks do not run. ${cause}` };
}

/** Whether the model of the host reads sessions, how many it may read today, and what models have found. */
function readByHost(
  hooks: readonly (InstalledHooks & { facts: HookFacts | undefined })[],
  { hostExtractions: most }: CheckingHooks,
): string {
  const reading = hooks.find(({ isReadByHost }) => isReadByHost);
  if (!reading) return '';
  const { read, found } = reading.facts?.extractions ?? { read: 0, found: 0 };
  const left = Math.max(0, most - read);
  const beside = counted(found, 'memory', 'memories');
  return `; the host's model reads sessions that are over, ${left} of ${most} left today; found beside the rules: ${beside}`;
}

/** Why the program does not answer as a hook of this version does, in a clause. */
async function runFault(launch: Launch, { machine, version }: CheckingHooks): Promise<string | undefined> {
  const missing = await launchFault(launch);
  if (missing !== undefined) return missing;
  const [printed, answered] = await Promise.all([
    run(launch, ['--version'], machine),
    // An unknown event: the answer is empty, and nothing is looked up.
    run(launch, ['hook', 'doctor', '--host', 'doctor'], machine),
  ]);
  const name = `"${[launch.command, ...launch.args].join(' ')}"`;
  const found = /^\d+\.\d+\.\d+/.exec(printed ?? '')?.[0];
  if (found === undefined || answered?.trim() !== '{}') return `${name} does not run, or is not this program`;
  return isOlder(found, version) ? `${name} is version ${found}, older than ${version}` : undefined;
}

async function run({ command, args }: Launch, more: readonly string[], machine: Machine): Promise<string | undefined> {
  const isFetched = [command, ...args].includes('npx');
  const options = {
    cwd: machine.home,
    env: await bareEnvironment(),
    timeout: isFetched ? fetchingMs : timeoutMs,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve) => {
    const child = execFile(command, [...args, ...more], options, (error, stdout) =>
      resolve(error ? undefined : stdout),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end('{}');
  });
}

/** A switch of the host's that hooks need. */
function switchedOff(host: Host, scope: HostScope, machine: Machine): string | undefined {
  for (const part of partsOfHooks(host, scope, machine)) {
    if (part.kind !== 'entry' || part.unlessThere || isHook(part)) continue;
    const path = resolvePath(part.file, machine);
    const { text } = existsSync(path) ? readTextFile(path) : { text: undefined };
    const there = text === undefined ? undefined : at(read(part.format, text), part.path);
    if (there !== part.value) return `${part.path.join('.')} in ${path} is not ${JSON.stringify(part.value)}`;
  }
  return undefined;
}

async function factsOf(
  { database, character }: InstalledHooks,
  { databasePath, now }: CheckingHooks,
): Promise<HookFacts | undefined> {
  const path = database ?? databasePath;
  return path === undefined
    ? undefined
    : hookFacts(path, character === undefined ? [] : [character], startOfUtcDay(now));
}
