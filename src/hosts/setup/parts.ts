import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { callerOf } from '../hooks-in-files.ts';
import type { Host, HostPart, HostScope, JsonObject, Launch, Rules, ServerPlace } from '../host.ts';
import { fileOf } from '../installed.ts';
import { hookCommand, readLaunch } from '../launch.ts';
import { type Machine, projectAround, resolvePath } from '../machine.ts';
import { rulesBlock } from '../rules.ts';
import { type Brought, filterEntry } from './brought.ts';
import { recordedEntry } from './ours.ts';
import { type PlacedPart, reasonOf, type Workspace } from './workspace.ts';
import { entryIn, type ServerPart } from './write-part.ts';

const defaultServerName = 'memory';

/** The parts to write into hosts. */
export interface Wishes {
  scope: HostScope;
  hooks: boolean;
  rules: boolean;
  command: Omit<Launch, 'env'>;
  /** Settings for every entry, and defaults. */
  env: Launch['env'];
  defaults: Launch['env'];
  /** Settings that only an entry gets which was not there before. */
  initial: Launch['env'];
  /** Keys of the fields that a project's file brought and that the user says are theirs (see broughtKey). */
  approved: ReadonlySet<string>;
}

/** All parts to write for a host, with their files, and the other fields of a project's entry. */
export function partsOf(
  host: Host,
  wishes: Wishes,
  machine: Machine,
  workspace: Workspace,
): { parts: PlacedPart[]; brought: Brought[] } {
  const place = host.server[wishes.scope];
  const found = place && {
    path: fileOf(place, machine),
    project: projectAround(place.file, machine),
    ...keptOf(host, place, wishes, machine, workspace),
  };
  const present = readLaunch(found?.kept);
  const env = { ...wishes.defaults, ...(present ? present.env : wishes.initial), ...wishes.env };
  const others = [
    ...(wishes.hooks ? hookParts(host, { ...wishes, env }, machine) : []),
    ...(wishes.rules ? rulesParts(host, wishes, machine) : []),
  ].map((part) => ({ path: resolvePath(part.file, machine), project: projectAround(part.file, machine), part }));
  if (!found) return { parts: others, brought: [] };
  const part = serverPart(host, place, { ...wishes, env }, found.kept);
  return { parts: [{ ...found, part }, ...others], brought: found.brought };
}

/** The host's entry as `writePart` takes it. */
export function serverPart(
  { serverName = defaultServerName }: Host,
  place: ServerPlace,
  { command, env }: Pick<Wishes, 'command' | 'env'>,
  kept: JsonObject = {},
): ServerPart {
  return { kind: 'server', place, name: serverName, command, env, kept };
}

/** The kept fields of the present entry: all of the user's own file, and known ones of a project's file. */
function keptOf(
  { name }: Host,
  place: ServerPlace,
  { scope, command, env, defaults, initial, approved }: Wishes,
  machine: Machine,
  workspace: Workspace,
): { kept: JsonObject; brought: Brought[] } {
  const path = fileOf(place, machine);
  try {
    const { text = '', record } = workspace.open(path, projectAround(place.file, machine));
    const there = entryIn(text, place);
    if (scope === 'user' || !there) return { kept: there ?? {}, brought: [] };
    const entries = {
      there,
      recorded: recordedEntry(record, text),
      fixed: place.entry({ ...command, env }),
      usual: place.entry({ ...command, env: { ...defaults, ...initial, ...env } }),
    };
    return filterEntry(entries, { host: name, path }, approved);
  } catch (error) {
    // Faults of the file are reported when it is written.
    reasonOf(error);
    return { kept: {}, brought: [] };
  }
}

function hookParts(host: Host, { scope, command, env }: Wishes, machine: Machine): HostPart[] {
  return host.hooks?.parts[scope]?.(hookCommand(command, callerOf(host), env, machine.platform)) ?? [];
}

function rulesParts(host: Host, { scope }: Wishes, machine: Machine): HostPart[] {
  const found = rulesPlace(host, scope, machine);
  if (!found) return [];
  const text = rulesBlock(host.serverName ?? defaultServerName);
  const { file, header } = found;
  return header === undefined ? [{ kind: 'block', file, text }] : [{ kind: 'file', file, text: header + text }];
}

/**
 * The place of a host's rules. A host that reads them only from projects gets them in the present repository, if there
 * is one.
 */
export function rulesPlace({ rules }: Host, scope: HostScope, machine: Machine): Rules | undefined {
  const isRepository = existsSync(join(machine.project, '.git'));
  return rules?.[scope] ?? (isRepository ? rules?.project : undefined);
}
