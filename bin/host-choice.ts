import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { commandsOf } from '../src/hosts/commands.ts';
import { aliases } from '../src/hosts/ended.ts';
import type { Host } from '../src/hosts/host.ts';
import { hosts, hostsByName } from '../src/hosts/index.ts';
import { type Program, packageName } from '../src/hosts/launch.ts';
import { findExecutable, isPresent, type Machine, platformOf, projectOf } from '../src/hosts/machine.ts';
import { cacheOf } from '../src/hosts/own-copy.ts';
import type { Ours } from '../src/hosts/setup/ours.ts';
import type { SetupReceipt } from '../src/hosts/setup/receipt.ts';
import { userDataFolder } from '../src/settings/base.ts';
import { type Given, textFlags, UsageError } from './terminal/command-line.ts';

export function thisMachine(): Machine {
  return {
    platform: platformOf(process.platform),
    env: process.env,
    home: homedir(),
    project: projectOf(process.cwd()),
  };
}

export function thisProgram(version: string): Program {
  const { argv, execPath: node, platform } = process;
  return { file: realpathSync(argv[1] ?? ''), node, version, platform: platformOf(platform) };
}

export function oursOf(version: string, databasePath: string | undefined, receipt: SetupReceipt): Ours {
  return { commands: commandsOf(thisProgram(version), copiesFolder()), databasePath, receipt };
}

/** The path of the receipt of hosts' files. */
export function receiptPath(): string {
  return join(userDataFolder(), 'hosts.json');
}

/** Where copies of the program are, for hosts to start without npx. */
export function copiesFolder(): string {
  return join(userDataFolder(), 'program');
}

/** The command by which a person runs this program here: its name if it is on the PATH (npx's cache does not count). */
export function ownCommand(machine: Machine): string {
  const found = findExecutable(packageName, machine, (file) => cacheOf(file) === undefined);
  return found === undefined ? `npx -y ${packageName}` : packageName;
}

/** The hosts of `--host`, in our order; undefined when none is given. Explains a former name. UsageError. */
export function namedHosts(given: Given): Host[] | undefined {
  const names = textFlags(given, 'host').map((name) => {
    const { what, successor = name } = aliases.get(name) ?? {};
    if (what !== undefined) process.stderr.write(`${what} --host ${name} means ${successor}.\n`);
    return successor;
  });
  const unknown = names.find((name) => !hostsByName.has(name));
  if (unknown !== undefined) {
    throw new UsageError(`--host "${unknown}" is unknown; hosts: ${hosts.map(({ name }) => name).join(', ')}`);
  }
  if (names.length > 0 && given.flags.all) {
    throw new UsageError('--host and --all exclude each other: --host says which hosts, --all means all of them');
  }
  return names.length === 0 ? undefined : hosts.filter(({ name }) => names.includes(name));
}

export function presentHosts(machine: Machine): Host[] {
  return hosts.filter((host) => isPresent(host, machine));
}

/** Whether a person can be asked. */
export function isAsked({ flags }: Given): boolean {
  return (
    !flags.yes && !flags['dry-run'] && !flags.json && process.stdin.isTTY === true && process.stderr.isTTY === true
  );
}

/** The part of a copy's name that says when: 20261121T231500. */
export function stampOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '');
}
