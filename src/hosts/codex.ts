import type { HookCommand, Host, Part } from './host.ts';
import { groupedHooks, plain } from './shapes.ts';

const home = '{CODEX_HOME:-~/.codex}';
const events = ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'];
const timeoutSeconds = 30;

/** Hooks stand in a file of their own and run only when the feature is on. */
function hooksIn(folder: string): (command: HookCommand) => Part[] {
  const grouped = groupedHooks(`${folder}/hooks.json`, events, timeoutSeconds);
  const feature: Part = {
    kind: 'entry',
    file: `${folder}/config.toml`,
    format: 'toml',
    path: ['features', 'hooks'],
    value: true,
  };
  return (command) => [...grouped(command), feature];
}

export const codex: Host = {
  name: 'codex',
  title: 'Codex',
  evidence: 'tried',
  pages: ['https://developers.openai.com/codex/mcp', 'https://developers.openai.com/codex/hooks'],
  found: { folders: [home], executables: ['codex'] },
  server: {
    user: { file: `${home}/config.toml`, format: 'toml', key: ['mcp_servers'], entry: plain },
    project: { file: '.codex/config.toml', format: 'toml', key: ['mcp_servers'], entry: plain },
  },
  hooks: {
    events,
    parts: { user: hooksIn(home), project: hooksIn('.codex') },
    afterwards: 'Codex asks once whether its hooks are to be trusted: say yes.',
  },
  rules: { user: { file: `${home}/AGENTS.md` }, project: { file: 'AGENTS.md' } },
};
