import { describe, expect, test } from 'vitest';
import type { Found } from '../support/answers.ts';
import { openWithAda, type Session, type SessionOptions } from '../support/harness.ts';

const characterId = 'Ada';

async function holding(contents: string[], options: SessionOptions = {}): Promise<Session> {
  const session = await openWithAda(options);
  for (const [i, content] of contents.entries()) {
    // Separate sessions: neighbours in a conversation share relevance.
    await session.call('add_memory_direct', { characterId, content, category: 'general', sessionId: `s${i}` });
  }
  return session;
}

const search = (session: Session, query: string, more: object = {}) =>
  session.call<Found>('search_memories', { characterId, query, ...more });

const notes = [
  'Ada lives in Lisbon with her dog Turing.',
  'El café de la mañana lo toma sin azúcar.',
  'Die Lieferung kommt über Köln nach Zürich.',
  '会議は東京本社で毎週火曜日に行われます。',
  '她喜欢在北京的公园里散步。',
  '커피를 아침마다 마신다.',
  'الاجتماع القادم في القاهرة يوم الاثنين',
  'Она работает врачом в Москве.',
  'वह दिल्ली में हिंदी पढ़ाती है।',
  'เธอชอบกินข้าวผัดที่กรุงเทพ',
  'Η Μαρία μένει στην Αθήνα.',
  'היא גרה בתל אביב',
  'The build fails with ERR_MODULE_NOT_FOUND in src/storage/openStore.ts since v2.3.1.',
  'Birthday party 🎂 with lots of cake',
];

describe('search in any script', () => {
  const queries: [string, number][] = [
    ['where does Ada live', 0],
    ['cafe manana', 1],
    ['koln zurich', 2],
    ['東京の会議', 3],
    ['北京公园', 4],
    ['커피', 5],
    ['القاهرة', 6],
    ['врач Москва', 7],
    ['दिल्ली', 8],
    ['กรุงเทพ', 9],
    ['Αθηνα', 10],
    ['תל אביב', 11],
    ['module not found error', 12],
    ['openStore', 12],
    ['2.3.1', 12],
    ['🎂', 13],
    ['lisbn', 0],
  ];
  test('a note is found first by its own words, in any script', async () => {
    const session = await holding(notes);
    for (const [query, expected] of queries) {
      const { memories } = await search(session, query);
      expect([query, memories[0]?.content]).toStrictEqual([query, notes[expected]]);
    }
  });

  test('a query equal to a memory ranks it first', async () => {
    const texts = [...notes, 'to be or not to be', 'a', '?!', 'x = y', '🧠'];
    const session = await holding(texts);
    for (const text of texts)
      expect((await search(session, text)).memories[0]).toMatchObject({ content: text, salience: 1 });
  });
});

describe('results of search', () => {
  test('total counts before the limit; salience is the relevance, descending from 1 to 0', async () => {
    const session = await holding(Array.from({ length: 30 }, (_, i) => `Meeting number ${i} about the harvest`));
    const { memories, total } = await search(session, 'harvest meeting 7', { limit: 5 });
    expect(total).toBe(30);
    expect(memories).toHaveLength(5);
    expect(memories[0]?.content).toContain('number 7 ');
    const relevances = memories.map(({ salience }) => salience);
    expect(relevances).toStrictEqual(relevances.toSorted((a, b) => b - a));
    for (const relevance of relevances) {
      expect(relevance).toBeGreaterThan(0);
      expect(relevance).toBeLessThanOrEqual(1);
    }
    expect((await search(session, 'harvest')).memories).toHaveLength(10);
  });

  test('an unrelated query finds nothing, or low relevance', async () => {
    const session = await holding(notes);
    expect(await search(session, 'quantum chromodynamics')).toStrictEqual({ memories: [], total: 0 });
    const { memories } = await search(session, 'which dog breeds are easy to train for agility contests');
    for (const { salience } of memories) expect(salience).toBeLessThan(0.5);
  });

  test('match and explain show the parts of a rank', async () => {
    const session = await holding(notes);
    const plain = await search(session, 'Lisbon dog');
    expect(plain.memories[0]?.match).toStrictEqual({ lexical: expect.any(Number) });
    expect(plain.memories[0]).not.toHaveProperty('explain');
    const { memories } = await search(session, 'Lisbon dog', { explain: true });
    expect(memories[0]?.explain).toMatchObject({ coverage: 1, tieBreakers: { salience: 0 } });
  });

  test('a category filter restricts matches and total', async () => {
    const session = await holding(['tea in the morning', 'tea in the evening']);
    const { memories } = await search(session, 'evening tea');
    await session.call('update_memory', { characterId, memoryId: memories[0]?.id, category: 'preferences' });
    expect(await search(session, 'tea', { category: 'Preferences' })).toMatchObject({
      total: 1,
      memories: [{ content: 'tea in the evening', category: 'preferences' }],
    });
    expect(await search(session, 'tea', { category: 'events' })).toStrictEqual({ memories: [], total: 0 });
  });

  test('a deleted memory is not found, and a restored or updated one is', async () => {
    const session = await holding(['the purple umbrella']);
    const [{ id: memoryId } = { id: '' }] = (await search(session, 'umbrella')).memories;
    await session.call('delete_memory', { characterId, memoryId });
    expect((await search(session, 'umbrella')).total).toBe(0);
    await session.call('restore_memory', { characterId, memoryId });
    expect((await search(session, 'umbrella')).total).toBe(1);
    await session.call('update_memory', { characterId, memoryId, content: 'the green raincoat' });
    expect((await search(session, 'umbrella')).total).toBe(0);
    expect((await search(session, 'raincoat')).total).toBe(1);
  });

  test('only the character’s own memories are searched', async () => {
    const session = await holding(['umbrella']);
    await session.call('create_character', { name: 'Bob' });
    expect(await search(session, 'umbrella', { characterId: 'Bob' })).toStrictEqual({ memories: [], total: 0 });
  });

  test.each(['', '   ', '\n'])('the query %j is refused', async (query) => {
    const session = await holding([]);
    expect((await session.fault('search_memories', { characterId, query })).type).toBe('ValidationError');
  });
});

