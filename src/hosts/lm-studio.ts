import type { Host } from './host.ts';
import { mcpServers } from './shapes.ts';

export const lmStudio: Host = {
  name: 'lm-studio',
  title: 'LM Studio',
  evidence: 'documented',
  pages: ['https://lmstudio.ai/docs/app/mcp'],
  found: { folders: ['~/.lmstudio'], executables: ['lms'] },
  server: { user: mcpServers('~/.lmstudio/mcp.json') },
};
