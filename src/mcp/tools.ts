import type { Toolset } from '../config.ts';
import type { Operation } from '../operations/operation.ts';
import type { McpOptions } from './server.ts';
import type { Tool } from './surface.ts';

/**
 * The tools that a connection publishes.
 * @param surface every operation's tool
 * @param toolsets groups and/or `core`; undefined: all
 * @param hasDefaultCharacter characterId may then be left out of every call
 */
export function selectTools(
  operations: readonly Operation[],
  surface: readonly Tool[],
  toolsets: readonly Toolset[] | undefined,
  hasDefaultCharacter: boolean,
): McpOptions['tools'] {
  const tools = new Map(surface.map((tool) => [tool.name, tool]));
  const selected = operations.filter(
    ({ group, core }) => !toolsets || toolsets.includes(group) || (core === true && toolsets.includes('core')),
  );
  return new Map(
    selected.map((operation) => {
      const tool = tools.get(operation.name);
      if (!tool) throw new Error(`the surface lacks ${operation.name}`);
      return [operation.name, { operation, tool: hasDefaultCharacter ? withOptionalCharacter(tool) : tool }];
    }),
  );
}

function withOptionalCharacter(tool: Tool): Tool {
  const { required, ...schema } = tool.inputSchema;
  if (!Array.isArray(required) || !required.includes('characterId')) return tool;
  return { ...tool, inputSchema: { ...schema, required: required.filter((field) => field !== 'characterId') } };
}
