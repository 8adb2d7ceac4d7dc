import type { Host, ServerPlace } from './host.ts';
import { plain } from './shapes.ts';

const home = '{GROK_HOME:-~/.grok}';

function place(file: string): ServerPlace {
  return { file, format: 'toml', key: ['mcp_servers'], entry: plain };
}

export const grok: Host = {
  name: 'grok',
  title: 'Grok Build',
  evidence: 'documented',
  pages: [
    'https://docs.x.ai/build/features/mcp-servers',
    'https://docs.x.ai/build/settings',
    'https://docs.x.ai/build/features/project-rules',
  ],
  found: { folders: [home], executables: ['grok'] },
  server: { user: place(`${home}/config.toml`), project: place('.grok/config.toml') },
  rules: { project: { file: 'AGENTS.md' } },
};
