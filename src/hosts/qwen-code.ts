import type { Host } from './host.ts';
import { groupedHooks, plain } from './shapes.ts';

const events = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'Stop', 'SessionEnd'];
const timeoutMilliseconds = 30_000;

export const qwenCode: Host = {
  name: 'qwen-code',
  title: 'Qwen Code',
  evidence: 'tried',
  pages: ['https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp/'],
  found: { folders: ['~/.qwen'], executables: ['qwen'] },
  server: {
    user: { file: '~/.qwen/settings.json', format: 'json', key: ['mcpServers'], entry: plain },
    project: { file: '.qwen/settings.json', format: 'json', key: ['mcpServers'], entry: plain },
  },
  hooks: {
    events,
    parts: {
      user: groupedHooks('~/.qwen/settings.json', events, timeoutMilliseconds),
      project: groupedHooks('.qwen/settings.json', events, timeoutMilliseconds),
    },
  },
  rules: { user: { file: '~/.qwen/QWEN.md' }, project: { file: 'QWEN.md' } },
};
