import { eventsOf } from '../hooks/dialects.ts';
import type { HookCommand, Host, HostPart } from './host.ts';
import { hookElement, mcpServers } from './shapes.ts';

const home = '~/.codeium/windsurf';
/** Its hooks can't give the model anything; this one comes with the transcript. */
const events = eventsOf('windsurf');

function hooksIn(file: string): (command: HookCommand) => HostPart[] {
  return ({ line }) => events.map((event) => hookElement(file, event, { command: line(event), show_output: false }));
}

export const windsurf: Host = {
  name: 'windsurf',
  title: 'Windsurf',
  evidence: 'documented',
  pages: [
    'https://docs.windsurf.com/windsurf/cascade/mcp',
    'https://docs.windsurf.com/windsurf/cascade/hooks',
    'https://docs.windsurf.com/windsurf/cascade/agents-md',
  ],
  found: { folders: [home], executables: ['windsurf'] },
  server: { user: mcpServers(`${home}/mcp_config.json`) },
  hooks: { events, parts: { user: hooksIn(`${home}/hooks.json`), project: hooksIn('.windsurf/hooks.json') } },
  rules: { project: { file: 'AGENTS.md' } },
};
