import type { Host } from './host.ts';
import { mcpServers, within } from './shapes.ts';

const folder = {
  darwin: '~/Library/Application Support/Claude',
  win32: '{APPDATA:-~/AppData/Roaming}/Claude',
  linux: '{XDG_CONFIG_HOME:-~/.config}/Claude',
};

export const claudeDesktop: Host = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  evidence: 'documented',
  // The page names macOS and Windows; on Linux the program keeps its settings in the folder of its name.
  pages: ['https://modelcontextprotocol.io/docs/develop/connect-local-servers'],
  found: { folders: [folder] },
  server: { user: mcpServers(within(folder, 'claude_desktop_config.json')) },
};
