import type { Host, ServerPlace } from './host.ts';
import { plain, within } from './shapes.ts';

const folder = {
  darwin: '~/.config/zed',
  win32: '{APPDATA:-~/AppData/Roaming}/Zed',
  linux: '{XDG_CONFIG_HOME:-~/.config}/zed',
};

function place(file: ServerPlace['file']): ServerPlace {
  return { file, format: 'json', key: ['context_servers'], entry: plain };
}

export const zed: Host = {
  name: 'zed',
  title: 'Zed',
  evidence: 'documented',
  pages: ['https://zed.dev/docs/ai/mcp', 'https://zed.dev/docs/configuring-zed', 'https://zed.dev/docs/ai/rules'],
  found: { folders: [folder], executables: ['zed', 'zeditor'] },
  server: {
    user: place(within(folder, 'settings.json')),
    project: place('.zed/settings.json'),
  },
  rules: { project: { file: 'AGENTS.md' } },
};
