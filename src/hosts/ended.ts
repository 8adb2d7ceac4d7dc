import type { Host, Path } from './host.ts';
import { type Machine, resolvePath } from './machine.ts';
import { namesUs } from './setup/workspace.ts';

/** A discontinued or replaced product. */
interface EndedHost {
  /** As in `--host NAME`. */
  name: string;
  title: string;
  /** The host that replaces it. */
  successor: string;
  /** It was used here when one of these exists. */
  found: readonly Path[];
  /** What happened, in a sentence. */
  what: string;
  /** Whether its name is another name of the successor by now. */
  isAlias: boolean;
}

export const endedHosts: readonly EndedHost[] = [
  {
    name: 'windsurf',
    title: 'Windsurf',
    successor: 'devin',
    found: ['~/.codeium/windsurf/mcp_config.json', '~/.codeium/windsurf/hooks.json'],
    what: 'Windsurf became Devin Desktop in June 2026, and its agent Cascade ended in July.',
    isAlias: true,
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    successor: 'antigravity',
    found: ['~/.gemini/settings.json'],
    what: 'Gemini CLI ended in June 2026 for all but keys and companies; Antigravity CLI follows it.',
    isAlias: false,
  },
];

/** Names of products by which their successors are known too. */
export const aliases: ReadonlyMap<string, EndedHost> = new Map(
  endedHosts.flatMap((one) => (one.isAlias ? [[one.name, one]] : [])),
);

/** Former names of a host, under which files may be recorded. */
export function formerHosts({ name }: Pick<Host, 'name'>): string[] {
  return [...aliases.values()].flatMap((one) => (one.successor === name ? [one.name] : []));
}

/** Files that the product left on this machine and that name this server. */
export function filesLeft({ found }: EndedHost, machine: Machine): string[] {
  return found.map((path) => resolvePath(path, machine)).filter(namesUs);
}
