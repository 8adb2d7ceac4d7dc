import { describe, expect, test } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { Stored } from '../support/answers.ts';
import { openWithAda } from '../support/harness.ts';

const characterId = 'Ada';

interface Duplicates {
  pairs: { kind: string; likeness: number; shared: string[]; memories: Memory[]; weak?: boolean }[];
  counts: { duplicate: number; contradiction: number };
  weak: { duplicate: number; contradiction: number };
  looked: number;
  total: number;
  nextCursor?: string;
}

const pairsOfTexts: [kind: string, one: string, other: string][] = [
  ['duplicate', 'Ada prefers green tea in the morning.', 'In the morning Ada prefers green tea'],
  ['duplicate', 'Das Paket liegt beim Nachbarn im Keller.', 'Beim Nachbarn im Keller liegt das Paket'],
  ['duplicate', '東京支社の会議は毎週月曜日に開かれる', '東京支社の会議は毎週月曜日に開かれます'],
  ['contradiction', 'The server room opens at 7 every day', 'The server room opens at 9 every day'],
  ['contradiction', 'Deploy the billing service on Fridays', 'Never deploy the billing service on Fridays'],
];
const unlike = ['Ada plays the harp.', 'The harbour of Lisbon is old.', 'Der Zug nach Bremen hat Verspätung.'];

test('duplicates and contradictions are listed the surest first, page by page, each pair once', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string) =>
    session.call<Stored>('add_memory_direct', { characterId, content, category: 'general' });
  const courtesies = ['Thanks, talk to you soon!', 'Thank you, talk to you soon'];
  for (const text of [...pairsOfTexts.map(([, one]) => one), ...unlike, ...courtesies]) await add(text);
  session.clock.now += 60_000;
  for (const [, , other] of pairsOfTexts) await add(other);
  const found: [string, string, string][] = [];
  const ranks: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await session.call<Duplicates>('list_duplicates', {
      characterId,
      limit: 2,
      ...(cursor && { cursor }),
    });
    expect(page).toMatchObject({ total: 15, looked: 15, counts: { duplicate: 3, contradiction: 2 } });
    expect(page).toMatchObject({ weak: { duplicate: 1, contradiction: 0 } });
    for (const { kind, likeness, memories, shared, weak } of page.pairs) {
      expect(shared.length).toBeGreaterThan(1);
      ranks.push(weak ? likeness - 1 : likeness);
      found.push([kind, memories[1]!.content, memories[0]!.content]);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(ranks).toStrictEqual(ranks.toSorted((a, b) => b - a));
  expect(found.toSorted()).toStrictEqual(pairsOfTexts.toSorted());
  expect(await session.fault('list_duplicates', { characterId, cursor: 'x' })).toMatchObject({ type: 'InvalidInput' });
});

test('pairs of which each says something of its own, and series of numbers, are weak and come last', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const notes = [
    'We decided that the cache module of Atlas uses Kafka since the licence changed.',
    'We decided that the search module of Atlas uses Kafka since the licence changed.',
    ...[12, 13, 14, 15].map((n) => `Stand-up number ${n} was short and about billing.`),
    'Maria volunteers at a homeless shelter.',
    'Maria volunteers at a homeless shelter on Sundays.',
  ];
  for (const content of notes) await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { pairs, counts, weak } = await session.call<Duplicates>('list_duplicates', { characterId });
  const sure = pairs.filter((one) => !one.weak);
  expect(pairs.slice(0, sure.length)).toStrictEqual(sure);
  const texts = sure.map(({ memories }) => memories.map(({ content }) => content).toSorted());
  expect(texts).toContainEqual(notes.slice(-2).toSorted());
  expect(texts.flat().filter((text) => text.startsWith('We decided'))).toStrictEqual([]);
  expect(texts.filter(([text]) => text?.startsWith('Stand-up')).length).toBeLessThan(3);
  expect(weak.duplicate + weak.contradiction).toBe(counts.duplicate + counts.contradiction - sure.length);
});

