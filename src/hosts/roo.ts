import type { Host } from './host.ts';
import { mcpServers, plain } from './shapes.ts';

export const roo: Host = {
  name: 'roo',
  title: 'Roo Code',
  evidence: 'documented',
  pages: ['https://docs.roocode.com/features/mcp/using-mcp-in-roo'],
  found: { folders: ['~/.roo'] },
  server: { project: mcpServers('.roo/mcp.json') },
  // Where the extension keeps the file is not documented.
  snippet: {
    where: 'Roo Code’s panel, MCP servers, "Edit Global MCP"',
    format: 'json',
    key: ['mcpServers'],
    entry: plain,
  },
  rules: { project: { file: 'AGENTS.md' } },
};
