import { eventsOf } from '../hooks/dialects.ts';
import type { HookCommand, Host, HostPart, ServerPlace } from './host.ts';
import { groupedHooks, plain, setting } from './shapes.ts';

const home = '{CODEX_HOME:-~/.codex}';
const events = eventsOf('codex');
const timeoutSeconds = 30;
/** Codex warns in every session about more. */
const maxAtEnd = 3;

function place(file: string): ServerPlace {
  return { file, format: 'toml', key: ['mcp_servers'], entry: plain };
}

/** Hooks are in a file of their own and run only when the feature is on. */
function hooksIn(folder: string): (command: HookCommand) => HostPart[] {
  const special = {
    SessionEnd: { timeout: maxAtEnd },
    // Tools that edit files or run commands.
    PreToolUse: { matcher: 'Bash|apply_patch|Edit|Write', timeout: 10 },
  };
  const grouped = groupedHooks(`${folder}/hooks.json`, events, timeoutSeconds, special);
  return (command) => [...grouped(command), setting(`${folder}/config.toml`, 'toml', ['features', 'hooks'], true)];
}

/** Features that a run which only answers a prompt does not need. */
const spared = [
  ...['hooks', 'memories', 'shell_tool', 'apps', 'plugins', 'goals', 'multi_agent'].flatMap((feature) => [
    '--disable',
    feature,
  ]),
  ...['-c', 'web_search="disabled"', '-c', 'tools.view_image=false'],
];

export const codex: Host = {
  name: 'codex',
  title: 'Codex',
  evidence: 'tried',
  pages: [
    'https://developers.openai.com/codex/mcp',
    'https://developers.openai.com/codex/hooks',
    'https://developers.openai.com/codex/guides/agents-md',
  ],
  found: { folders: [home], executables: ['codex'] },
  server: { user: place(`${home}/config.toml`), project: place('.codex/config.toml') },
  hooks: {
    events,
    parts: { user: hooksIn(home), project: hooksIn('.codex') },
    afterwards: 'Codex asks once whether its hooks are to be trusted: say yes.',
  },
  headless: {
    program: 'codex',
    without: (server) => ['-c', `mcp_servers.${server}.enabled=false`],
    args: ['exec', '--ephemeral', '--skip-git-repo-check', '--sandbox', 'read-only', ...spared],
  },
  rules: { user: { file: `${home}/AGENTS.md` }, project: { file: 'AGENTS.md' } },
};
