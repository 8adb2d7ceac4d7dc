import { eventsOf } from '../hooks/dialects.ts';
import type { Host } from './host.ts';
import { groupedHooks, mcpServers } from './shapes.ts';

const events = eventsOf('qwen-code');
const timeoutMilliseconds = 30_000;

export const qwenCode: Host = {
  name: 'qwen-code',
  title: 'Qwen Code',
  evidence: 'tried',
  pages: [
    'https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp/',
    'https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks/',
  ],
  found: { folders: ['~/.qwen'], executables: ['qwen'] },
  server: { user: mcpServers('~/.qwen/settings.json'), project: mcpServers('.qwen/settings.json') },
  hooks: {
    events,
    parts: {
      user: groupedHooks('~/.qwen/settings.json', events, timeoutMilliseconds),
      project: groupedHooks('.qwen/settings.json', events, timeoutMilliseconds),
    },
  },
  headless: {
    program: 'qwen',
    args: ['--output-format', 'text', '--chat-recording', 'false', '--allowed-mcp-server-names', 'none'],
    files: {
      '.qwen/settings.json': {
        disableAllHooks: true,
        tools: { core: ['none'] },
        memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
      },
    },
  },
  rules: { user: { file: '~/.qwen/QWEN.md' }, project: { file: 'QWEN.md' } },
};
