import type { Host } from './host.ts';
import { mcpServers } from './shapes.ts';

export const warp: Host = {
  name: 'warp',
  title: 'Warp',
  evidence: 'documented',
  pages: ['https://docs.warp.dev/agents/capabilities/mcp'],
  found: { folders: ['~/.warp'], executables: ['warp', 'warp-terminal'] },
  server: { user: mcpServers('~/.warp/.mcp.json'), project: mcpServers('.warp/.mcp.json') },
  rules: { project: { file: 'AGENTS.md' } },
};
