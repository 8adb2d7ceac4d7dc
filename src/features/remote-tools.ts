import type { Tool } from '../mcp/surface.ts';
import { selectTools } from '../mcp/tools.ts';
import { operations } from './operations.ts';
import { surface } from './published.ts';

/** The tools of MCP over HTTP: all except those that use the server's own files. */
export function remoteTools(toolsets?: Parameters<typeof selectTools>[1]): Tool[] {
  const remote = new Set(operations.filter(({ rest, toolOnly }) => rest ?? toolOnly).map(({ name }) => name));
  return selectTools(
    surface.filter(({ tool }) => remote.has(tool.name)),
    toolsets,
  );
}
