import { eventsOf } from '../hooks/dialects.ts';
import { alwaysLoaded } from './claude-code.ts';
import type { HookCommand, Host, HostPart } from './host.ts';
import { mcpServers, plain } from './shapes.ts';

const home = '{COPILOT_HOME:-~/.copilot}';
const events = eventsOf('copilot-cli');
const timeoutSeconds = 30;

/** Every file of the folder is read, by VS Code too; ours has its own. */
export function hooksIn(folder: string): (command: HookCommand) => HostPart[] {
  return ({ line, platform }) => {
    const hook = (event: string) => ({
      type: 'command',
      ...(platform === 'win32' ? { powershell: `& ${line(event)}` } : { bash: line(event) }),
      timeoutSec: timeoutSeconds,
    });
    const hooks = Object.fromEntries(events.map((event) => [event, [hook(event)]]));
    const text = `${JSON.stringify({ version: 1, hooks }, undefined, 2)}\n`;
    return [{ kind: 'file', file: `${folder}/agent-memory-service.json`, text }];
  };
}

export const copilotCli: Host = {
  name: 'copilot-cli',
  title: 'Copilot CLI',
  evidence: 'tried',
  pages: [
    'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
    'https://docs.github.com/en/copilot/reference/hooks-reference',
    'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
  ],
  found: { folders: [home], executables: ['copilot'] },
  server: {
    user: mcpServers(`${home}/mcp-config.json`, (launch) => ({ ...plain(launch), type: 'local', tools: ['*'] })),
    // The portable form, the same as Claude Code's.
    project: mcpServers('.mcp.json', alwaysLoaded),
  },
  hooks: { events, parts: { user: hooksIn(`${home}/hooks`), project: hooksIn('.github/hooks') } },
  headless: {
    program: 'copilot',
    without: (server) => ['--disable-mcp-server', server],
    args: [
      ...['--silent', '--no-color', '--no-auto-update', '--no-custom-instructions', '--no-ask-user'],
      ...['--disable-builtin-mcps', '--available-tools', 'none'],
    ],
  },
  rules: {
    user: { file: `${home}/copilot-instructions.md` },
    project: { file: '.github/copilot-instructions.md' },
  },
};
