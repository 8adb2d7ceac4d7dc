import { eventsOf } from '../hooks/dialects.ts';
import type { Host } from './host.ts';
import { groupedHooks, mcpServers, within } from './shapes.ts';

const folder = { darwin: '~/.config/devin', win32: '{APPDATA:-~/AppData/Roaming}/devin', linux: '~/.config/devin' };
const userFile = within(folder, 'config.json');
const events = eventsOf('devin');
const timeoutSeconds = 30;

/** Devin's command line, and the agent of Devin Desktop, which Windsurf became in June 2026. */
export const devin: Host = {
  name: 'devin',
  title: 'Devin',
  evidence: 'documented',
  pages: [
    'https://docs.devin.ai/cli/extensibility/mcp/configuration',
    'https://docs.devin.ai/cli/extensibility/hooks/overview',
    'https://docs.devin.ai/cli/extensibility/rules',
  ],
  found: { folders: [folder, '~/.codeium/windsurf'], executables: ['devin', 'windsurf'] },
  server: { user: mcpServers(userFile), project: mcpServers('.devin/config.json') },
  hooks: {
    events,
    parts: {
      user: groupedHooks(userFile, events, timeoutSeconds),
      // The whole file is the map of events.
      project: groupedHooks('.devin/hooks.v1.json', events, timeoutSeconds, {}, []),
    },
  },
  rules: { project: { file: 'AGENTS.md' } },
};
