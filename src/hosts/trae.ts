import type { Host } from './host.ts';
import { mcpServers, plain } from './shapes.ts';

export const trae: Host = {
  name: 'trae',
  title: 'TRAE',
  evidence: 'documented',
  pages: [
    'https://www.volcengine.com/docs/86677/2137601',
    'https://www.w3cschool.cn/traedocs/trae-ide-add-mcp-servers.html',
  ],
  found: { folders: ['~/.trae', '~/.trae-cn'], executables: ['trae', 'trae-cn'] },
  server: { project: mcpServers('.trae/mcp.json') },
  snippet: { where: 'TRAE, settings, MCP, Add, Manual', format: 'json', key: ['mcpServers'], entry: plain },
};
