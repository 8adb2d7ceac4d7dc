import type { Host } from './host.ts';
import { mcpServers } from './shapes.ts';

export const junie: Host = {
  name: 'junie',
  title: 'Junie',
  evidence: 'documented',
  pages: [
    'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html',
    'https://vaadin.com/docs/next/agentic-development/mcp/supported-tools/junie',
  ],
  found: { folders: ['~/.junie'], executables: ['junie'] },
  server: { user: mcpServers('~/.junie/mcp/mcp.json'), project: mcpServers('.junie/mcp/mcp.json') },
};
