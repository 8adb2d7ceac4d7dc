import { eventsOf } from '../hooks/dialects.ts';
import type { HookCommand, Host, HostPart } from './host.ts';
import { mcpServers, plain } from './shapes.ts';

const events = eventsOf('antigravity');
const timeoutSeconds = 30;

/** The file is a map of named hooks; an error in one of them has the program ignore the whole file. */
function hooksIn(file: string): (command: HookCommand) => HostPart[] {
  return ({ line }) => {
    const hook = (event: string) => ({ type: 'command', command: line(event), timeout: timeoutSeconds });
    const value = Object.fromEntries(events.map((event) => [event, [hook(event)]]));
    return [{ kind: 'entry', file, format: 'json', path: ['agent-memory'], value }];
  };
}

export const antigravity: Host = {
  name: 'antigravity',
  title: 'Antigravity',
  evidence: 'documented',
  pages: [
    'https://github.com/google-gemini/gemini-cli/blob/main/docs/resources/migrating-to-antigravity-cli.md',
    'https://antigravity.google/docs/mcp',
    'https://antigravity.google/docs/hooks',
  ],
  found: { folders: ['~/.gemini/antigravity', '~/.gemini/antigravity-cli'], executables: ['agy', 'antigravity'] },
  server: { project: mcpServers('.agents/mcp_config.json') },
  // Its editor, its command line and their versions read different files.
  snippet: {
    where: 'Antigravity, agent panel, "Manage MCP Servers", "View raw config" (mcp_config.json)',
    format: 'json',
    key: ['mcpServers'],
    entry: plain,
  },
  hooks: { events, parts: { user: hooksIn('~/.gemini/config/hooks.json'), project: hooksIn('.agents/hooks.json') } },
  rules: { user: { file: '~/.gemini/GEMINI.md' }, project: { file: 'AGENTS.md' } },
};