test('messages of a chat look alike by what they tell, not by captions, thanks and cheers', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review', 'files'] });
  const photo = '[image: a photo of a group of people at a table with food]';
  const said = [
    [`I opened an online clothing store. ${photo}`, `My online clothing store is open! ${photo}`],
    ['I hear you loud and clear!', 'I hear you loud and clear, Jon!'],
    ['Your kind words about the studio really mean a lot.', 'Your kind words about the studio mean a lot.'],
    ['Wow, that chocolate cake looks amazing, Joanna!', 'That chocolate cake looks so amazing, Joanna!'],
    ['Shall we walk along the old harbour on Sunday?', 'Shall we walk along the old harbour on a Sunday?'],
  ];
  const chats = ['Spring', 'Autumn'].map((title, i) => ({
    title,
    messages: said.map((both) => ({ role: 'user', content: both[i] })),
  }));
  const insisting = ['The blue lamp in the hall is broken.', 'I said the blue lamp in the hall is broken.'];
  chats.push({ title: 'Lamp', messages: insisting.map((content) => ({ role: 'user', content })) });
  await session.call('import_document', { characterId, fileName: 'chats.json', fileContent: JSON.stringify(chats) });
  const { pairs } = await session.call<Duplicates>('list_duplicates', { characterId });
  const found = pairs.map(({ memories }) => memories.map(({ content }) => content));
  expect(found).toStrictEqual([
    [expect.stringContaining('store is open'), expect.stringContaining('opened an online')],
  ]);
  // What somebody said in a chat can wait.
  expect(pairs).toMatchObject([{ weak: true }]);
});

test('the conversation of the later date is the newer one, also without times of messages', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review', 'files'] });
  const chat = (title: string, create_time: number, said: string[]) => ({
    ...{ title, create_time, conversation_id: title, current_node: `${said.length - 1}` },
    mapping: Object.fromEntries(
      said.map((text, i) => {
        const message = {
          author: { role: 'user' },
          create_time: null,
          content: { content_type: 'text', parts: [text] },
        };
        return [`${i}`, { message, parent: i === 0 ? null : `${i - 1}` }];
      }),
    ),
  });
  const chats = [
    chat('July', 1_768_590_720, [
      'The old shed by the river has 9 windows',
      'The tall lamp in the hall stands at gate 4',
    ]),
    chat('June', 1_767_692_160, [
      'The old shed by the river has 7 windows',
      'The tall lamp in the hall stands at gate 6',
    ]),
  ];
  const fileContent = JSON.stringify(chats);
  await session.call('import_document', { characterId, fileName: 'conversations.json', fileContent });
  const { pairs } = await session.call<Duplicates>('list_duplicates', { characterId });
  expect(pairs.flatMap(({ memories }) => memories.map(({ content }) => content.slice(0, 4)))).toStrictEqual(
    pairs.flatMap(() => ['July', 'June']),
  );
  expect(pairs.length).toBeGreaterThan(1);
});