describe.each(['STARTER', 'BUSINESS'] as const)('superseded memories, on %s', (tier) => {
  /** States of things, each with its time, in a random order. */
  const states: [content: string, day: string][] = [
    ['Ana lives in Lisbon', '2024-05-01'],
    ['Ana lives in Berlin', '2022-05-01'],
    ['The project uses the database MySQL', '2021-02-01'],
    ['The project uses the database PostgreSQL', '2023-02-01'],
    ['My favourite colour is green', '2023-06-01'],
    ['My favourite colour is blue', '2023-01-01'],
  ];
  test.each([
    ['Where does Ana live?', 'Ana lives in Lisbon', 'Ana lives in Berlin'],
    ['Where does Ana live now?', 'Ana lives in Lisbon', 'Ana lives in Berlin'],
    ['Where did Ana live originally?', 'Ana lives in Berlin', 'Ana lives in Lisbon'],
    ['Which database do we use?', 'The project uses the database PostgreSQL', 'The project uses the database MySQL'],
    ['favourite colour', 'My favourite colour is green', 'My favourite colour is blue'],
    ['Ana lives in Berlin', 'Ana lives in Berlin', 'Ana lives in Lisbon'],
  ])('the question "%s" finds %s first', async (query, ...expected) => {
    const session = await holding([], { tier });
    for (const [i, [content, day]] of states.entries()) {
      const origin = { sessionId: `s${i}`, occurredAt: `${day}T10:00:00Z` };
      await session.call('add_memory_direct', { characterId, content, category: 'general', ...origin });
    }
    const { memories } = await search(session, query);
    expect(memories.slice(0, 2).map(({ content }) => content)).toStrictEqual(expected);
    // One place is enough for the one that counts.
    expect((await search(session, query, { limit: 1 })).memories[0]?.content).toBe(expected[0]);
    if (query === expected[0]) expect(memories[0]?.salience).toBe(1);
  });
});

test('near-equal items of one list leave room for others, and say why', async () => {
  const methods = ['blob', 'json', 'text', 'bytes', 'formData', 'arrayBuffer'];
  const list = `# Bodies\n\n## Reading a body\n\nThe response body has these additional methods and properties:\n\n`;
  const content = `${list}${methods.map((name) => `- ${name}\n`).join('')}\n## Limits\n\nThe methods of a response body work once.\n`;
  const session = await holding([]);
  await session.call('import_document', { characterId, fileName: 'bodies.md', fileContent: content });
  const { memories } = await search(session, 'methods of a response body', { limit: 4, explain: true });
  const limits = memories.findIndex((one) => one.content.includes('work once'));
  expect(limits).toBeGreaterThanOrEqual(0);
  const items = memories.filter((one) => one.content.includes('additional'));
  expect(items.map(({ explain }) => (explain as { crowd?: number }).crowd)).toStrictEqual([undefined, undefined, -0.2]);
});

