import { existsSync } from 'node:fs';
import { at } from '../edit/data.ts';
import { read } from '../edit/edit.ts';
import { formerHosts } from '../ended.ts';
import { callerOf, isHook, partsOfHooks } from '../hooks-in-files.ts';
import type { Host, HostPart, HostScope, Launch } from '../host.ts';
import { fileOf, installedIn } from '../installed.ts';
import { isOurHook, readLaunch } from '../launch.ts';
import { type Machine, projectAround, resolvePath } from '../machine.ts';
import type { Brought } from './brought.ts';
import { partsOf, serverPart, type Wishes } from './parts.ts';
import type { SetupReceipt, Written } from './receipt.ts';
import { readTextFile } from './text-file.ts';
import { namesUs, type Problem, Workspace } from './workspace.ts';
import { entryIn, writePart } from './write-part.ts';

/** Text to paste by hand, and where. */
interface Snippet {
  host: string;
  where: string;
  text: string;
}

export interface Plan {
  workspace: Workspace;
  /** The commands that hosts will launch, read from the future text of their files. */
  launches: { host: string; launch: Launch }[];
  snippets: Snippet[];
  /** Fields of the project's entries that are dropped unless the user confirms them. */
  brought: Brought[];
}

/** The changes of `init`. A change that can't be written into a file becomes a snippet. */
export function planInit(hosts: readonly Host[], wishes: Wishes, machine: Machine, receipt: SetupReceipt): Plan {
  const workspace = new Workspace(receipt);
  const snippets: Snippet[] = [];
  const brought: Brought[] = [];
  const launches: Plan['launches'] = [];
  for (const host of hosts) {
    for (const former of formerHosts(host)) takeRecorded(workspace, former, receipt);
    // Hooks that are there speak of the same character and command as the server.
    const hooks = wishes.hooks || hasHooks(host, wishes, machine, receipt);
    const byHand = new Map<string, string>();
    const wanted = partsOf(host, { ...wishes, hooks }, machine, workspace);
    brought.push(...wanted.brought);
    for (const placed of wanted.parts) {
      const { path, project, part } = placed;
      if (workspace.write(placed, host.name)) {
        const { text = '' } = workspace.open(path, project);
        const launch = part.kind === 'server' ? readLaunch(entryIn(text, part.place)) : undefined;
        if (launch) launches.push({ host: host.name, launch });
        continue;
      }
      byHand.set(path, writePart(byHand.get(path) ?? '', part, host.name).text);
    }
    for (const [where, text] of byHand) snippets.push({ host: host.name, where, text });
    if (!host.server[wishes.scope]) snippets.push(...pasted(host, wishes));
  }
  return { workspace, launches, snippets, brought };
}

function hasHooks(host: Host, { scope }: Wishes, machine: Machine, { files }: SetupReceipt): boolean {
  return partsOfHooks(host, scope, machine)
    .filter(isHook)
    .some(({ kind, file }) => {
      const written = files[resolvePath(file, machine)]?.written ?? [];
      return written.some((one) => one.kind === kind && one.hosts.includes(host.name));
    });
}

/** For a host whose file is not certain; undefined if the host lacks this scope. */
function pasted(host: Host, wishes: Wishes): Snippet[] {
  if (!host.snippet || wishes.scope === 'project') return [];
  return [{ host: host.name, where: host.snippet.where, text: snippetFor(host, wishes) }];
}

/** A snippet that the user pastes into the host's file of servers: the file as it would be with nothing else in it. */
export function snippetFor(host: Host, wishes: Pick<Wishes, 'command' | 'env' | 'defaults' | 'initial'>): string {
  const place = host.server.user ?? (host.snippet && { ...host.snippet, file: host.snippet.where });
  if (!place) throw new Error(`${host.name} is declared without a file and without a snippet`);
  const { command, defaults, initial, env } = wishes;
  const part = serverPart(host, place, { command, env: { ...defaults, ...initial, ...env } });
  return writePart('', part, host.name).text;
}

/**
 * The parts that `uninstall` will remove: those in the receipt, and similar ones in files without a receipt. Of these,
 * unreadable files that do not name this program are not ours: `foreign`.
 */
export function planUninstall(
  hosts: readonly Host[],
  machine: Machine,
  receipt: SetupReceipt,
): { workspace: Workspace; foreign: Problem[] } {
  const workspace = new Workspace(receipt);
  for (const host of hosts) {
    for (const name of [host.name, ...formerHosts(host)]) takeRecorded(workspace, name, receipt);
  }
  for (const host of hosts) {
    for (const scope of ['user', 'project'] as const) takeUnrecorded(workspace, host, scope, machine, receipt);
  }
  const isForeign = ({ path }: Problem) => !isRecorded(receipt, path) && !namesUs(path);
  const foreign = workspace.problems.filter(isForeign);
  workspace.problems = workspace.problems.filter((one) => !isForeign(one));
  return { workspace, foreign };
}

function takeRecorded(workspace: Workspace, name: string, { files }: SetupReceipt): void {
  for (const [path, { written }] of Object.entries(files)) {
    if (written.some((one) => one.hosts.includes(name))) workspace.take(path, name);
  }
}

function takeUnrecorded(
  workspace: Workspace,
  host: Host,
  scope: HostScope,
  machine: Machine,
  receipt: SetupReceipt,
): void {
  const place = host.server[scope];
  if (place && !isRecorded(receipt, fileOf(place, machine))) {
    const at = { path: fileOf(place, machine), project: projectAround(place.file, machine) };
    workspace.takeFound(at, host.name, () => {
      const installed = installedIn(host, scope, machine);
      return installed && { kind: 'server', format: place.format, path: [...place.key, installed.name] };
    });
  }
  for (const part of otherParts(host, scope, machine)) {
    const path = resolvePath(part.file, machine);
    const isSwitch = part.kind === 'entry' && !isHook(part);
    if (isSwitch || !existsSync(path) || isRecorded(receipt, path)) continue;
    const found = () => unrecorded(part, readTextFile(path).text, callerOf(host));
    workspace.takeFound({ path, project: projectAround(part.file, machine) }, host.name, found);
  }
}

function otherParts(host: Host, scope: HostScope, machine: Machine): HostPart[] {
  const hooks = partsOfHooks(host, scope, machine);
  const rules = host.rules?.[scope];
  if (!rules) return hooks;
  return [...hooks, { kind: rules.header === undefined ? 'block' : 'file', file: rules.file, text: '' }];
}

function unrecorded(part: HostPart, text = '', caller: string): Omit<Written, 'hosts' | 'splices'> | undefined {
  if (part.kind === 'element') return { kind: 'element', format: 'json', path: [...part.path] };
  if (part.kind !== 'entry') return { kind: part.kind };
  const { kind, format, path } = part;
  const value = at(read(format, text), path);
  return isOurHook(value, caller) ? { kind, format, path: [...path], value: value as Written['value'] } : undefined;
}

function isRecorded({ files }: SetupReceipt, path: string): boolean {
  return Object.hasOwn(files, path);
}
