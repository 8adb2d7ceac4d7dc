import { eventsOf } from '../hooks/dialects.ts';
import type { HookCommand, Host, HostPart, JsonObject, Launch, Path } from './host.ts';
import { groupedHooks, mcpServers, stdio } from './shapes.ts';

const home = '{CLAUDE_CONFIG_DIR:-~/.claude}';
const events = eventsOf('claude-code');
const timeoutSeconds = 30;
/** Tools that edit files or run commands. */
const special = { PreToolUse: { matcher: 'Edit|MultiEdit|Write|NotebookEdit|Bash', timeout: 10 } };

/** The core tools are few: the model's context has them from the start, without a search for tools. */
export function alwaysLoaded(launch: Launch): JsonObject {
  return { ...stdio(launch), ...(launch.env.SERVICE_TOOLSETS === 'core' && { alwaysLoad: true }) };
}

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  evidence: 'documented',
  pages: [
    'https://code.claude.com/docs/en/mcp',
    'https://code.claude.com/docs/en/hooks',
    'https://code.claude.com/docs/en/memory',
    'https://code.claude.com/docs/en/statusline',
  ],
  found: { folders: [home], executables: ['claude'] },
  server: {
    user: {
      ...mcpServers('{CLAUDE_CONFIG_DIR:-~}/.claude.json', alwaysLoaded),
      // A running session writes this file too: the host's own command is the safer way.
      program: {
        add: (name, entry) => ['claude', 'mcp', 'add-json', '-s', 'user', name, JSON.stringify(entry)],
        remove: (name) => ['claude', 'mcp', 'remove', '-s', 'user', name],
      },
    },
    project: mcpServers('.mcp.json', alwaysLoaded),
  },
  hooks: {
    events,
    parts: {
      user: (command) => [
        ...groupedHooks(`${home}/settings.json`, events, timeoutSeconds, special)(command),
        statusLine(`${home}/settings.json`, command),
      ],
      project: groupedHooks('.claude/settings.json', events, timeoutSeconds, special),
    },
  },
  // Safe mode leaves out CLAUDE.md, memories, plugins, hooks and servers.
  headless: {
    program: 'claude',
    args: ['-p', '--safe-mode', '--tools', '', '--strict-mcp-config', '--no-session-persistence'],
  },
  rules: { user: { file: `${home}/CLAUDE.md` }, project: { file: 'CLAUDE.md' } },
};

function statusLine(file: Path, { status }: HookCommand): HostPart {
  const value = { type: 'command', command: status() };
  return { kind: 'entry', file, format: 'json', path: ['statusLine'], value, unlessThere: true };
}
