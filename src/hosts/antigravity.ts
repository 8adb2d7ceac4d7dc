import type { Host } from './host.ts';
import { mcpServers, plain } from './shapes.ts';

export const antigravity: Host = {
  name: 'antigravity',
  title: 'Antigravity',
  evidence: 'documented',
  pages: [
    'https://github.com/google-gemini/gemini-cli/blob/main/docs/resources/migrating-to-antigravity-cli.md',
    'https://antigravity.google/docs/mcp',
  ],
  found: { folders: ['~/.gemini/antigravity', '~/.gemini/antigravity-cli'], executables: ['agy', 'antigravity'] },
  server: { project: mcpServers('.agents/mcp_config.json') },
  // Its editor, its command line and their versions read different files.
  snippet: {
    where: 'Antigravity, agent panel, "Manage MCP Servers", "View raw config" (mcp_config.json)',
    format: 'json',
    key: ['mcpServers'],
    entry: plain,
  },
  rules: { user: { file: '~/.gemini/GEMINI.md' }, project: { file: 'AGENTS.md' } },
};
