import type { Host } from './host.ts';
import { groupedHooks, stdio } from './shapes.ts';

/** `SessionStart` fires with the sources startup, resume, clear and compact. */
const events = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'Stop', 'SessionEnd'];
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
  found: { folders: ['{CLAUDE_CONFIG_DIR:-~/.claude}'], executables: ['claude'] },
  server: {
    user: { file: '~/.claude.json', format: 'json', key: ['mcpServers'], entry: stdio },
    project: { file: '.mcp.json', format: 'json', key: ['mcpServers'], entry: stdio },
  },
  hooks: {
    events,
    parts: {
      user: groupedHooks('{CLAUDE_CONFIG_DIR:-~/.claude}/settings.json', events, timeoutSeconds),
      project: groupedHooks('.claude/settings.json', events, timeoutSeconds),
    },
  },
  rules: { user: { file: '{CLAUDE_CONFIG_DIR:-~/.claude}/CLAUDE.md' }, project: { file: 'CLAUDE.md' } },
};
