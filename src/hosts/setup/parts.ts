import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Host, Launch, Part, Rules, Scope, ServerPlace } from '../host.ts';
import { fileOf, installedIn } from '../installed.ts';
import { hookCommand } from '../launch.ts';
import { type Machine, resolvePath } from '../machine.ts';
import { rulesBlock } from '../rules.ts';
import type { AnyPart, ServerPart } from './write-part.ts';

const defaultServerName = 'memory';

/** What is to be written into hosts. */
export interface Wishes {
  scope: Scope;
  hooks: boolean;
  rules: boolean;
  command: Omit<Launch, 'env'>;
  /** Settings that hold in any case, and those for an entry that does not say otherwise already. */
  env: Launch['env'];
  defaults: Launch['env'];
}

export interface PlacedPart {
  path: string;
  part: AnyPart;
}

/** Everything that is to be written for a host, with the files it goes into. */
export function partsOf(host: Host, wishes: Wishes, machine: Machine): PlacedPart[] {
  const place = host.server[wishes.scope];
  const env = { ...wishes.defaults, ...envOf(host, wishes.scope, machine), ...wishes.env };
  const parts = [
    ...(wishes.hooks ? hookParts(host, { ...wishes, env }, machine) : []),
    ...(wishes.rules ? rulesParts(host, wishes, machine) : []),
  ];
  return [
    ...(place ? [{ path: fileOf(place, machine), part: serverPart(host, place, { ...wishes, env }) }] : []),
    ...parts.map((part) => ({ path: resolvePath(part.file, machine), part })),
  ];
}

/** The host's entry as `writePart` takes it. */
export function serverPart({ serverName = defaultServerName }: Host, place: ServerPlace, wishes: Wishes): ServerPart {
  return { kind: 'server', place, name: serverName, command: wishes.command, env: wishes.env };
}

function envOf(host: Host, scope: Scope, machine: Machine): Launch['env'] {
  try {
    return installedIn(host, scope, machine)?.launch.env ?? {};
  } catch {
    // What is wrong with the file is told when it is to be written.
    return {};
  }
}

function hookParts({ name, hooks }: Host, { scope, command, env }: Wishes, machine: Machine): Part[] {
  return hooks?.parts[scope]?.(hookCommand(command, name, env, machine.platform)) ?? [];
}

function rulesParts(host: Host, { scope }: Wishes, machine: Machine): Part[] {
  const found = rulesPlace(host, scope, machine);
  if (!found) return [];
  const text = rulesBlock(host.serverName ?? defaultServerName);
  const { file, header } = found;
  return header === undefined ? [{ kind: 'block', file, text }] : [{ kind: 'file', file, text: header + text }];
}

/** Where a host's rules go. One that reads them from projects alone gets them in the repository at hand, if any. */
export function rulesPlace({ rules }: Host, scope: Scope, machine: Machine): Rules | undefined {
  const isRepository = existsSync(join(machine.project, '.git'));
  return rules?.[scope] ?? (isRepository ? rules?.project : undefined);
}
