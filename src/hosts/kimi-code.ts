import type { Host } from './host.ts';
import { mcpServers } from './shapes.ts';

const home = '{KIMI_CODE_HOME:-~/.kimi-code}';

// Its hooks are not written: they get no transcript, so nothing could be captured.
export const kimiCode: Host = {
  name: 'kimi-code',
  title: 'Kimi Code',
  evidence: 'documented',
  pages: [
    'https://moonshotai.github.io/kimi-code/en/customization/mcp',
    'https://www.kimi.com/help/kimi-code/cli-customization',
  ],
  found: { folders: [home], executables: ['kimi'] },
  server: { user: mcpServers(`${home}/mcp.json`), project: mcpServers('.kimi-code/mcp.json') },
  rules: { project: { file: 'AGENTS.md' } },
};
