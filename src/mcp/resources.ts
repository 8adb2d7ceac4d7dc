import { counted } from '../base/counted.ts';
import { fenceMarkdown } from '../domain/fence.ts';
import { maxPageSize } from '../domain/page.ts';
import { appResource, appUri, readApp } from './apps.ts';
import type { CallOperation, IncomingRequest } from './backend.ts';
import { outputOrThrow, toText } from './results.ts';
import { unknownResource } from './revision.ts';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type Server,
} from './sdk.ts';
import { readSkill, skillResource, skillUri } from './skills.ts';

const listUri = 'memory://characters';
const characterTemplate = `${listUri}/{id}`;
const pageTemplate = 'memory://{id}/page';
/** Tokens of a page: the most that assemble_context gives. */
const pageSize = 8_000;

interface CharacterPage {
  characters: { id: string; name: string; memoryCount: number }[];
  nextCursor?: string;
}

interface ExportPage {
  markdown: string;
  page: number;
  pages: number;
  nextCursor?: string;
}

/**
 * Characters as resources: their list as JSON, each one's memories as Markdown, and a page of what is known. Reading goes
 * through the same gate as tools.
 * @param appFor the file of the page that shows memories, for clients that send requests with these fields beside them
 */
export function serveResources(
  server: Server,
  call: CallOperation,
  appFor: (meta: unknown) => string | undefined,
): void {
  const list = async (request: IncomingRequest, cursor?: string): Promise<CharacterPage> =>
    outputOrThrow(await call('list_characters', { limit: maxPageSize, cursor }, request));

  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, request) => {
    const { characters, nextCursor } = await list(request, params?.cursor);
    const all = { uri: listUri, name: 'characters', title: 'All characters', mimeType: 'application/json' };
    const isFirst = params?.cursor === undefined;
    return {
      resources: [
        ...(isFirst ? [all, skillResource] : []),
        ...(isFirst && appFor(request._meta) !== undefined ? [appResource] : []),
        ...characters.map(characterResource),
      ],
      ...(nextCursor !== undefined && { nextCursor }),
    };
  });

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: characterTemplate,
        name: 'character',
        title: 'Memories of a character',
        description: 'All memories of one character (UUID, alias or name) as Markdown; each page names the next.',
        mimeType: 'text/markdown',
      },
      {
        uriTemplate: pageTemplate,
        name: 'page',
        title: 'What is known',
        description:
          'A page of what holds, of one character (UUID, alias or name): under headings, each line with whose word it is.',
        mimeType: 'text/markdown',
      },
    ],
  }));

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, request) => {
    const app = uri === appUri ? appFor(request._meta) : undefined;
    if (app !== undefined) return readApp(app);
    if (uri === skillUri) return readSkill();
    if (uri === listUri) {
      const found = await list(request);
      return { contents: [{ uri, mimeType: 'application/json', text: toText(found, 'get_character') }] };
    }
    const paged = pageIn(uri);
    if (paged !== undefined) {
      const outcome = await call('assemble_context', { characterId: paged, maxTokens: pageSize }, request);
      const { text } = outputOrThrow<{ text: string }>(outcome, { uri });
      return { contents: [{ uri, mimeType: 'text/markdown', text: text || 'Nothing is known.' }] };
    }
    const { reference, ...place } = characterIn(uri);
    const outcome = await call('export_character', { characterId: reference, ...place }, request);
    const { markdown, pages, page, nextCursor } = outputOrThrow<ExportPage>(outcome, { uri });
    const next = `${uri.split('?')[0]}?cursor=${nextCursor}`;
    const text = `${counted(pages - page - 1, 'more page', 'more pages')}; go on with ${next}`;
    const more = nextCursor === undefined ? [] : [{ uri: next, mimeType: 'text/plain', text }];
    return { contents: [{ uri, mimeType: 'text/markdown', text: fenceMarkdown(reference, markdown) }, ...more] };
  });
}

function characterResource({ id, name, memoryCount }: CharacterPage['characters'][number]) {
  return {
    uri: `${listUri}/${id}`,
    name,
    description: counted(memoryCount, 'memory', 'memories'),
    mimeType: 'text/markdown',
  };
}

/** The character whose page a URI names; undefined for another URI. */
function pageIn(uri: string): string | undefined {
  const [, name] = /^memory:\/\/(?!characters\/)([^/?]+)\/page$/.exec(uri) ?? [];
  return name === undefined ? undefined : decoded(uri, name);
}

function decoded(uri: string, name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A malformed escape names no resource.
    throw unknownResource(uri);
  }
}

/** The character, and the page of its export or the cursor, that a URI names; every `?` of a name is escaped. */
function characterIn(uri: string): { reference: string; page: number; cursor?: string } {
  const [, name = '', page = '0', cursor] =
    /^memory:\/\/characters\/([^?]+)(?:\?(?:page=(\d{1,9})|cursor=([\w-]+)))?$/.exec(uri) ?? [];
  if (name === '') throw unknownResource(uri);
  return { reference: decoded(uri, name), page: Number(page), ...(cursor && { cursor }) };
}
