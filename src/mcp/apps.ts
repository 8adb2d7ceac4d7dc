import { readFile } from 'node:fs/promises';
import { groups } from '../gate/operation.ts';
import type { McpOptions } from './backend.ts';
import type { Tool } from './surface.ts';
import { selectTools } from './tools.ts';

/**
 * MCP Apps: hosts show the result of some tools as a page of the server's, which calls its tools in turn.
 * https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
const extension = 'io.modelcontextprotocol/ui';
export const appUri = 'ui://memory/browse';
const mimeType = 'text/html;profile=mcp-app';

/** Tools whose results are memories to browse. */
const shownAsPage: ReadonlySet<string> = new Set(['search_memories', 'list_memories']);
/** The page's tools. Those that are not published otherwise are only for the page; hosts hide them from the model. */
const calledByPage: ReadonlySet<string> = new Set([
  'get_character',
  'get_memory',
  'get_memory_history',
  'list_categories',
  'list_memories',
  'list_recalls',
  'rate_recall',
]);

/**
 * The page's tools for the user's actions, with their operations. Their answers do not reach a model, so a search is
 * not a recall, and a change is the user's.
 */
const forPerson: ReadonlyMap<string, string> = new Map([
  ['look_further', 'search_memories'],
  ['person_update_memory', 'update_memory'],
  ['person_delete_memory', 'delete_memory'],
  ['person_restore_memory', 'restore_memory'],
  ['person_revert_memory', 'revert_memory'],
]);

/** The operation of a tool; `forPerson`: only the page calls it. */
export function calledBy(tool: string): { operation: string; forPerson?: true } {
  const operation = forPerson.get(tool);
  return operation === undefined ? { operation: tool } : { operation, forPerson: true };
}

/** Whether a client's capabilities say that it shows such pages. */
export function showsApps(capabilities: unknown): boolean {
  const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, { mimeTypes?: unknown } | undefined> };
  const mimeTypes = extensions?.[extension]?.mimeTypes;
  return Array.isArray(mimeTypes) && mimeTypes.includes(mimeType);
}

/** The listed tools: a client that shows pages also gets the page's data, where a tool has a page. */
export function offeredTools({ tools, surface, defaultCharacter }: McpOptions, shows: boolean): readonly Tool[] {
  if (!shows || !tools.some(({ name }) => shownAsPage.has(name))) return tools;
  const published = new Set(tools.map(({ name }) => name));
  const all = selectTools(surface, groups, defaultCharacter !== undefined);
  const others = all.filter(({ name }) => calledByPage.has(name) && !published.has(name));
  const ofPerson = [...forPerson].flatMap(([name, operation]) =>
    all.filter((tool) => tool.name === operation).map((tool) => ({ ...tool, name })),
  );
  return [
    ...tools.map((tool) => (shownAsPage.has(tool.name) ? { ...tool, _meta: { ui: { resourceUri: appUri } } } : tool)),
    ...[...others, ...ofPerson].map(forPage),
  ];
}

function forPage(tool: Tool): Tool {
  return { ...tool, _meta: { ui: { visibility: ['app'] } } };
}

/** How the page is listed among the resources. */
export const appResource = { uri: appUri, name: 'browse', title: 'Look through memories', mimeType };

/** The page. It loads nothing from anywhere, so no origin is named. @param file as the build has made it */
export async function readApp(file: string) {
  const text = await readFile(file, 'utf8');
  return { contents: [{ uri: appUri, mimeType, text, _meta: { ui: { prefersBorder: true } } }] };
}
