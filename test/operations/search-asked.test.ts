import { expect, test } from 'vitest';
import type { Found } from '../support/answers.ts';
import { openSession, type Session } from '../support/harness.ts';

async function holding(stores: Record<string, readonly (string | object)[]>): Promise<Session> {
  const session = await openSession();
  for (const [name, memories] of Object.entries(stores)) {
    await session.call('create_character', { name });
    for (const one of memories) {
      const more = typeof one === 'string' ? { content: one } : one;
      await session.call('add_memory_direct', { characterId: name, category: 'general', ...more });
    }
  }
  return session;
}

const find = async ({ call }: Session, asked: object) => (await call<Found>('search_memories', asked)).memories;

const moved = 'We decided to move the CI from Buildkite to GitHub Actions';
const projects = {
  Falcon: [moved, 'The API rate limit is 600 requests per minute', 'Falcon: the job queue is in Redis'],
  Atlas: ['CI runs on CircleCI', 'Deploys need two approvals', 'The API rate limit is 50 requests per minute'],
};

test('a question that names the project finds what only stands in that project', async () => {
  const session = await holding(projects);
  for (const asked of [{ characterId: 'Falcon' }, { characterIds: ['Atlas', 'Falcon'] }]) {
    const [first, second] = await find(session, { query: 'Which CI does Falcon use', ...asked });
    expect(first).toMatchObject({ content: moved });
    expect(first!.relevance).toBeGreaterThan(0.7);
    expect(second?.relevance ?? 0).toBeLessThan(0.38);
  }
  const [limit] = await find(session, { query: 'rate limit of falcon', characterIds: ['Atlas', 'Falcon'] });
  expect(limit).toMatchObject({ content: projects.Falcon[1], characterName: 'Falcon' });
});

test('the name of a person does not lend its memories what they say of somebody else', async () => {
  const session = await holding({ Ada: ['Ben was born on 3 May', 'I collect stamps from Porto'] });
  const [first] = await find(session, { query: 'When is Ada’s birthday?', characterId: 'Ada' });
  expect(first?.relevance ?? 0).toBeLessThan(0.38);
});

test('a question that names a category finds what stands in it', async () => {
  const goal = { content: 'Run a marathon before turning forty', category: 'goals' };
  const session = await holding({
    Ada: [goal, 'The marathon in Lisbon is in October', 'The hall has goals for handball'],
  });
  const [first] = await find(session, { query: 'goals about a marathon', characterId: 'Ada' });
  expect(first).toMatchObject({ content: goal.content });
});

const chatOf = (said: readonly string[]) => ({
  fileName: 'WhatsApp Chat.txt',
  fileContent: said.map((text, i) => `[0${i + 1}/05/2023, 13:58:00] ${i % 2 ? 'Ben' : 'Eva'}: ${text}`).join('\n'),
});

test('a question about the asker finds their own statement before what others say in imported chats', async () => {
  const own = 'Mein Hund heißt Bruno';
  const session = await holding({ Ada: ['My bike has a flat tyre', own] });
  const turns = [
    'the name of my dog is Rex!',
    'Nice name for a dog',
    'Yes, a dog needs a name',
    'My dog has two names',
  ];
  const { memoriesAdded } = await session.call<{ memoriesAdded: number }>('import_document', {
    ...{ characterId: 'Ada', ...chatOf(turns) },
  });
  expect(memoriesAdded).toBe(4);
  const mine = await find(session, { query: 'Wie heißt mein Hund?', characterId: 'Ada' });
  expect(mine[0]).toMatchObject({ content: own });
  const [first, second] = await find(session, { query: 'What is the name of Eva’s dog?', characterId: 'Ada' });
  expect([first?.content, second?.content].join()).toContain('Rex');
});

test('a note in the asker’s own words counts in full, whatever it tells of, beside an imported chat', async () => {
  const content = 'My office is in Kyoto, no longer in Osaka';
  const session = await holding({ Ada: [content, '今は大阪ではなく京都のオフィスで働いています。'] });
  const chat = chatOf([
    'I felt calmer when I got to the office',
    'An office of your own costs more',
    'The post office',
  ]);
  await session.call('import_document', { characterId: 'Ada', ...chat });
  const [first, second] = await find(session, { query: 'Where is my office?', characterId: 'Ada' });
  expect(first).toMatchObject({ content });
  expect(first!.relevance).toBeGreaterThan(1.5 * (second?.relevance ?? 0));
});

