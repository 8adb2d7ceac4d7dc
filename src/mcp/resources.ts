import { fenceMarkdown } from '../domain/fence.ts';
import { maxPageSize } from '../domain/page.ts';
import { appResource, appUri, readApp } from './apps.ts';
import type { CallOperation, IncomingRequest } from './backend.ts';
import { outputOrThrow, toText } from './results.ts';
import { unknownResource } from './revision.ts';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Server,
} from './sdk.ts';

const listUri = 'memory://characters';
const characterTemplate = `${listUri}/{id}`;

interface CharacterPage {
  characters: { id: string; name: string; memoryCount: number }[];
  total: number;
  truncated?: true;
}

/** The input of list_characters. */
interface ResourceRequest {
  page: number;
  limit: number;
}

interface ExportPage {
  markdown: string;
  page: number;
  pages: number;
}

/**
 * Characters as resources: their list as JSON, each one's memories as Markdown. Reading goes through the same gate as tools.
 * @param appFor the file of the page that shows memories, for clients that send requests with these fields beside them
 */
export function serveResources(
  server: Server,
  call: CallOperation,
  appFor: (meta: unknown) => string | undefined,
): void {
  const list = async (request: IncomingRequest, asked: ResourceRequest): Promise<CharacterPage> =>
    outputOrThrow(await call('list_characters', asked, request));

  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, request) => {
    const asked = readCursor(params?.cursor);
    const found = await list(request, asked);
    const all = { uri: listUri, name: 'characters', title: 'All characters', mimeType: 'application/json' };
    const next = nextPage(asked, found);
    return {
      resources: [
        ...(asked.page === 0 ? [all] : []),
        ...(asked.page === 0 && appFor(request._meta) !== undefined ? [appResource] : []),
        ...found.characters.map(characterResource),
      ],
      ...(next && { nextCursor: next.limit === maxPageSize ? `${next.page}` : `${next.page}/${next.limit}` }),
    };
  });

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: characterTemplate,
        name: 'character',
        title: 'Memories of a character',
        description: 'All memories of one character (UUID, alias or name) as Markdown; further pages with ?page=1.',
        mimeType: 'text/markdown',
      },
    ],
  }));

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, request) => {
    const app = uri === appUri ? appFor(request._meta) : undefined;
    if (app !== undefined) return readApp(app);
    if (uri === listUri) {
      const found = await list(request, readCursor(undefined));
      return { contents: [{ uri, mimeType: 'application/json', text: toText(found, 'get_character') }] };
    }
    const { reference, page: number } = characterIn(uri);
    const outcome = await call('export_character', { characterId: reference, page: number }, request);
    const { markdown, pages } = outputOrThrow<ExportPage>(outcome, { uri });
    const next = `${uri.split('?')[0]}?page=${number + 1}`;
    const text = `Page ${number} of ${pages}; go on with ${next}`;
    const more = number + 1 < pages ? [{ uri: next, mimeType: 'text/plain', text }] : [];
    return { contents: [{ uri, mimeType: 'text/markdown', text: fenceMarkdown(reference, markdown) }, ...more] };
  });
}

function characterResource({ id, name, memoryCount }: CharacterPage['characters'][number]) {
  return { uri: `${listUri}/${id}`, name, description: `${memoryCount} memories`, mimeType: 'text/markdown' };
}

/** A page that was cut continues as smaller ones, as its `next` says. */
function nextPage(
  { page, limit }: ResourceRequest,
  { characters, total, truncated }: CharacterPage,
): ResourceRequest | undefined {
  const start = page * limit;
  const size = truncated ? characters.length : limit;
  return start + size < total ? { page: start / size + 1, limit: size } : undefined;
}

/** Cursors are pages, with their size unless it is the usual one: `1`, `4/25`. */
function readCursor(cursor = '0'): ResourceRequest {
  const [, page, limit = maxPageSize] = /^(\d{1,9})(?:\/(\d{1,3}))?$/.exec(cursor) ?? [];
  if (page === undefined) throw new McpError(ErrorCode.InvalidParams, 'Invalid cursor');
  return { page: Number(page), limit: Number(limit) };
}

/** The character and the page of its export that a URI names; every `?` of a name is escaped. */
function characterIn(uri: string): { reference: string; page: number } {
  const [, name = '', page = '0'] = /^memory:\/\/characters\/([^?]+)(?:\?page=(\d{1,9}))?$/.exec(uri) ?? [];
  try {
    if (name !== '') return { reference: decodeURIComponent(name), page: Number(page) };
  } catch {
    // Falls through: a malformed escape names no resource.
  }
  throw unknownResource(uri);
}
