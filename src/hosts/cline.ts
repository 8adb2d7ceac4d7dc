import type { Host } from './host.ts';
import { mcpServers } from './shapes.ts';

export const cline: Host = {
  name: 'cline',
  title: 'Cline',
  evidence: 'documented',
  // The page gives the path of the command line's file; the extension's is opened from its panel.
  pages: ['https://docs.cline.bot/mcp/mcp-overview', 'https://docs.cline.bot/mcp/adding-and-configuring-servers'],
  found: { folders: ['~/.cline'], executables: ['cline'] },
  server: { user: mcpServers('{CLINE_MCP_SETTINGS_PATH:-~/.cline/data/settings/cline_mcp_settings.json}') },
  rules: { project: { file: 'AGENTS.md' } },
};
