import type { HookCommand, Host, Part } from './host.ts';
import { groupedHooks, plain } from './shapes.ts';

const events = ['SessionStart', 'BeforeAgent', 'PreCompress', 'AfterAgent', 'SessionEnd'];
const timeoutMilliseconds = 30_000;

function hooksIn(file: string): (command: HookCommand) => Part[] {
  const grouped = groupedHooks(file, events, timeoutMilliseconds);
  const enabled: Part = { kind: 'entry', file, format: 'json', path: ['hooksConfig', 'enabled'], value: true };
  return (command) => [...grouped(command), enabled];
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
  found: { folders: ['~/.gemini'], executables: ['gemini'] },
  server: {
    user: { file: '~/.gemini/settings.json', format: 'json', key: ['mcpServers'], entry: plain },
    project: { file: '.gemini/settings.json', format: 'json', key: ['mcpServers'], entry: plain },
  },
  hooks: { events, parts: { user: hooksIn('~/.gemini/settings.json'), project: hooksIn('.gemini/settings.json') } },
  rules: { user: { file: '~/.gemini/GEMINI.md' }, project: { file: 'GEMINI.md' } },
};
