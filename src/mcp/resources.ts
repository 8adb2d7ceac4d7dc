import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { fenceMarkdown } from '../domain/fence.ts';
import { maxPageSize } from '../domain/page.ts';
import type { CallOperation } from './backend.ts';
import { outputOrThrow } from './results.ts';

const listUri = 'memory://characters';
const characterTemplate = `${listUri}/{id}`;

interface CharacterPage {
  characters: { id: string; name: string; memoryCount: number }[];
  total: number;
}

/** Characters as resources: their list as JSON, each one's memories as Markdown. Reading goes through the same gate as tools. */
export function serveResources(server: Server, call: CallOperation): void {
  const page = async (signal: AbortSignal, number: number): Promise<CharacterPage> =>
    outputOrThrow(await call('list_characters', { page: number, limit: maxPageSize }, signal));

  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, { signal }) => {
    const number = pageNumber(params?.cursor);
    const { characters, total } = await page(signal, number);
    const all = { uri: listUri, name: 'characters', title: 'All characters', mimeType: 'application/json' };
    return {
      resources: [...(number === 0 ? [all] : []), ...characters.map(characterResource)],
      ...((number + 1) * maxPageSize < total && { nextCursor: String(number + 1) }),
    };
  });

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: characterTemplate,
        name: 'character',
        title: 'Memories of a character',
        description: 'All memories of one character (UUID, alias or name) as Markdown.',
        mimeType: 'text/markdown',
      },
    ],
  }));

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    if (uri === listUri) {
      const { characters } = await page(signal, 0);
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ characters }) }] };
    }
    const reference = referenceIn(uri);
    const outcome = await call('export_character', { characterId: reference }, signal);
    const { markdown } = outputOrThrow<{ markdown: string }>(outcome);
    return { contents: [{ uri, mimeType: 'text/markdown', text: fenceMarkdown(reference, markdown) }] };
  });
}

function characterResource({ id, name, memoryCount }: CharacterPage['characters'][number]) {
  return { uri: `${listUri}/${id}`, name, description: `${memoryCount} memories`, mimeType: 'text/markdown' };
}

function pageNumber(cursor: string | undefined): number {
  const number = Number(cursor ?? 0);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new McpError(ErrorCode.InvalidParams, 'Invalid cursor');
}

function referenceIn(uri: string): string {
  const prefix = `${listUri}/`;
  try {
    if (uri.startsWith(prefix) && uri.length > prefix.length) return decodeURIComponent(uri.slice(prefix.length));
  } catch {
    // Falls through: a malformed escape names no resource.
  }
  throw new McpError(ErrorCode.InvalidParams, `Unknown resource: ${uri}`);
}