describe('keep_both', () => {
  const [tea, harbour] = [pairsOfTexts[0]!, pairsOfTexts[3]!];

  async function withPairs() {
    const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
    await session.call('create_character', { name: 'Bo' });
    const ids: string[] = [];
    for (const [of, content] of [
      ['Ada', tea[1]],
      ['Ada', tea[2]],
      ['Bo', harbour[1]],
      ['Bo', harbour[2]],
    ]) {
      const stored = await session.call<Stored>('add_memory_direct', { characterId: of, content, category: 'general' });
      ids.push(stored.id);
      session.clock.now += 1_000;
    }
    const list = async (input = {}) => {
      const { pairs, total } = await session.call<Duplicates>('list_duplicates', input);
      return { total, kinds: pairs.map(({ kind }) => kind).toSorted() };
    };
    return { session, ids, list };
  }

  test('keep_both hides a pair, in one character and in all, until it is withdrawn', async () => {
    const { session, ids, list } = await withPairs();
    expect(await list()).toStrictEqual({ total: 4, kinds: ['contradiction', 'duplicate'] });
    const pair = { characterId, memoryId: ids[0], otherId: ids[1] };
    const judged = await session.call('keep_both', pair);
    const batchId = expect.stringMatching(/^kept-/u);
    expect(judged).toStrictEqual({ memoryIds: [ids[0], ids[1]], kept: true, batchId });
    expect(await list()).toStrictEqual({ total: 4, kinds: ['contradiction'] });
    expect(await list({ characterId })).toStrictEqual({ total: 2, kinds: [] });
    expect(await list({ kept: true })).toStrictEqual({ total: 4, kinds: ['duplicate'] });
    await session.call('keep_both', { ...pair, kept: false });
    expect((await list()).kinds).toStrictEqual(['contradiction', 'duplicate']);
    const same = await session.fault('keep_both', { ...pair, otherId: ids[0] });
    expect(same).toMatchObject({ type: 'InvalidInput' });
  });

  test('an answer about memories of two characters is listed, and undo_batch takes it back', async () => {
    // Pairs over two characters are of a store on a file.
    const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'], onFile: true });
    await session.call('create_character', { name: 'Bo' });
    const store = (of: string, content: string) =>
      session.call<Stored>('add_memory_direct', { characterId: of, content, category: 'general' });
    const [{ id: memoryId }, { id: otherId }] = [await store('Ada', tea[1]), await store('Bo', tea[2])];
    const { batchId } = await session.call<{ batchId: string }>('keep_both', { characterId, memoryId, otherId });
    const batches = async () => (await session.call<{ batches: object[] }>('list_batches')).batches;
    expect(await batches()).toMatchObject([{ batchId, kept: true, memories: 1, content: tea[1] }]);
    expect(await session.call('undo_batch', { characterId, batchId })).toMatchObject({ changed: 1 });
    expect(await batches()).toStrictEqual([]);
  });

  test('answers of one batch are listed as one, and undo_batch asks about all of them again', async () => {
    const { session, ids, list } = await withPairs();
    const pair = { characterId, memoryId: ids[0], otherId: ids[1] };
    const { batchId } = await session.call<{ batchId: string }>('keep_both', pair);
    await session.call('keep_both', { characterId: 'Bo', memoryId: ids[3], otherId: ids[2], batchId });
    const { batches } = await session.call<{ batches: object[] }>('list_batches');
    const listed = batches.filter((one) => 'kept' in one);
    expect(listed).toMatchObject([
      { batchId, memories: 1 },
      { batchId, memories: 1 },
    ]);
    expect((await list()).kinds).toStrictEqual([]);
    expect(await session.call('undo_batch', { characterId, batchId })).toMatchObject({ changed: 1 });
    expect((await list()).kinds).toStrictEqual(['duplicate']);
    expect(await session.fault('undo_batch', { characterId, batchId })).toMatchObject({ type: 'NotFound' });
    const foreign = { ...pair, batchId: '00000000-0000-4000-8000-000000000001' };
    expect(await session.fault('keep_both', foreign)).toMatchObject({ type: 'InvalidInput' });
    const other = { ...pair, answer: 'changed', batchId };
    expect(await session.fault('keep_both', other)).toMatchObject({ type: 'InvalidInput' });
  });

  test('a person says what of an older memory still holds, or that nothing does', async () => {
    const { session, ids } = await withPairs();
    const answer = { characterId: 'Bo', memoryId: ids[3], otherId: ids[2], answer: 'changed' };
    const older = () => session.call('get_memory', { characterId: 'Bo', memoryId: ids[2] });
    const remains = 'The server room has two doors.';
    expect(await session.call('keep_both', { ...answer, remains })).toMatchObject({ remains });
    expect(await older()).toMatchObject({ content: remains });
    expect(await session.call('keep_both', { ...answer, remains: ' ' })).not.toHaveProperty('remains');
    expect(await older()).toMatchObject({ content: remains, supersededBy: ids[3] });
  });

  test('the part that goes of a memory stays as an ended one, until an undo joins them again', async () => {
    const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
    const store = async (content: string) =>
      (await session.call<Stored>('add_memory_direct', { characterId, content, category: 'general' })).id;
    const old = 'Falcon is our billing service. It runs on stg2.example.com for staging.';
    const said = 'The staging host of Falcon is stg3.example.com now.';
    const [olderId, newerId] = [await store(old), await store(said)];
    const texts = async (holds: string) =>
      (await session.call<{ memories: Memory[] }>('list_memories', { characterId, holds })).memories.map(
        ({ content }) => content,
      );
    for (let i = 0; i < 2; i++) {
      const answer = { characterId, memoryId: newerId, otherId: olderId, answer: 'changed' };
      const { batchId } = await session.call('keep_both', answer);
      expect(await texts('true')).toStrictEqual([said, 'Falcon is our billing service.']);
      expect(await texts('false')).toStrictEqual([old]);
      expect(await session.call('undo_batch', { characterId, batchId })).toMatchObject({ failed: [] });
      expect(await texts('true')).toStrictEqual([said, old]);
      expect(await texts('false')).toStrictEqual([]);
    }
  });

  test('two parts of a memory that may be outdated are asked about apart, each once', async () => {
    const { session } = await withPairs();
    const { store, clock, call } = session;
    const { id } = await call<Stored>('get_character', { characterId });
    const add = async (content: string) => {
      clock.now += 1_000;
      return (await call<Stored>('add_memory_direct', { characterId, content, category: 'general' })).id;
    };
    const olderId = await add('Atlas listens on port 8080. Paula lives in Leeds. The wiki is on Confluence.');
    const texts = ['Paula moved to York.', 'Paula has moved to Ghent.', 'Atlas listens on port 9090 now.'];
    for (const text of texts)
      await store.pairs.link(localOwner('BUSINESS'), id, [{ olderId, newerId: await add(text) }], clock.now);
    const asked = async () => {
      const { pairs } = await call<Duplicates>('list_duplicates', { characterId });
      return pairs.filter(({ kind }) => kind === 'outdated').map(({ memories }) => memories[0]?.content);
    };
    expect(await asked()).toStrictEqual([texts[2], texts[1]]);
  });

  test('keep_both applies until one of the texts changes', async () => {
    const { session, ids, list } = await withPairs();
    await session.call('keep_both', { characterId: 'Bo', memoryId: ids[3], otherId: ids[2] });
    expect((await list()).kinds).toStrictEqual(['duplicate']);
    const edit = { characterId: 'Bo', memoryId: ids[3], content: 'The server room opens at 10 every day' };
    await session.call('update_memory', edit);
    expect((await list()).kinds).toStrictEqual(['contradiction', 'duplicate']);
  });

  test('a pair of which somebody said what holds does not come back, nor one that a link asks about', async () => {
    const { session, ids, list } = await withPairs();
    const pair = { characterId: 'Bo', memoryId: ids[3], otherId: ids[2] };
    await session.call('keep_both', { ...pair, answer: 'changed' });
    expect((await list()).kinds).toStrictEqual(['duplicate']);
    const linked = { characterId, memoryId: ids[1], otherId: ids[0] };
    await session.call('keep_both', { ...linked, answer: 'both', kept: false });
    expect((await list({ characterId })).kinds).toStrictEqual(['outdated']);
    await session.call('keep_both', { ...linked, answer: 'both' });
    expect((await list({ characterId })).kinds).toStrictEqual([]);
    expect((await list({ characterId, kept: true })).kinds).toStrictEqual(['outdated']);
    await session.call('keep_both', { ...linked, kept: false });
    expect((await list({ characterId, kept: true })).kinds).toStrictEqual([]);
    expect((await list({ characterId })).kinds).toStrictEqual(['outdated']);
    await session.call('keep_both', { ...linked, answer: 'neither' });
    expect((await list({ characterId })).kinds).toStrictEqual([]);
  });

  test('pages over all characters have each pair once, and pairs follow what happens to their memories', async () => {
    const { session, ids, list } = await withPairs();
    const kinds: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await session.call<Duplicates>('list_duplicates', { limit: 1, ...(cursor && { cursor }) });
      kinds.push(...page.pairs.map(({ kind }) => kind));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(kinds.toSorted()).toStrictEqual(['contradiction', 'duplicate']);
    await session.call('delete_memory', { characterId, memoryId: ids[0] });
    expect((await list()).kinds).toStrictEqual(['contradiction']);
    await session.call('restore_memory', { characterId, memoryId: ids[0] });
    expect((await list()).kinds).toStrictEqual(['contradiction', 'duplicate']);
    await session.call('update_memory', { characterId, memoryId: ids[1], content: 'Ada collects stamps of Norway' });
    expect((await list()).kinds).toStrictEqual(['contradiction']);
  });
});
