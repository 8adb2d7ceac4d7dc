import type { Host } from './host.ts';
import { alwaysRead, mcpServers } from './shapes.ts';

export const continueHost: Host = {
  name: 'continue',
  title: 'Continue',
  evidence: 'documented',
  pages: ['https://docs.continue.dev/customize/deep-dives/mcp', 'https://docs.continue.dev/customize/deep-dives/rules'],
  found: { folders: ['~/.continue'], executables: ['cn'] },
  // Every file of the folder is read; JSON in the form of Claude Desktop.
  server: {
    user: mcpServers('~/.continue/mcpServers/agent-memory-service.json'),
    project: mcpServers('.continue/mcpServers/agent-memory-service.json'),
  },
  rules: { project: alwaysRead('.continue/rules/agent-memory.md', 'name: Long-term memory\nalwaysApply: true') },
};
