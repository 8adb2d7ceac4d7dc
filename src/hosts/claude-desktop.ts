import type { Host } from './host.ts';
import { plain, within } from './shapes.ts';

const folder = {
  darwin: '~/Library/Application Support/Claude',
  win32: '{APPDATA:-~/AppData/Roaming}/Claude',
  linux: '{XDG_CONFIG_HOME:-~/.config}/Claude',
};

export const claudeDesktop: Host = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  evidence: 'documented',
  pages: ['https://modelcontextprotocol.io/docs/develop/connect-local-servers'],
  found: { folders: [folder] },
  server: {
    user: { file: within(folder, 'claude_desktop_config.json'), format: 'json', key: ['mcpServers'], entry: plain },
  },
};
