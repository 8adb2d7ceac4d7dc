import type { HookCommand, JsonObject, Launch, Part, Path, Platform } from './host.ts';

/** The form that most hosts share: `{command, args, env}`. */
export function plain({ command, args, env }: Launch): JsonObject {
  return { command, args: [...args], env: { ...env } };
}

/** As `plain`, with the transport's name first: `{type: "stdio", …}`. */
export function stdio(launch: Launch): JsonObject {
  return { type: 'stdio', ...plain(launch) };
}

/**
 * Hooks as Claude Code and those after it write them: `hooks.EVENT` is a list of groups, each a matcher and its commands.
 * @param timeout after which the host gives a command up, in the host's unit.
 */
export function groupedHooks(file: Path, events: readonly string[], timeout: number): (command: HookCommand) => Part[] {
  return (command) =>
    events.map((event) => ({
      kind: 'element',
      file,
      format: 'json',
      path: ['hooks', event],
      value: { matcher: '*', hooks: [{ type: 'command', command: command(event), timeout }] },
    }));
}

/** A file in a folder that differs by platform. */
export function within(folder: Readonly<Record<Platform, string>>, file: string): Readonly<Record<Platform, string>> {
  const { darwin, win32, linux } = folder;
  return { darwin: `${darwin}/${file}`, win32: `${win32}/${file}`, linux: `${linux}/${file}` };
}
