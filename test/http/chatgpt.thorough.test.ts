import { describe, expect, test } from 'vitest';
import { surface } from '../../src/features/published.ts';
import { remoteTools } from '../../src/features/remote-tools.ts';
import { connect } from '../support/http-client.ts';
import { openHttp } from '../support/http-harness.ts';
import { asPerson, openOwnSignIn, ScriptedClient } from '../support/own-sign-in.ts';

const publicUrl = 'https://memory.example.org';
const memories = {
  Ada: ['Ada drinks green tea every morning.', '# Travel\n\nAda flies to Lisbon in May.'],
  はな: ['はなさんは毎朝、宇治の抹茶を飲みます。'],
  ليلى: ['ليلى تشرب الشاي بالنعناع كل صباح.'],
};

interface Answer {
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}
interface Result {
  id: string;
  title: string;
  url: string;
}

const chatgpt = { mcp: { tools: remoteTools(['chatgpt']), surface, maxSessions: 8, idleMs: 60_000 } };

async function filled(options: Parameters<typeof openHttp>[0] = {}) {
  const http = await openHttp({ recallLogDays: 30, http: chatgpt, services: { publicUrl }, ...options });
  const ids = new Map<string, string>();
  for (const [name, contents] of Object.entries(memories)) {
    const { body } = await http.ask('POST', '/v1/characters', { body: { name } });
    ids.set(name, String(body.id));
    for (const content of contents) {
      const body = { content, category: 'facts' };
      const stored = await http.ask('POST', `/v1/characters/${encodeURIComponent(name)}/memories/direct`, { body });
      expect(stored.status).toBe(201);
    }
  }
  const { url } = await http.listen();
  return { http, ids, url, ...(await tools(url, http.key)) };
}

/** What ChatGPT reads: the one text of an answer. */
async function tools(url: string, key: string) {
  const { client } = await connect(url, key);
  const answer = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as unknown as Answer;
  const read = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
    const { content, structuredContent } = await answer(name, args);
    expect(content.map(({ type }) => type)).toStrictEqual(['text']);
    const body = JSON.parse(content[0]?.text ?? '') as T;
    expect(structuredContent).toStrictEqual(body);
    return body;
  };
  const search = async (query: string) => (await read<{ results: Result[] }>('search', { query })).results;
  return { client, answer, read, search };
}

