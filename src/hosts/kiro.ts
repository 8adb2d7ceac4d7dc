import type { Host } from './host.ts';
import { alwaysRead, mcpServers } from './shapes.ts';

export const kiro: Host = {
  name: 'kiro',
  title: 'Kiro',
  evidence: 'documented',
  pages: [
    'https://kiro.dev/docs/mcp/configuration',
    'https://kiro.dev/docs/cli/chat/configuration',
    'https://kiro.dev/docs/steering',
  ],
  found: { folders: ['~/.kiro'], executables: ['kiro', 'kiro-cli'] },
  server: { user: mcpServers('~/.kiro/settings/mcp.json'), project: mcpServers('.kiro/settings/mcp.json') },
  rules: {
    user: alwaysRead('~/.kiro/steering/agent-memory.md', 'inclusion: always'),
    project: alwaysRead('.kiro/steering/agent-memory.md', 'inclusion: always'),
  },
};
