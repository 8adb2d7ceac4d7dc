import { describe, expect, test } from 'vitest';
import type { Embedder } from '../../src/domain/ai.ts';
import { openSession, type Session } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

interface Hit {
  id: string;
  content: string;
  category: string;
  salience: number;
  characterId?: string;
  characterName?: string;
  explain?: object;
}
interface Hits {
  memories: Hit[];
  total: number;
}

const texts = {
  Ada: ['Ada drinks green tea every morning.', 'Ada lives in Lisbon.'],
  Bob: ['Bob collects old tea pots, most of them from Japan.', 'Bob lives in Oslo.'],
  Eve: ['Eve plays chess.'],
};

async function withThree(session: Session) {
  const ids = new Map<string, string>();
  for (const [name, contents] of Object.entries(texts)) {
    const made = await session.call<{ id: string }>('create_character', { name });
    ids.set(name, made.id);
    for (const content of contents) {
      await session.call('add_memory_direct', { characterId: name, content, category: 'facts' });
    }
  }
  const search = (more: object) => session.call<Hits>('search_memories', { query: 'tea', ...more });
  return { ...session, ids, search };
}

const open = async (options = {}) => withThree(await openSession(options));

describe('search_memories in several characters', () => {
  test('a search of several characters ranks by relevance, and each memory names its character', async () => {
    const { search, ids } = await open();
    const [ada, bob] = [await search({ characterId: 'Ada' }), await search({ characterId: 'Bob' })];
    const both = await search({ characterIds: ['Bob', 'Ada', 'Eve'] });
    expect(both.total).toBe(ada.total + bob.total);
    expect(both.memories.length).toBeGreaterThanOrEqual(2);
    const named = [
      ...bob.memories.map((one) => ({ ...one, characterId: ids.get('Bob'), characterName: 'Bob' })),
      ...ada.memories.map((one) => ({ ...one, characterId: ids.get('Ada'), characterName: 'Ada' })),
    ];
    expect(both.memories).toStrictEqual(named.sort((a, b) => b.salience - a.salience));
    expect(ada.memories[0]).not.toHaveProperty('characterName');
    expect(ada.memories[0]).not.toHaveProperty('characterId');
  });

  test('limit and total apply to all characters together', async () => {
    const { search } = await open();
    const all = await search({ characterIds: ['Ada', 'Bob'], query: 'Who lives where?' });
    const one = await search({ characterIds: ['Ada', 'Bob'], query: 'Who lives where?', limit: 1, explain: true });
    expect(one.total).toBe(all.total);
    expect(one.memories.map(({ id }) => id)).toStrictEqual([all.memories[0]?.id]);
    expect(one.memories[0]?.explain).toBeTypeOf('object');
  });

  test('a character named twice, by id, alias or name, is searched once', async () => {
    const { search, call, ids } = await open();
    await call('set_aliases', { characterId: 'Ada', aliases: ['Countess'] });
    const once = await search({ characterIds: ['Ada'] });
    expect(await search({ characterIds: ['Ada', 'Countess', ids.get('Ada')] })).toStrictEqual(once);
    expect(await search({ characterId: 'Ada', characterIds: ['Countess'] })).toStrictEqual(once);
  });

  test('characterId is added when the caller gave it, not when it is the server’s default', async () => {
    const { search } = await open({ character: 'Ada' });
    const of = async (more: object) => {
      const names = (await search(more)).memories.map(({ characterName }) => characterName);
      return [...new Set(names)].sort();
    };
    expect(await of({ characterIds: ['Bob'] })).toStrictEqual(['Bob']);
    expect(await of({ characterId: 'Ada', characterIds: ['Bob'] })).toStrictEqual(['Ada', 'Bob']);
    expect(await of({})).toStrictEqual([undefined]);
  });

  test('a category is looked up by name in each character, and refused if none has it', async () => {
    const { search, call, fault } = await open();
    await call('add_category', { characterId: 'Bob', name: 'Hobbies' });
    await call('add_memory_direct', { characterId: 'Bob', content: 'Bob sells tea.', category: 'Hobbies' });
    const found = await search({ characterIds: ['Ada', 'Bob'], category: 'hobbies' });
    expect(found).toMatchObject({ total: 1, memories: [{ content: 'Bob sells tea.', characterName: 'Bob' }] });
    const query = { query: 'tea', category: 'nowhere' };
    expect((await fault('search_memories', { characterIds: ['Ada', 'Bob'], ...query })).type).toBe(
      'CategoryNotConfigured',
    );
  });

  test.each<[name: string, input: object, type: string, message: RegExp]>([
    ['an unknown character among them', { characterIds: ['Ada', 'Nobody'] }, 'CharacterNotFound', /Nobody/],
    ['none', { characterIds: [] }, 'InvalidInput', /^characterId is required/],
    ['eleven', { characterIds: Array.from({ length: 11 }, () => 'Ada') }, 'ValidationError', /at most 10/],
    ['a number in the place of a name', { characterIds: 5 }, 'InvalidInput', /characterIds\[0\] must be a string/],
    ['neither one nor several', {}, 'InvalidInput', /^characterId is required/],
  ])('search_memories refuses %s', async (_, input, type, message) => {
    const { fault } = await open();
    const refused = await fault('search_memories', { query: 'tea', ...input });
    expect(refused).toMatchObject({ type, message: expect.stringMatching(message) });
  });

  test('the text form names each memory’s character', async () => {
    const { answer, ids } = await open();
    const { texts: shown } = await answer('search_memories', { query: 'tea', characterIds: ['Ada', 'Bob'] });
    expect(shown.join('\n')).toMatch(
      /\[relevance \| character \| whose word .*:\n- \[[\d.]+ \| (?:Ada|Bob) \| agent \| facts \| /,
    );
    const { texts: one } = await answer('search_memories', { query: 'tea', characterId: ids.get('Ada') });
    expect(one.join('\n')).toMatch(/\[relevance \| whose word .*:\n- \[[\d.]+ \| agent \| facts \| /);
  });

  test('a query is embedded once for all characters', async () => {
    const asked: string[][] = [];
    const embedder: Embedder = {
      generation: 'g',
      estimate: () => 1,
      async embed(given: string[]) {
        asked.push(given);
        return { vectors: given.map(() => new Float64Array([1, 0])), usage: { inputTokens: 1, outputTokens: 0 } };
      },
    } as unknown as Embedder;
    const embeddings = { embedder, timeoutMs: 1_000, answers: () => true, succeeded() {}, failed() {} };
    const { search } = await open({ services: { embeddings: embeddings as never } });
    asked.length = 0;
    await search({ characterIds: ['Ada', 'Bob', 'Eve'] });
    expect(asked).toStrictEqual([['tea']]);
  });
});

describe('POST /v1/search', () => {
  test('POST /v1/search returns the tool’s results as whole records with their character', async () => {
    const http = await openHttp({ rateLimits: true });
    const { search, ids } = await withThree(http.session);
    const body = { query: 'tea', characterIds: ['Bob', ids.get('Ada')] };
    const answer = await http.ask('POST', '/v1/search', { body });
    expect(answer.status).toBe(200);
    const found = await search({ characterIds: ['Bob', 'Ada'] });
    // An origin is for its reader.
    const memories = found.memories.map((one) => ({ ...one, origin: 'member local' }));
    expect(answer.body).toMatchObject({ ...found, memories });
    expect((answer.body as unknown as Hits).memories[0]).toHaveProperty('createdAt');
    expect(answer.headers.get('x-ratelimit-bucket')).toBe('SEARCH');
  });

  test('POST /v1/search looks in all characters, at the time that the question names, and counts words', async () => {
    const http = await openHttp();
    const { session } = http;
    await withThree(session);
    const occurredAt = `${new Date(session.clock.now).getUTCFullYear() - 1}-04-10T09:00:00Z`;
    const content = 'Eve bought two teapots at the market.';
    await session.call('add_memory_direct', { characterId: 'Eve', content, category: 'facts', occurredAt });
    const ask = async (query: string, more = {}) => {
      const { body } = await http.ask('POST', '/v1/search', {
        body: { query, everywhere: true, explain: true, ...more },
      });
      const { memories, understood } = body as unknown as Hits & { understood: { time?: object; words: object[] } };
      return { contents: memories.map((one) => one.content), understood };
    };
    const year = Number(occurredAt.slice(0, 4));
    const query = `Where did they buy tea in the spring of ${year}?`;
    const narrowed = await ask(query, { narrow: true });
    expect(narrowed.contents).toStrictEqual([content]);
    expect(narrowed.understood.time).toMatchObject({ isApplied: true });
    const told = `On 21 April ${year} Eve bought tea at the harbour.`;
    await session.call('add_memory_direct', { characterId: 'Eve', content: told, category: 'facts' });
    expect((await ask(query, { narrow: true })).contents.toSorted()).toStrictEqual([content, told].toSorted());
    const list = await ask(`What did we do in the spring of ${year}?`, { narrow: true });
    expect(list.contents).toStrictEqual([told, content]);
    const wide = await ask(query);
    expect(wide.contents.length).toBeGreaterThan(1);
    expect(wide.understood).toMatchObject({
      time: { isApplied: false },
      words: expect.arrayContaining([{ word: 'tea', memories: 3 }]),
    });
    const empty = await ask(`tea in the spring of ${year - 9}`, { narrow: true });
    expect(empty.understood.time).toMatchObject({ isApplied: false });
    const raised = 'Last spring the landlord raised the rent.';
    await session.call('add_memory_direct', { characterId: 'Eve', content: raised, category: 'facts' });
    const rent = await ask('landlord raised the rent last spring', { narrow: true });
    expect(rent.contents[0]).toBe(raised);
    expect(rent.understood).toMatchObject({
      time: { isApplied: false },
      words: expect.arrayContaining([{ word: 'rent', memories: 1 }]),
    });
    expect((await ask('tea', { having: ['Japan'] })).contents).toStrictEqual([texts.Bob[0]]);
    expect((await ask('tea', { having: ['Japan', 'chess'] })).contents).toStrictEqual([]);
  });

  test('POST /v1/search pages through all memories with a word, each once, also those that say the same', async () => {
    const { session, ask } = await openHttp();
    await session.call('create_character', { name: 'Ada' });
    const told = ['Tea', 'Ada drinks tea at home', 'Ada drinks the tea at home too', 'The tea is cold', 'Bread'];
    for (const content of told)
      await session.call('add_memory_direct', { characterId: 'Ada', content, category: 'general' });
    const found = async (more: object) => {
      const { body } = await ask('POST', '/v1/search', { body: { query: 'tea', everywhere: true, limit: 3, ...more } });
      return (body as unknown as Hits).memories.map(({ content }) => content);
    };
    const having = ['tea'];
    const pages = [
      await found({ having, page: 0 }),
      await found({ having, page: 1 }),
      await found({ having, page: 2 }),
    ];
    expect(pages.map(({ length }) => length)).toStrictEqual([3, 1, 0]);
    expect(pages.flat().toSorted()).toStrictEqual(told.slice(0, -1).toSorted());
    expect(await found({ having, limit: 10 })).toHaveLength(3);
  });

  test.each<[name: string, body: object, status: number, type: string]>([
    ['no characters', { query: 'tea' }, 400, 'InvalidInput'],
    ['a character alone', { query: 'tea', characterId: 'Ada' }, 400, 'InvalidInput'],
    ['an unknown character', { query: 'tea', characterIds: ['Nobody'] }, 404, 'CharacterNotFound'],
    ['eleven', { query: 'tea', characterIds: Array(11).fill('Ada') }, 400, 'ValidationError'],
    ['no query', { query: '', characterIds: ['Ada'] }, 400, 'ValidationError'],
  ])('POST /v1/search refuses %s', async (_, body, status, type) => {
    const http = await openHttp();
    await withThree(http.session);
    const answer = await http.ask('POST', '/v1/search', { body });
    expect(answer).toMatchObject({ status, body: { error: { type } } });
  });

  test('another tenant’s character is not found', async () => {
    const http = await openHttp();
    const { ids } = await withThree(http.session);
    const { text: key } = await http.tenant('Other');
    const body = { query: 'tea', characterIds: [ids.get('Ada')] };
    expect(await http.ask('POST', '/v1/search', { key, body })).toMatchObject({ status: 404 });
  });
});