describe('search and fetch in the form of ChatGPT', () => {
  test('search and fetch are the only tools of their set, read-only, and in no other set', async () => {
    const { client } = await filled();
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name, annotations }) => [name, annotations])).toStrictEqual([
      ['search', { readOnlyHint: true, openWorldHint: false }],
      ['fetch', { readOnlyHint: true, openWorldHint: false }],
    ]);
    expect(listed.map(({ inputSchema }) => inputSchema)).toMatchObject([
      { required: ['query'], properties: { query: { type: 'string' } } },
      { required: ['id'], properties: { id: { type: 'string' } } },
    ]);
    expect(Object.keys(listed[1]?.outputSchema?.properties ?? {})).toStrictEqual(
      expect.arrayContaining(['id', 'title', 'text', 'url', 'metadata']),
    );
    expect(client.getInstructions()).toMatch(/call search; fetch reads/);
    const names = (sets?: Parameters<typeof remoteTools>[0]) => remoteTools(sets).map(({ name }) => name);
    expect(names()).not.toContain('search');
    expect(names(['core', 'chatgpt'])).toStrictEqual([...names(['core']), 'search', 'fetch']);
  });

  test.each([
    ['What does Ada drink?', 'Ada', 0],
    ['抹茶', 'はな', 0],
    ['ماذا تشرب ليلى', 'ليلى', 0],
    ['flight to Lisbon', 'Ada', 1],
  ] as const)(
    'the query "%s" finds a memory of %s among all characters, and fetch returns it whole',
    async (query, name, at) => {
      const { ids, search, read } = await filled();
      const [first, ...others] = await search(query);
      const content = memories[name][at] as string;
      const [id, memoryId] = first?.id.split('/') ?? [];
      expect(id).toBe(ids.get(name));
      expect(first).toStrictEqual({
        id: `${id}/${memoryId}`,
        title: `[you] ${content.startsWith('# ') ? 'Travel' : content}`,
        url: `${publicUrl}/memories/${id}/${memoryId}`,
      });
      expect(new Set(others.map((one) => one.id)).size).toBe(others.length);
      const document = await read<Record<string, unknown>>('fetch', { id: first?.id });
      expect(document).toStrictEqual({
        ...first,
        text: content,
        metadata: {
          character: name,
          category: 'facts',
          importance: 'NORMAL',
          occurredAt: '2026-01-15T10:00:30.000Z',
          createdAt: '2026-01-15T10:00:30.000Z',
          updatedAt: '2026-01-15T10:00:30.000Z',
        },
      });
    },
  );

  test('an invalid id, and one of another tenant, is a clear error', async () => {
    const { http, url, search, answer } = await filled();
    const [found] = await search('tea');
    const [characterId] = found?.id.split('/') ?? [];
    const none = '0c0ffee0-0000-4000-8000-000000000000';
    for (const id of ['x', 'a/b', `${characterId}/${none}`, `${none}/${none}`, `${found?.id}/1`, `Ada/${none}`]) {
      const { isError, structuredContent } = await answer('fetch', { id });
      expect([isError, structuredContent]).toMatchObject([
        true,
        { error: { type: 'MemoryNotFound', message: `There is no memory ${id}. Take the id of a result of search.` } },
      ]);
    }
    expect(await answer('search', { query: ' ' })).toMatchObject({ isError: true });
    const other = await tools(url, (await http.tenant('Acme')).text);
    expect(await other.search('tea')).toStrictEqual([]);
    expect(await other.answer('fetch', { id: found?.id })).toMatchObject({ isError: true });
  });

  test('search finds nothing that is private to others, deleted or archived', async () => {
    const { http, url, ids, search } = await filled();
    await http.ask('PUT', '/v1/characters/Ada/sharing', { body: { visibility: 'PRIVATE' } });
    const viewer = await tools(url, await http.keyOf('VIEWER'));
    const charactersOf = (found: Result[]) => new Set(found.map(({ id }) => id.split('/')[0]));
    const [ada] = await search('green tea');
    expect(ada?.id).toContain(ids.get('Ada'));
    expect(charactersOf(await viewer.search('green tea'))).not.toContain(ids.get('Ada'));
    expect(await viewer.answer('fetch', { id: ada?.id })).toMatchObject({ isError: true });
    await http.ask('DELETE', `/v1/characters/${ada?.id.replace('/', '/memories/')}`);
    expect((await search('green tea')).map(({ id }) => id)).not.toContain(ada?.id);
    await http.ask('POST', `/v1/characters/${ids.get('Ada')}/archive`);
    expect(charactersOf(await search('Lisbon'))).not.toContain(ids.get('Ada'));
  });

  test('a search is logged as a recall with relevance, and counted as a search', async () => {
    const { http, ids, search, client } = await filled({ rateLimits: true });
    await search('Ada’s green tea');
    await http.session.services.recalls?.written();
    const { body } = await http.ask('GET', `/v1/recalls?characterId=${ids.get('Ada')}`);
    const [recall] = body.recalls as { kind: string; query: string; results: { relevance: number }[] }[];
    expect(recall).toMatchObject({ kind: 'search', query: 'Ada’s green tea' });
    expect(recall?.results[0]?.relevance).toBeGreaterThan(0.38);
    const { _meta } = await client.callTool({ name: 'search', arguments: { query: 'tea' } });
    expect(_meta?.rateLimit).toMatchObject({ bucket: 'SEARCH' });
  });

  test('a result links to its route where the server’s address is unknown', async () => {
    const { search, http } = await filled({ services: {} });
    const [found] = await search('green tea');
    expect(found?.url).toBe(`/v1/characters/${found?.id.replace('/', '/memories/')}`);
    expect((await http.ask('GET', String(found?.url))).body).toMatchObject({ content: memories.Ada[0] });
  });

  test('the title of a result is one short line, in any script', async () => {
    const { http, search } = await filled();
    const titleOf = async (content: string, query: string) => {
      await http.ask('POST', '/v1/characters/Ada/memories/direct', { body: { content, category: 'facts' } });
      return (await search(query))[0]?.title ?? '';
    };
    const long = await titleOf(`Zanzibar ${'is a long journey from here '.repeat(9)}`, 'Zanzibar');
    expect(long).toMatch(/^\[you\] Zanzibar is a .*\S…$/);
    expect(long.length).toBeLessThanOrEqual(81);
    const family = '👩‍👩‍👧‍👦';
    expect(await titleOf(`Quokka ${family.repeat(100)}`, 'Quokka')).toBe(`[you] Quokka ${family.repeat(72)}…`);
    expect(await titleOf('---\n\n- Xylophone\tlessons\non Monday', 'Xylophone')).toBe('[you] Xylophone lessons');
  });
});

test('ChatGPT registers, signs in for reading, searches and reads', async () => {
  const { http, publicUrl: own } = await openOwnSignIn({ http: chatgpt });
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const body = { content: 'Ada drinks green tea.', category: 'facts' };
  await http.ask('POST', '/v1/characters/Ada/memories/direct', { body });
  const client = new ScriptedClient(own, 'https://chatgpt.com/connector_platform_oauth_redirect');
  await client.register({ client_name: 'ChatGPT' });
  const person = await asPerson(own, http.key);
  const back = await person.decide(client.address({ scope: 'memory:read' }));
  const { access_token: token } = (await client.redeem(String(back.searchParams.get('code')))).body;
  const { search, read } = await tools(own, String(token));
  const [found] = await search('What does Ada drink?');
  expect(await read('fetch', { id: found?.id })).toMatchObject({ text: 'Ada drinks green tea.' });
});
