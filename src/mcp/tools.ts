import { type Toolset, usualGroups } from '../gate/operation.ts';
import type { PublishedTool, Tool } from './surface.ts';

/**
 * The tools that a connection publishes.
 * @param surface every operation's tool
 * @param toolsets groups and/or `core`; undefined: the usual groups
 * @param hasDefaultCharacter characterId may then be left out of every call
 */
export function selectTools(
  surface: readonly PublishedTool[],
  toolsets: readonly Toolset[] = usualGroups,
  hasDefaultCharacter = false,
): Tool[] {
  return surface
    .filter(({ sets }) => sets.some((set) => toolsets.includes(set)))
    .map(({ tool }) => (hasDefaultCharacter ? withOptionalCharacter(tool) : tool));
}

function withOptionalCharacter(tool: Tool): Tool {
  const { required, ...schema } = tool.inputSchema;
  if (!Array.isArray(required) || !required.includes('characterId')) return tool;
  return { ...tool, inputSchema: { ...schema, required: required.filter((field) => field !== 'characterId') } };
}
