import { expect, test } from 'vitest';
import { openHttp } from '../support/http-harness.ts';

const conversation = (id: string, said: string, answer: string) => ({
  uuid: id,
  name: `About ${id}`,
  chat_messages: [
    { sender: 'human', text: said, created_at: '2025-03-01T09:00:00Z' },
    { sender: 'assistant', text: answer, created_at: '2025-03-01T09:01:00Z' },
  ],
});

test('an export of chats is recognised, its conversations are listed, and only chosen ones are imported', async () => {
  const http = await openHttp();
  await http.session.call('create_character', { name: 'Ada' });
  const exported = [
    conversation('tea', 'I always drink green tea in the morning.', 'Black tea is made of the same leaves.'),
    conversation('harbour', 'My harbour office is closed on Mondays.', 'Harbours are deep.'),
  ];
  const importing = async (more: object) => {
    const body = { fileName: 'conversations.json', fileContent: JSON.stringify(exported), ...more };
    return (await http.ask('POST', '/v1/characters/Ada/import', { body })).body;
  };
  const seen = await importing({ dryRun: true });
  expect(seen).toMatchObject({
    memoriesAdded: 4,
    recognised: { format: 'json', product: 'Claude', conversations: 2 },
    conversations: [
      { id: 'tea', title: 'About tea', at: '2025-03-01T09:00:00.000Z', said: 1, answers: 1, added: 2 },
      { id: 'harbour', title: 'About harbour', said: 1, answers: 1, added: 2 },
    ],
  });
  // Each conversation shows what it would give, also where others are chosen.
  const own = await importing({ dryRun: true, answers: false, conversations: ['harbour'] });
  expect(own).toMatchObject({
    memoriesAdded: 1,
    conversations: [
      { id: 'tea', added: 0, examples: [] },
      { id: 'harbour', added: 1, examples: [expect.stringContaining('closed on Mondays')] },
    ],
  });
  const stored = await importing({ conversations: ['tea'], answers: false });
  expect(stored).toMatchObject({ memoriesAdded: 1, recognised: { product: 'Claude', conversations: 2 } });
  expect(stored).not.toHaveProperty('conversations');
  const { memories } = await http.session.call<{ memories: { content: string }[] }>('list_memories', {
    characterId: 'Ada',
  });
  expect(memories.map(({ content }) => content)).toStrictEqual([expect.stringContaining('green tea')]);
  // An agent’s tool says what it was, and lists no conversations.
  const told = await http.session.call('import_document', {
    characterId: 'Ada',
    fileName: 'c.json',
    fileContent: JSON.stringify(exported),
    dryRun: true,
  });
  expect(told).toMatchObject({ recognised: { product: 'Claude', conversations: 2 } });
  expect(told).not.toHaveProperty('conversations');
});

test('questions and requests to an assistant are small talk in its export, not in a messenger’s', async () => {
  const http = await openHttp();
  await http.session.call('create_character', { name: 'Ada' });
  const said = ["Let's get it done.", 'No time to waste.', 'How should I proceed?', 'Los geht’s!', 'Dame tres ideas.'];
  const facts = ['I live in Berlin. What museums are there?', 'My dog is called Rex, what can he eat?'];
  const importing = async (fileName: string, fileContent: string) =>
    (await http.ask('POST', '/v1/characters/Ada/import', { body: { fileName, fileContent, dryRun: true } })).body;
  const turns = [...said, ...facts].map((text) => ({ sender: 'human', text, created_at: '2025-03-01T09:00:00Z' }));
  const exported = [{ uuid: 'one', name: 'Plans', chat_messages: turns }];
  const seen = await importing('conversations.json', JSON.stringify(exported));
  expect(seen).toMatchObject({ memoriesAdded: facts.length, fillerFiltered: said.length });
  const chat = said.slice(0, 3).map((text, at) => `[01.03.25, 09:0${at}:00] ${at % 2 ? 'Ana' : 'Ben'}: ${text}`);
  const between = await importing('WhatsApp Chat.txt', chat.join('\n'));
  expect(between).toMatchObject({ memoriesAdded: 3 });
});

