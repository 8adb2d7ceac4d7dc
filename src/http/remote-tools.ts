import { surface } from '../mcp/published.ts';
import type { Tool } from '../mcp/surface.ts';
import { selectTools } from '../mcp/tools.ts';
import { operations } from '../operations/index.ts';

/** The tools of MCP over HTTP: all less those that touch the server's own files, which have no route either. */
export function remoteTools(toolsets?: Parameters<typeof selectTools>[1]): Tool[] {
  const routed = new Set(operations.filter(({ rest }) => rest !== undefined).map(({ name }) => name));
  return selectTools(
    surface.filter(({ tool }) => routed.has(tool.name)),
    toolsets,
  );
}
