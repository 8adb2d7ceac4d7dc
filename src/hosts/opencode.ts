import { eventsOf } from '../hooks/dialects.ts';
import type { HookCommand, Host, HostPart, Launch, ServerPlace } from './host.ts';
import { opencodePlugin } from './opencode-plugin.ts';

const home = '{XDG_CONFIG_HOME:-~/.config}/opencode';
/** The command that the plugin runs as hook: opencode has no command hooks. */
const events = eventsOf('opencode');

function place(folder: string): ServerPlace {
  return {
    file: `${folder}opencode.json`,
    or: [`${folder}opencode.jsonc`],
    format: 'json',
    key: ['mcp'],
    entry: ({ command, args, env }: Launch) => ({
      type: 'local',
      command: [command, ...args],
      environment: { ...env },
      enabled: true,
    }),
  };
}

function pluginIn(folder: string): (command: HookCommand) => HostPart[] {
  return (command) => [
    { kind: 'file', file: `${folder}/plugin/agent-memory-service.js`, text: opencodePlugin(command) },
  ];
}

export const opencode: Host = {
  name: 'opencode',
  title: 'OpenCode',
  evidence: 'tried',
  pages: [
    'https://opencode.ai/docs/mcp-servers/',
    'https://opencode.ai/docs/plugins/',
    'https://opencode.ai/docs/rules/',
  ],
  found: { folders: [home], executables: ['opencode'] },
  server: { user: place(`${home}/`), project: place('') },
  hooks: { events, parts: { user: pluginIn(home), project: pluginIn('.opencode') } },
  headless: {
    program: 'opencode',
    // A session without a title is given one by a second request.
    args: ['run', '--pure', '--title', 'agent-memory-service'],
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        tools: { '*': false },
        permission: { '*': 'deny' },
        share: 'disabled',
      }),
    },
  },
  rules: { user: { file: `${home}/AGENTS.md` }, project: { file: 'AGENTS.md' } },
};