test('small talk of a chat has low importance, and a list can leave it out', async () => {
  const http = await openHttp();
  await http.session.call('create_character', { name: 'Ada' });
  const exported = [
    conversation('lisbon', 'I have lived in Lisbon since 2019.', 'Lisbon is the capital of Portugal.'),
    conversation('rain', 'That part with the music was a bit much in the end.', 'The hall was built in 1928.'),
  ];
  const body = { fileName: 'conversations.json', fileContent: JSON.stringify(exported) };
  await http.ask('POST', '/v1/characters/Ada/import', { body });
  const listed = async (query: string) => {
    const { memories } = (await http.ask('GET', `/v1/characters/Ada/memories${query}`)).body;
    return (memories as { content: string; importance: string }[]).map((one) => `${one.importance} ${one.content}`);
  };
  expect(await listed('')).toHaveLength(4);
  expect(await listed('?importance=LOW')).toHaveLength(3);
  expect(await listed('?leastImportance=NORMAL')).toStrictEqual([
    'NORMAL About lisbon › I have lived in Lisbon since 2019.',
  ]);
});

test('passing remarks of a conversation, and single memories, can be left out', async () => {
  const http = await openHttp();
  await http.session.call('create_character', { name: 'Ada' });
  const turns = [
    'I live in Lisbon with my two cats.',
    "I'm off to Porto with my sister every May.",
    'That part with the music was a bit much in the end.',
    'My dentist is Dr. Almeida in Rua Augusta.',
    "Right, I'm off to wrangle those bookings for the Jucy Condo now.",
    "I'll let you know once they're locked in and I've got the actual confirmations.",
    'Ich sage dir Bescheid, sobald wir die Bestätigung haben.',
    "Just give me all the exact details we've agreed on – dates, company, prices.",
    'Translate this text into German:\n\nOur museum was founded in 1928 and we always close on Mondays.',
    'I want you to act as a travel guide. I live in Istanbul and I always visit only museums.',
  ].map((text) => ({ sender: 'human', text, created_at: '2025-03-01T09:00:00Z' }));
  const fileContent = JSON.stringify([{ uuid: 'one', name: 'Plans', chat_messages: turns }]);
  const importing = async (more: object) => {
    const body = { fileName: 'conversations.json', fileContent, ...more };
    return (await http.ask('POST', '/v1/characters/Ada/import', { body })).body;
  };
  const own = [
    'Plans › I live in Lisbon with my two cats.',
    "Plans › I'm off to Porto with my sister every May.",
    'Plans › My dentist is Dr. Almeida in Rua Augusta.',
  ];
  const all = (await importing({ dryRun: true })) as { memoriesAdded: number; fillerFiltered: number };
  expect(all.memoriesAdded).toBeGreaterThan(own.length);
  const seen = await importing({ dryRun: true, passing: false });
  const passing = all.memoriesAdded - own.length;
  expect(seen).toMatchObject({
    memoriesAdded: 3,
    fillerFiltered: all.fillerFiltered + passing,
    examples: own,
    conversations: [{ id: 'one', added: 3, passing, examples: own }],
  });
  const one = await importing({ dryRun: true, passing: false, examples: 1 });
  expect(one).toMatchObject({ examples: [own[0]], conversations: [{ added: 3, examples: [own[0]] }] });
  expect(await importing({ passing: false, without: own.slice(1) })).toMatchObject({ memoriesAdded: 1 });
  const { memories } = await http.session.call<{ memories: { content: string }[] }>('list_memories', {
    characterId: 'Ada',
  });
  expect(memories.map(({ content }) => content)).toStrictEqual([own[0]]);
});

test('a single memory of notes and of an own export can be left out', async () => {
  const http = await openHttp();
  await http.session.call('create_character', { name: 'Ada' });
  const importing = async (fileName: string, fileContent: string, more: object) =>
    (await http.ask('POST', '/v1/characters/Ada/import', { body: { fileName, fileContent, ...more } })).body;
  const notes = '# Garden\n\n- The beans grow at the wall.\n- The compost is behind the shed.\n';
  const seen = await importing('garden.md', notes, { dryRun: true });
  const [beans, compost] = seen.examples as string[];
  expect(await importing('garden.md', notes, { without: [beans] })).toMatchObject({ memoriesAdded: 1 });
  const { text } = await http.ask('GET', '/v1/characters/Ada/export');
  await http.session.call('create_character', { name: 'Bo' });
  const body = { fileName: 'export.md', fileContent: text, without: [compost] };
  expect((await http.ask('POST', '/v1/characters/Bo/import', { body })).body).toMatchObject({ memoriesAdded: 0 });
});
