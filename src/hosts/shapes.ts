import type { Format, HookCommand, HostPart, JsonObject, Launch, Path, Platform, ServerPlace } from './host.ts';

/** The form that most hosts share: `{command, args, env}`. */
export function plain({ command, args, env }: Launch): JsonObject {
  return { command, args: [...args], env: { ...env } };
}

/** As `plain`, with the transport's name first: `{type: "stdio", …}`. */
export function stdio(launch: Launch): JsonObject {
  return { type: 'stdio', ...plain(launch) };
}

/** A JSON file with `plain` entries under `mcpServers`. */
export function mcpServers(file: Path, entry: ServerPlace['entry'] = plain): ServerPlace {
  return { file, format: 'json', key: ['mcpServers'], entry };
}

/**
 * Hooks as Claude Code and those after it write them: `hooks.EVENT` is a list of groups, each a matcher and its commands.
 * @param timeout after which the host gives a command up, in the host's unit
 * @param special what holds for single events instead
 * @param root the keys that lead to the map of events
 */
export function groupedHooks(
  file: Path,
  events: readonly string[],
  timeout: number,
  special: Readonly<Record<string, { matcher?: string; timeout?: number }>> = {},
  root: readonly string[] = ['hooks'],
): (command: HookCommand) => HostPart[] {
  return (command) =>
    events.map((event) => {
      const { matcher, ...group } = { matcher: '*', timeout, ...special[event] };
      const value = { matcher, hooks: [{ type: 'command', command: command.line(event), ...group }] };
      return hookElement(file, event, value, root);
    });
}

/** An element of the list `hooks.EVENT` of a JSON file. */
export function hookElement(
  file: Path,
  event: string,
  value: JsonObject,
  root: readonly string[] = ['hooks'],
): HostPart {
  return { kind: 'element', file, format: 'json', path: [...root, event], value };
}

/** A switch under a path of keys. */
export function setting(file: Path, format: Format, path: readonly string[], value: boolean | number): HostPart {
  return { kind: 'entry', file, format, path, value };
}

/** A file in a folder that differs by platform. */
export function within(folder: Readonly<Record<Platform, string>>, file: string): Readonly<Record<Platform, string>> {
  const { darwin, win32, linux } = folder;
  return { darwin: `${darwin}/${file}`, win32: `${win32}/${file}`, linux: `${linux}/${file}` };
}

/** A rules file that is only ours, with the front matter by which the host reads it in every session. */
export function alwaysRead(file: Path, frontMatter: string) {
  return { file, header: `---\n${frontMatter}\n---\n\n` };
}