describe('smart retrieval', () => {
  const texts = ['Deploy the app with the blue button', 'Deploy the app with the blue button!', 'Cats sleep a lot'];

  test('near-duplicates are folded and counted from DEVELOPER on', async () => {
    const smart = await holding(texts, { tier: 'DEVELOPER' });
    const { memories, total } = await search(smart, 'deploy button');
    expect({ shown: memories.length, total }).toStrictEqual({ shown: 1, total: 2 });
    const plain = await holding(texts, { tier: 'STARTER' });
    expect((await search(plain, 'deploy button')).memories).toHaveLength(2);
  });

  test('importance decides between equal matches, never for irrelevant ones', async () => {
    const session = await holding([]);
    const add = (content: string, importance: string, sessionId: string) =>
      session.call('add_memory_direct', { characterId, content, category: 'general', importance, sessionId });
    // Names that the table of words does not have: both mean the same to it.
    await add('The password policy changed, says Obrezan', 'LOW', 'a');
    await add('The password policy changed, says Tverdik', 'CRITICAL', 'b');
    await add('A policy for holidays', 'CRITICAL', 'c');
    const { memories } = await search(session, 'password policy changed');
    expect(memories.map(({ content }) => content.split(' ').at(-1))).toStrictEqual(['Tverdik', 'Obrezan', 'holidays']);
  });
});

test('a result’s salience repeats its relevance, whatever the memory’s salience', async () => {
  const session = await holding([]);
  const given = { characterId, content: 'Le thé vert vient de Kyoto.', category: 'general', salience: 0.1 };
  await session.call('add_memory_direct', given);
  const [found] = (await search(session, 'thé vert')).memories;
  expect(found?.relevance).toBeGreaterThan(0.5);
  expect(found?.salience).toBe(found?.relevance);
});

test('the relevance of a memory does not depend on the limit', async () => {
  const { call, clock } = await openWithAda();
  const places = 'Porto Lisbon Braga Faro Evora Coimbra Aveiro Viseu Leiria Setubal Sintra Tomar'.split(' ');
  const memories = places.flatMap((place, i) => [
    { content: `The office in ${place} opens at ${7 + (i % 4)} on weekdays`, category: 'facts' },
    { content: `The office in ${place} has ${20 + i} desks for guests`, category: 'facts' },
  ]);
  for (const one of memories) {
    clock.now += 86_400_000;
    await call('add_memory_direct', { characterId: 'Ada', ...one });
  }
  for (const query of [
    'When does the office in Porto open on weekdays?',
    'office desks',
    'Which office has 21 desks now?',
  ]) {
    const relevances = async (limit: number) => {
      const found = await call<Found>('search_memories', { characterId: 'Ada', query, limit });
      return new Map(found.memories.map(({ id, relevance }) => [id, relevance]));
    };
    const all = await relevances(100);
    for (const limit of [1, 2, 3, 5, 10, 20]) {
      for (const [id, relevance] of await relevances(limit))
        expect([query, limit, relevance]).toStrictEqual([query, limit, all.get(id)]);
    }
  }
});

test('a name is found in a text of a language that few memories are in', async () => {
  const english = Array.from({ length: 120 }, (_, n) => `Ada has read page ${n} of the manual and liked it very much.`);
  const job = 'Mein Bruder Jonas hat im Mai eine Stelle bei Siemens in Erlangen angefangen.';
  const home = 'Meine Mutter Ingrid wohnt in Bremen und wird im Juli siebzig.';
  const session = await holding([...english, job, home]);
  for (const [query, content] of [
    ['siemens', job],
    ['Erlangen', job],
    ['bremen', home],
  ] as const)
    expect((await search(session, query, { minRelevance: 0.9 })).memories).toMatchObject([{ content }]);
});

test('a day that a text tells is found by its month among many that have its year', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const others = Array.from({ length: 80 }, (_, i) => ({
    content: `Yesterday boiler ${i} was inspected, as in 2021.`,
  }));
  const telling = [
    'Boiler seven was replaced on 2021-08-11.',
    'Boiler eight was replaced on the 12th of August, 2021.',
    `${'The cellar was dry all year and nobody had to look after anything in it. '.repeat(8)}Aug 13 2021: boiler nine was replaced.`,
    'Der Heizkessel zehn wurde am 14. August 2021 ausgetauscht, und das war gut so.',
    '2021年8月15日にボイラーを交換した。',
  ];
  const memories = [...telling.map((content) => ({ content })), ...others];
  await session.call('add_memories', { characterId, memories });
  const { memories: listed } = await search(session, 'What happened in August 2021?', { limit: 20 });
  expect(
    listed
      .slice(0, 5)
      .map(({ content }) => content)
      .toSorted(),
  ).toStrictEqual(telling.toSorted());
  const { memories: found } = await search(session, 'Which boiler was replaced in August 2021?');
  expect(
    found
      .slice(0, 3)
      .map(({ content }) => content)
      .toSorted(),
  ).toStrictEqual(telling.slice(0, 3).toSorted());
});
