import { eventsOf } from '../hooks/dialects.ts';
import type { Host } from './host.ts';
import { groupedHooks, mcpServers, stdio } from './shapes.ts';

const home = '{CLAUDE_CONFIG_DIR:-~/.claude}';
/** `SessionStart` comes with the sources startup, resume, clear and compact. */
const events = eventsOf('claude-code');
const timeoutSeconds = 30;

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  evidence: 'documented',
  pages: [
    'https://code.claude.com/docs/en/mcp',
    'https://code.claude.com/docs/en/hooks',
    'https://code.claude.com/docs/en/memory',
  ],
  found: { folders: [home], executables: ['claude'] },
  server: {
    user: {
      ...mcpServers('{CLAUDE_CONFIG_DIR:-~}/.claude.json', stdio),
      // A running session writes this file too: the program's own command is the safer way.
      program: {
        add: (name, entry) => ['claude', 'mcp', 'add-json', '-s', 'user', name, JSON.stringify(entry)],
        remove: (name) => ['claude', 'mcp', 'remove', '-s', 'user', name],
      },
    },
    project: mcpServers('.mcp.json', stdio),
  },
  hooks: {
    events,
    parts: {
      user: groupedHooks(`${home}/settings.json`, events, timeoutSeconds),
      project: groupedHooks('.claude/settings.json', events, timeoutSeconds),
    },
  },
  rules: { user: { file: `${home}/CLAUDE.md` }, project: { file: 'CLAUDE.md' } },
};