test('a question about the asker is not answered by what tells of nobody in imported chats', async () => {
  const session = await holding({ Ada: ['The bike has a flat tyre'] });
  const said = 'A blood type is a type of blood';
  const fileContent = `[01/05/2023, 13:58:00] Eva: ${said}\n[02/05/2023, 13:58:00] Ben: Nice to know`;
  await session.call('import_document', { characterId: 'Ada', fileName: 'WhatsApp Chat.txt', fileContent });
  const relevanceOf = async (query: string) => (await find(session, { query, characterId: 'Ada' }))[0]!.relevance;
  expect(await relevanceOf('What is a blood type?')).toBeGreaterThan(0.38);
  expect(await relevanceOf('What did you tell me of the blood type?')).toBeGreaterThan(0.38);
  expect(await relevanceOf('What is my blood type?')).toBeLessThan(0.38);
});

test('a memory that replaced one about the asker stands above it, beside an imported chat', async () => {
  const session = await holding({ Ada: ['My bike has a flat tyre'] });
  const chat = chatOf(['My sister lives in a house', 'Where does your sister live?', 'I live near my sister']);
  await session.call('import_document', { characterId: 'Ada', ...chat });
  for (const [older, newer, query] of [
    ['My sister Yuki lives in Berlin', 'Yuki and Jonas moved to Hamburg last week', 'Where does my sister live?'],
    ['My manager is Priya', 'Daniel Weber has taken over from Priya', 'Who is my manager?'],
  ] as const) {
    const add = (content: string) =>
      session.call<{ id: string }>('add_memory_direct', { characterId: 'Ada', category: 'general', content });
    const { id } = await add(older);
    const { id: memoryId } = await add(newer);
    await session.call('update_memory', { characterId: 'Ada', memoryId, supersedes: [id] });
    const found = await find(session, { query, characterId: 'Ada', holds: 'any' });
    const [top, below] = found.filter(({ content }) => content === older || content === newer);
    expect([found[0]?.content, top?.content, below?.content]).toStrictEqual([newer, newer, older]);
    expect(top!.relevance).toBeGreaterThan(0.38);
    expect(top!.relevance).toBeGreaterThanOrEqual(below!.relevance);
  }
});

test('a message that only the title of its chat ties to a query stands below those that say it', async () => {
  const session = await holding({ Ada: ['The bike has a flat tyre'] });
  const said: Record<string, string[]> = {
    'Wine for the business dinner': [
      'The Malbec from Mendoza is the wine that my boss likes.',
      'I can read it on the train.',
      'Perfect, thanks!',
      'Let us keep it short.',
    ],
    'Plans for the weekend': ['We open a bottle of red wine on Saturday.'],
  };
  const chats = Object.entries(said).map(([title, messages], c) => ({
    ...{ uuid: `chat-${c}`, name: title, created_at: '2026-05-01T09:00:00Z', updated_at: '2026-05-01T10:00:00Z' },
    chat_messages: messages.map((text, i) => ({
      ...{ uuid: `m-${c}-${i}`, text, sender: 'human', created_at: `2026-05-0${c + 1}T09:0${i}:00Z` },
    })),
  }));
  const document = { fileName: 'conversations.json', fileContent: JSON.stringify(chats) };
  await session.call('import_document', { characterId: 'Ada', ...document });
  const found = await find(session, { query: 'wine', characterId: 'Ada' });
  const contents = found.map(({ content }) => content);
  expect(contents.slice(0, 2).join()).toMatch(/Malbec.*red wine|red wine.*Malbec/);
  expect(found[2]!.relevance).toBeLessThan(0.38);
});

