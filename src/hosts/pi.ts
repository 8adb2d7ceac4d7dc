import type { Host, Launch } from './host.ts';
import { mcpServers, plain } from './shapes.ts';

/** By default the tools of a server can only be called from scripts, and the model is not told of them. */
function direct(launch: Launch) {
  return { ...plain(launch), exposure: 'direct' };
}

export const pi: Host = {
  name: 'pi',
  title: 'Pi',
  evidence: 'documented',
  pages: ['https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/mcp.md'],
  found: { folders: ['~/.pi/agent'], executables: ['pi'] },
  server: { user: mcpServers('~/.pi/agent/mcp.json', direct), project: mcpServers('.pi/mcp.json', direct) },
};
