import type { Host, ServerPlace } from './host.ts';
import { plain } from './shapes.ts';

function place(folder: string): ServerPlace {
  return {
    file: `${folder}/settings.json`,
    or: [`${folder}/settings.jsonc`],
    format: 'json',
    key: ['amp.mcpServers'],
    entry: plain,
  };
}

export const amp: Host = {
  name: 'amp',
  title: 'Amp',
  evidence: 'documented',
  pages: [
    'https://ampcode.com/manual#configuration',
    'https://ampcode.com/manual#mcp',
    'https://ampcode.com/manual#AGENTS.md',
  ],
  found: { folders: ['~/.config/amp'], executables: ['amp'] },
  server: { user: place('~/.config/amp'), project: place('.amp') },
  rules: { user: { file: '~/.config/amp/AGENTS.md' }, project: { file: 'AGENTS.md' } },
};