test('the best message of a chat is as relevant as its title makes it, its others are less', async () => {
  const session = await holding({ Ada: ['The bike has a flat tyre'] });
  const said = ['Two nights in Sapporo first, then the lavender fields.', 'The train takes eight hours.', 'Thanks!'];
  const chat = {
    ...{
      uuid: 'c',
      name: 'Holiday in Hokkaido',
      created_at: '2026-05-01T09:00:00Z',
      updated_at: '2026-05-01T10:00:00Z',
    },
    chat_messages: said.map((text, i) => ({
      ...{ uuid: `m-${i}`, text, sender: 'human', created_at: `2026-05-01T09:0${i}:00Z` },
    })),
  };
  const document = { fileName: 'conversations.json', fileContent: JSON.stringify([chat]) };
  await session.call('import_document', { characterId: 'Ada', ...document });
  const [first, second] = await find(session, { query: 'Hokkaido', characterId: 'Ada' });
  expect(first!.relevance).toBeGreaterThan(0.7);
  expect(second!.relevance).toBeLessThan(0.45 * first!.relevance);
});

test('a statement comes before headings and links that have the words of the question', async () => {
  const said = 'Maria and her two sisters live not far from the old station in Leeds, as far as we know';
  const titles = ['Leeds', '# People who live in Leeds', 'People › Leeds', 'https://example.com/who-lives-in-leeds'];
  const session = await holding({ Atlas: [...titles, said] });
  const found = await find(session, { query: 'Who lives in Leeds?', characterId: 'Atlas' });
  expect(found[0]).toMatchObject({ content: said });
  const size = 'Il mio numero di scarpe è 43';
  await session.call('add_memory_direct', { characterId: 'Atlas', category: 'general', content: size });
  const [number] = await find(session, { query: 'Qual è il mio numero di scarpe?', characterId: 'Atlas' });
  expect(number).toMatchObject({ content: size });
  expect(number!.relevance).toBeGreaterThan(0.25);
});

test('a common word makes no memory sure, and an unknown address is not answered by another one', async () => {
  const meetings = Array.from({ length: 40 }, (_, i) => `The meeting about topic ${i} went well on floor ${i}`);
  const session = await holding({ Atlas: [...meetings, 'See https://example.com/docs/leeds', 'The printer jams'] });
  const best = async (query: string) => (await find(session, { query, characterId: 'Atlas' }))[0]?.relevance ?? 0;
  expect(await best('meeting')).toBeLessThan(0.5);
  expect(await best('printer')).toBeGreaterThan(0.7);
  expect(await best('https://nowhere.test/abc')).toBeLessThan(0.38);
  expect(await best('https://example.com/docs/york')).toBeLessThan(0.5);
  expect(await best('https://example.com/docs/leeds')).toBeGreaterThan(0.8);
});

test('a search of long, strange and right-to-left texts answers', async () => {
  const session = await holding({ Ada: ['Ada drinks green tea 🍵', 'يشرب كريم الشاي'] });
  const asked = async (query: string) => (await find(session, { query, characterId: 'Ada' }))[0]?.content;
  expect(await asked('🍵')).toBe('Ada drinks green tea 🍵');
  expect(await asked('\u200f\u202bالشاي\u202c\u200e')).toBe('يشرب كريم الشاي');
  expect(await asked(`${'my name is Ada and '.repeat(500)}green tea?`)).toBe('Ada drinks green tea 🍵');
});

test('total counts a match once that another way to ask or a replaced memory leads to as well', async () => {
  const parts = Array.from({ length: 20 }, (_, n) => [`Falcon moved to building ${n}`, `The hall ${n}`]).flat();
  const session = await holding({
    Falcon: [...parts, ...Array.from({ length: 5 }, (_, n) => `The Falcon moved to a much larger hall on day ${n}`)],
    Ada: ['The harp concert of May: the harp shines in a harp solo'],
  });
  const total = async (asked: object) => (await session.call<{ total: number }>('search_memories', asked)).total;
  const halls = { characterId: 'Falcon', query: 'Which hall of Falcon?' };
  expect(await total({ ...halls, limit: 5 })).toBe(await total({ ...halls, limit: 100 }));
  const characterId = 'Ada';
  const [before] = (await session.call<Found>('list_memories', { characterId })).memories;
  const add = (content: string, more: object = {}) =>
    session.call('add_memory_direct', { characterId, category: 'general', content, ...more });
  for (let n = 0; n < 30; n++) await add(`The harp concert number ${n} of May`);
  await add('A long note on what else there is in a year, as a concert', { supersedes: [before!.id] });
  const harps = { characterId, query: 'harp concert of May' };
  expect(await total({ ...harps, limit: 5 })).toBe(await total({ ...harps, limit: 100 }));
});
