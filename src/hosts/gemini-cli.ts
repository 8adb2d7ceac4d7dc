import { eventsOf } from '../hooks/dialects.ts';
import type { HookCommand, Host, HostPart } from './host.ts';
import { groupedHooks, mcpServers, setting } from './shapes.ts';

const userFile = '~/.gemini/settings.json';
const projectFile = '.gemini/settings.json';
const events = eventsOf('gemini-cli');
const timeoutMilliseconds = 30_000;

function hooksIn(file: string): (command: HookCommand) => HostPart[] {
  // It asks before every call of the model whether to compress, and runs the hook each time; by hand it always does.
  const grouped = groupedHooks(file, events, timeoutMilliseconds, { PreCompress: { matcher: 'manual' } });
  return (command) => [...grouped(command), setting(file, 'json', ['hooksConfig', 'enabled'], true)];
}

export const geminiCli: Host = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  evidence: 'tried',
  pages: [
    'https://geminicli.com/docs/tools/mcp-server',
    'https://geminicli.com/docs/hooks/reference',
    'https://geminicli.com/docs/cli/gemini-md',
  ],
  found: { folders: ['~/.gemini/settings.json'], executables: ['gemini'] },
  server: { user: mcpServers(userFile), project: mcpServers(projectFile) },
  hooks: { events, parts: { user: hooksIn(userFile), project: hooksIn(projectFile) } },
  headless: {
    program: 'gemini',
    // With a model that is named nothing is asked beforehand which one it takes.
    args: ['--model', 'flash', '--output-format', 'text', '--allowed-mcp-server-names', 'none'],
    // A folder that is not trusted ends it.
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    files: { [projectFile]: { hooksConfig: { enabled: false }, tools: { core: [] }, mcp: { allowed: [] } } },
  },
  rules: { user: { file: '~/.gemini/GEMINI.md' }, project: { file: 'GEMINI.md' } },
};
