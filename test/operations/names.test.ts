import { expect, test, vi } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { Context } from '../../src/service/context.ts';
import { relate } from '../../src/service/relations.ts';
import { openWithAda } from '../support/harness.ts';

interface Names {
  names: { name: string; memories: number }[];
  count: number;
  read: number;
  total: number;
}
interface Described {
  name: string;
  memories: number;
  spellings: string[];
  months: { month: string; memories: number }[];
  with: { name: string; memories: number }[];
  about: { id: string; content: string }[];
}

type Perhaps = { name: string; alias: string; memories: number; why: string };

const characterId = 'Ada';

test('people and things are counted, described and kept up to date through every kind of change', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  await session.call('set_aliases', { characterId, aliases: ['Countess'] });
  const add = async (content: string, occurredAt: string) => {
    session.clock.now += 60_000;
    const given = { characterId, content, category: 'general', occurredAt };
    return (await session.call<{ id: string }>('add_memory_direct', given)).id;
  };
  const harbour = await add('Melanie painted the harbour of Lisbon.', '2026-03-02T10:00:00Z');
  await add('Yesterday Melanie met Caroline in Lisbon.', '2026-04-10T10:00:00Z');
  await add('Caroline likes tea.', '2026-04-11T10:00:00Z');
  await add('The tea of Caroline is green, and Tea is healthy.', '2026-04-12T10:00:00Z');
  await add('The Countess drinks tea.', '2026-05-01T10:00:00Z');
  const counts = async (asked: object = { characterId }) => {
    const { names, read, total } = await session.call<Names>('list_names', asked);
    expect(read).toBe(total);
    return Object.fromEntries(names.map(({ name, memories }) => [name, memories]));
  };
  expect(await counts()).toStrictEqual({ Caroline: 3, Lisbon: 2, Melanie: 2, Ada: 1 });
  expect(await counts({ words: 'mel' })).toStrictEqual({ Melanie: 2 });
  const melanie = await session.call<Described>('describe_name', { characterId, name: 'melanie' });
  expect(melanie).toMatchObject({
    name: 'Melanie',
    memories: 2,
    months: [
      { month: '2026-03', memories: 1 },
      { month: '2026-04', memories: 1 },
    ],
    with: [
      { name: 'Lisbon', memories: 2 },
      { name: 'Caroline', memories: 1 },
    ],
    about: [{ content: 'Yesterday Melanie met Caroline in Lisbon.' }, { id: harbour }],
  });
  expect(await session.call<Described>('describe_name', { name: 'Countess' })).toMatchObject({
    name: 'Ada',
    memories: 1,
  });
  session.clock.now += 60_000;
  await session.call('update_memory', {
    characterId,
    memoryId: harbour,
    content: 'Nora painted the harbour of Lisbon.',
  });
  // A person of one note is listed, a thing of one memory is not.
  expect(await counts()).toStrictEqual({ Caroline: 3, Lisbon: 2, Ada: 1, Melanie: 1, Nora: 1 });
  // A name of one memory is found by its letters.
  expect(await counts({ words: 'el' })).toStrictEqual({ Melanie: 1 });
  expect(await session.call('describe_name', { characterId, name: 'Melanie' })).toMatchObject({ memories: 1 });
  await session.call('delete_memory', { characterId, memoryId: harbour });
  expect(await counts()).toStrictEqual({ Caroline: 3, Ada: 1, Melanie: 1 });
  // Asked by letters, were it by none, it is there.
  expect(await counts({ characterId, words: ' ' })).toMatchObject({ Caroline: 3, Lisbon: 1 });
  await session.call('restore_memory', { characterId, memoryId: harbour });
  expect(await counts()).toStrictEqual({ Caroline: 3, Lisbon: 2, Ada: 1, Melanie: 1, Nora: 1 });
  expect(await session.call('describe_name', { characterId, name: 'Nobody' })).toMatchObject({
    memories: 0,
    about: [],
  });
  expect(await session.fault('list_names', { characterId: 'Zoe' })).toMatchObject({ type: 'CharacterNotFound' });
});

test('initials are offered to be joined with their name, and plural weekdays are no names', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of [
    'Yesterday Nora flew to New York City on one of the Mondays.',
    'The gym of NYC opens on Mondays.',
    'The flat in NYC is let on Fridays.',
    'The tram in New York City stops on Fridays.',
  ])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<Names>('list_names', { characterId });
  expect(names.map(({ name }) => name)).toStrictEqual(['Nora', 'NYC', 'New York City']);
  for (const name of ['nyc', 'New York City'])
    expect((await session.call<{ perhaps: Perhaps[] }>('describe_name', { characterId, name })).perhaps).toMatchObject([
      { name: 'New York City', alias: 'NYC', why: 'short' },
    ]);
});

test('a name that a person says to be none is listed no more until that is taken back', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  await session.call('create_character', { name: 'Other' });
  for (const character of [characterId, 'Other'])
    for (const content of ['Yesterday Jonas saw Glute in Porto.', 'In June Jonas saw Glute again.'])
      await session.call('add_memory_direct', { characterId: character, content, category: 'general' });
  const names = async () => {
    const { names: found, none } = await session.call<Names & { none: string[] }>('list_names', {});
    return [found.map(({ name }) => name), none];
  };
  expect(await names()).toStrictEqual([['Jonas', 'Glute', 'Porto'], []]);
  expect(await session.call('join_names', { alias: 'glute' })).toMatchObject({ alias: 'glute', joined: true });
  expect(await names()).toStrictEqual([['Jonas', 'Porto'], ['glute']]);
  expect(await session.call('describe_name', { name: 'Jonas' })).toMatchObject({ with: [] });
  const { memories } = await session.call<{ memories: object[] }>('search_memories', { characterId, query: 'glute' });
  expect(memories).toHaveLength(2);
  await session.call('join_names', { alias: 'Glute', joined: false });
  expect(await names()).toStrictEqual([['Jonas', 'Glute', 'Porto'], []]);
});

test('a note of many names says of none that it belongs to another', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of [
    'I live in Kyoto with Mei. My sister Yuki lives in Berlin. Priya leads us in Osaka. I run with Daniel and met Ana in Porto.',
    'Yuki met Jonas in Rome.',
    ...['Mei', 'Priya', 'Daniel', 'Ana'].map((name) => `Yesterday ${name} saw Kyoto, Osaka, Berlin, Porto and Rome.`),
  ])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { with: beside } = await session.call<Described>('describe_name', { characterId, name: 'Yuki' });
  expect(beside.map(({ name }) => name).toSorted()).toStrictEqual(['Jonas', 'Rome']);
});

test('a greeting before a name is no part of it', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of [
    'Hey Jonas, look at this.',
    'Thanks Jonas! Merci Jonas.',
    'Hallo Natascha!',
    'Wow Natascha, bye Natascha.',
  ])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<Names>('list_names', { characterId });
  expect(names.map(({ name }) => name).toSorted()).toStrictEqual(['Jonas', 'Natascha']);
});

test('a title of words that are also written small is no thing, and a name beside such a word is one', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const texts = ['estimated', 'planned'].map((how) => `The ${how} cost of the practical part of a tasting is high.`);
  for (const text of [
    ...texts,
    'See Practical Tasting in Porto Island.',
    'Then Practical Tasting goes on at Porto Island, an island with a long cost.',
    'We call it Practical Tasting.',
    'They part with grace, she dances with grace, in the park, and the park is green.',
    'A park needs grace.',
    ...['met', 'called', 'saw', 'thanked', 'invited'].map((did) => `I ${did} Grace Park.`),
  ])
    await session.call('add_memory_direct', { characterId: 'Ada', content: text, category: 'general' });
  const { names } = await session.call<{ names: { name: string }[] }>('list_names', { characterId: 'Ada' });
  expect(names.map(({ name }) => name)).toStrictEqual(['Grace Park', 'Porto Island']);
});

test('function words in Latin letters are no names in a script without capitals', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of ['サーバーは Debian to LDAP です。', 'バックアップは to Debian にあります。'])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<Names>('list_names', { characterId });
  expect(names.map(({ name }) => name)).toStrictEqual(['Debian']);
});

test('a short form is offered to be joined with its name, counts as it, and is taken back', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = async (content: string, day: string) => {
    const given = { characterId, content, category: 'general', occurredAt: `2026-0${day}T10:00:00Z` };
    await session.call('add_memory_direct', given);
  };
  await add('Yesterday Melanie painted the harbour.', '3-02');
  await add('In the evening Mel sang with Jonas.', '3-02');
  await add('Then Melanie met Jonas.', '4-02');
  await add('Later Jon and Jonas met.', '4-02');
  const described = (name: string) =>
    session.call<{ name: string; memories: number; joined: string[]; perhaps: Perhaps[]; spellings: string[] }>(
      'describe_name',
      { characterId, name },
    );
  const short = { name: 'Melanie', alias: 'Mel', why: 'short' };
  expect((await described('Melanie')).perhaps).toStrictEqual([{ ...short, memories: 1 }]);
  expect((await described('mel')).perhaps).toStrictEqual([{ ...short, memories: 2 }]);
  // Both in one memory are two.
  expect((await described('Jonas')).perhaps).toStrictEqual([]);
  await session.call('join_names', { characterId, name: 'Melanie', alias: 'Mel' });
  const whole = { name: 'Melanie', memories: 3, joined: ['Mel'], perhaps: [], spellings: ['Melanie', 'Mel'] };
  expect(await described('Melanie')).toMatchObject(whole);
  expect(await described('Mel')).toMatchObject(whole);
  const { names } = await session.call<Names>('list_names', { characterId });
  expect(names.map(({ name }) => name)).toStrictEqual(['Jonas', 'Melanie', 'Jon']);
  await session.call('join_names', { characterId, name: 'Melanie', alias: 'Mel', joined: false });
  expect(await described('Melanie')).toMatchObject({ memories: 2, joined: [], perhaps: [{ ...short, memories: 1 }] });
  expect(await session.fault('join_names', { name: 'Melanie', alias: 'Nobody' })).toMatchObject({ type: 'NotFound' });
});

test('a name that is said to stand for itself alone is not the beginning of a longer one', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of [
    'Daniel is my running partner.',
    'We run along the river with Daniel.',
    'My new manager is Daniel Weber.',
    'On Mondays I talk with Daniel Weber.',
  ])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const described = async () => {
    const { memories, perhaps } = await session.call<{ memories: number; perhaps: Perhaps[] }>('describe_name', {
      characterId,
      name: 'Daniel',
    });
    return [memories, perhaps.map(({ name }) => name)];
  };
  const same = async () => {
    const { names } = await session.call<{ names: { name: string; same?: string }[] }>('list_names', { characterId });
    return names.flatMap((one) => one.same ?? []);
  };
  expect([await described(), await same()]).toStrictEqual([[4, ['Daniel Weber']], ['Daniel Weber']]);
  const alone = { characterId, name: 'Daniel', alias: 'Daniel' };
  await session.call('join_names', alone);
  expect([await described(), await same()]).toStrictEqual([[2, []], []]);
  await session.call('join_names', { ...alone, joined: false });
  expect([await described(), await same()]).toStrictEqual([[4, ['Daniel Weber']], ['Daniel Weber']]);
});

test('a person in another script is the one who sounds so, until someone parts them', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string) => session.call('add_memory_direct', { characterId, content, category: 'general' });
  await add('My sister Yuki moved to Hamburg.');
  await add('We cooked with my sister Yuki.');
  await add('妹のユキはベルリンに住んでいる。');
  await add('藤田先生はいい人だ。');
  const described = (name: string) =>
    session.call<{ name: string; memories: number; joined: string[]; perhaps: Perhaps[]; spellings: string[] }>(
      'describe_name',
      { characterId, name },
    );
  const whole = { name: 'Yuki', memories: 3, joined: ['ユキ'], perhaps: [], spellings: ['Yuki', 'ユキ'] };
  expect(await described('Yuki')).toMatchObject(whole);
  expect(await described('ユキ')).toMatchObject(whole);
  await session.call('join_names', { characterId, name: 'Yuki', alias: 'ユキ', joined: false });
  expect(await described('Yuki')).toMatchObject({ memories: 2, joined: [], perhaps: [] });
  expect(await described('ユキ')).toMatchObject({ memories: 1, joined: [], perhaps: [] });
  await session.call('join_names', { characterId, name: 'Yuki', alias: 'ユキ' });
  expect(await described('ユキ')).toMatchObject(whole);
  // How signs are read only a text says.
  await add('The vet is Dr. Fujita.');
  expect((await described('藤田')).perhaps).toStrictEqual([]);
  await add('We like 藤田先生 (Fujita).');
  await add('藤田（Fujita）先生は京都にいる。');
  const read = { name: 'Fujita', alias: '藤田', why: 'sound' };
  expect((await described('藤田')).perhaps).toMatchObject([read]);
  expect((await described('Fujita')).perhaps).toMatchObject([{ ...read, memories: 3 }]);
  // Nothing says that these are names but the text in Latin letters.
  await add('メイの誕生日は8月14日。');
  await add('モモが病院に行った。モモタロウの本。');
  await add('I live in Kyoto with my wife Mei and our cat Momo.');
  expect(await described('Mei')).toMatchObject({ memories: 2, joined: ['メイ'], spellings: ['Mei', 'メイ'] });
  expect(await described('モモ')).toMatchObject({ name: 'Momo', memories: 2, joined: ['モモ'] });
});

test('a short question finds a name in the other script of Japanese', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters'] });
  const add = (content: string) => session.call('add_memory_direct', { characterId, content, category: 'general' });
  await add('モモが病院に行った。');
  await add('Our cat Tama sleeps.');
  const found = async (query: string) =>
    (await session.call<{ memories: { content: string }[] }>('search_memories', { characterId, query })).memories[0];
  expect(await found('Momo')).toMatchObject({ content: 'モモが病院に行った。', relevance: expect.closeTo(0.9, 0) });
  expect(await found('タマ')).toMatchObject({ content: 'Our cat Tama sleeps.' });
});

test('a name is joined in every character that has it, however slowly their memories are read', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  await session.call('create_character', { name: 'Bo' });
  const add = (of: string, content: string) =>
    session.call('add_memory_direct', { characterId: of, content, category: 'general' });
  for (const content of ['In May Ada met Melanie.', 'In June Ada met Melanie again.']) await add('Ada', content);
  await add('Bo', 'In May Bo sang with Mel.');
  let ms = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    ms += 1_000;
    return ms;
  });
  const joined = await session.call('join_names', { name: 'Melanie', alias: 'Mel' }).finally(() => clock.mockRestore());
  expect(joined.characterIds).toHaveLength(1);
});

test('a renaming that a memory tells is offered to be joined, and questions by either name find both', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string) => session.call('add_memory_direct', { characterId, content, category: 'general' });
  await add('We deploy Harbor from the green branch.');
  await add('The backup of Harbor runs at noon.');
  await add('Harbor is now called Pier.');
  await add('Alerts of Pier go to Jonas.');
  await add('The staging server was renamed to egret.');
  await add('The staging server has 16 GB of memory.');
  const described = (name: string) =>
    session.call<{ name: string; memories: number; joined: string[]; perhaps: Perhaps[] }>('describe_name', {
      ...{ characterId, name },
    });
  const renamed = { name: 'Pier', alias: 'Harbor', why: 'renamed' };
  expect((await described('Harbor')).perhaps).toStrictEqual([{ ...renamed, memories: 2 }]);
  expect((await described('Pier')).perhaps).toStrictEqual([{ ...renamed, memories: 3 }]);
  const listed = await session.call<Names>('list_names', { characterId, words: 'harbor' });
  expect(listed.names).toMatchObject([{ name: 'Harbor', same: 'Pier' }]);
  await add('Kestrel is the new reporting tool.');
  await add('Ana leads Kestrel.');
  await add('Project Kestrel has been renamed to Falcon Reports.');
  expect((await described('Kestrel')).perhaps).toMatchObject([{ name: 'Falcon Reports', alias: 'Kestrel' }]);
  const found = async (query: string) => {
    const { memories } = await session.call<{ memories: { content: string }[] }>('search_memories', {
      ...{ characterId, query, limit: 2 },
    });
    return memories.map(({ content }) => content);
  };
  await session.call('join_names', { characterId, name: 'Pier', alias: 'Harbor' });
  expect(await described('Harbor')).toMatchObject({ name: 'Pier', memories: 4, joined: ['Harbor'], perhaps: [] });
  expect((await found('Which branch do we deploy Pier from?'))[0]).toBe('We deploy Harbor from the green branch.');
  expect((await found('Who gets the alerts of Harbor?'))[0]).toBe('Alerts of Pier go to Jonas.');
  const { names } = await session.call<Names>('list_names', { characterId, words: 'egret' });
  expect(names).toMatchObject([{ name: 'egret', memories: 1 }]);
  const [perhaps] = (await described('egret')).perhaps;
  expect(perhaps).toMatchObject({ name: 'egret', alias: 'staging server', why: 'renamed' });
  await session.call('join_names', { characterId, name: 'egret', alias: 'staging server' });
  expect((await found('How much memory does egret have?'))[0]).toBe('The staging server has 16 GB of memory.');
});

test('given names of scripts without capitals are names, also with particles that are written with them', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of [
    'يوسف يحب القهوة',
    'التقيت مع يوسف في المقهى',
    'اشتريت كتابا ليوسف',
    'يعيش الناس على الجبل في عمر مبكر',
    'יוסף גר בחיפה',
    'נסעתי עם יוסף לים',
    'राहुल दिल्ली में रहता है',
    'मैंने राहुल को किताब दी',
    '민준이 책을 읽는다',
    '어제 민준과 점심을 먹었다',
    '小王喜欢喝茶',
    '昨天小王来了',
    '田中は東京に住んでいる',
    '昨日、田中と会った',
  ])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<Names>('list_names', { characterId });
  expect(names.map(({ name, memories }) => `${name} ${memories}`).toSorted()).toStrictEqual(
    ['يوسف 3', 'יוסף 2', 'राहुल 2', '민준 2', '小王 2', '田中 2'].toSorted(),
  );
});

test('people are told from things, and what headings have or ended memories say counts apart', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string, more: object = {}) =>
    session.call<{ id: string }>('add_memory_direct', { characterId, content, category: 'general', ...more });
  for (const content of [
    'Bruno the dog hates the vacuum cleaner.',
    'Bruno needs his pills at eight.',
    'Frau Wegener ist meine Hausärztin.',
    'Bei Wegener ist mittwochs geschlossen.',
    'The API runs on Postgres since April.',
    'We moved Postgres and the API in April.',
    '犬の名前はポチです。',
    'ポチは雷が怖い。',
    'Postgres with Bruno › A note of the evening.',
    'Thanks, Bruno!',
  ])
    await add(content);
  await add('Bruno sleeps in the hall.', { validUntil: '2020-01-01T00:00:00Z' });
  const { names, count, people } = await session.call<Names & { people: number }>('list_names', { characterId });
  const shown = names.map((one) => one as { kind?: string; ended?: number; passing?: number } & typeof one);
  expect(shown.map(({ name, kind, memories, ended, passing }) => [name, kind, memories, ended, passing])).toStrictEqual(
    [
      ['Bruno', 'person', 2, 1, 2],
      ['Wegener', 'person', 2, 0, 0],
      ['ポチ', 'person', 2, 0, 0],
      ['Postgres', 'thing', 2, 0, 0],
    ],
  );
  expect([count, people]).toStrictEqual([4, 3]);
  const things = await session.call<Names>('list_names', { characterId, kind: 'thing' });
  expect(things.names.map(({ name }) => name)).toStrictEqual(['Postgres']);
  expect(await session.call('describe_name', { characterId, name: 'Wegener' })).toMatchObject({
    what: { content: 'Frau Wegener ist meine Hausärztin.' },
    holding: [{ content: 'Frau Wegener ist meine Hausärztin.' }, { content: 'Bei Wegener ist mittwochs geschlossen.' }],
  });
});

test('a name that two characters have once each is listed for all of them', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  await session.call('create_character', { name: 'Bo' });
  for (const of of ['Ada', 'Bo'])
    await session.call('add_memory_direct', {
      characterId: of,
      content: 'We deploy with Kestrel in May.',
      category: 'general',
    });
  expect((await session.call<Names>('list_names', {})).names).toMatchObject([{ name: 'Kestrel' }]);
  expect((await session.call<Names>('list_names', { characterId })).names).toStrictEqual([]);
});

test('the list offers a common short form beside its name, and never two names of their own', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of [
    'We met Thomas Becker in May.',
    'I asked Thomas Becker about the lease.',
    'I told Tom of the lease.',
    'We met Tom again.',
    'I asked Jon about tea.',
    'I told Jon of the boat.',
    'I asked Jonas about tea.',
    'I told Jonas of the boat.',
  ])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<{ names: { name: string; same?: string }[] }>('list_names', { characterId });
  expect(names.flatMap(({ name, same }) => (same === undefined ? [] : [[name, same]]))).toStrictEqual([
    ['Tom', 'Thomas Becker'],
  ]);
});

test.each([
  ['My manager is Priya.', 'Priya'],
  ['Matthias moved to Dresden.', 'Matthias'],
  ['妹のメイ', 'メイ'],
  ['猫のモモは腎臓が悪い。', 'モモ'],
  ['My sister is Mei.', 'Mei'],
  ['Mei, my sister, lives in Kyoto.', 'Mei'],
  ['We adopted a cat named Momo.', 'Momo'],
  ['Unsere Katze heißt Momo.', 'Momo'],
  ['My dog Biscuit is eleven.', 'Biscuit'],
  ['Our dentist is Dr. Holgersson.', 'Holgersson'],
  ['Mi jefa se llama Rosalía.', 'Rosalía'],
  ["Mon chat s'appelle Moustache.", 'Moustache'],
  ['Начальника зовут Тимофей.', 'Тимофей'],
  ["Wren's birthday is June 4.", 'Wren'],
  ['I owe Daniel 40 euros.', 'Daniel'],
])('a person of one note is listed: %s', async (content, name) => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<Names>('list_names', { characterId });
  expect(names).toMatchObject([{ name, kind: 'person', memories: 1 }]);
});

test('words that begin sentences or label lines, and code, are no names', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const how of ['first', 'second'])
    for (const content of [
      `However, it is the ${how} one. Seeing is believing.`,
      `Collaborated on the ${how} parser. Delayed is what it was.`,
      `Occupation: nurse on the ${how} floor. The 'Leg - Inn' is new.`,
      `Excellent is the ${how} answer; the field customerId is gone.`,
    ])
      await session.call('add_memory_direct', { characterId, content, category: 'general' });
  expect((await session.call<Names>('list_names', { characterId })).names).toStrictEqual([]);
});

test('a pronoun makes no person of the words of a title', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const what of ['rule', 'habit'])
    await session.call('add_memory_direct', {
      characterId,
      content: `Yesterday Ada tried Micro-Choice as a ${what}, and she liked it.`,
      category: 'general',
    });
  const { names } = await session.call<Names>('list_names', { characterId, words: 'choice' });
  expect(names).toMatchObject([{ name: 'Micro-Choice', kind: 'thing' }]);
});

test('spellings with the same letters are one name', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of [
    'We went to Shisen-do on a Sunday.',
    'The maples of Shisendo are red.',
    'Later we met at Shisendō.',
    'The bus to Shisen Do is slow.',
  ])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<Names>('list_names', { characterId });
  expect(names).toMatchObject([{ memories: 4 }]);
  for (const name of ['shisen-do', 'Shisendō'])
    expect((await session.call<Described>('describe_name', { characterId, name })).spellings.toSorted()).toStrictEqual([
      'Shisen Do',
      'Shisen-do',
      'Shisendo',
      'Shisendō',
    ]);
});

test('the newest statement of each state begins what holds of a person', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = async (content: string, category: string) => {
    session.clock.now += 60_000;
    await session.call('add_memory_direct', { characterId, content, category });
  };
  await add('Yuki lives in Berlin.', 'facts');
  await add('Last week Yuki moved to Hamburg.', 'general');
  await add('Yuki likes miso.', 'preferences');
  const { holding } = await session.call<{ holding: { content: string; earlier?: true }[] }>('describe_name', {
    characterId,
    name: 'Yuki',
  });
  expect(holding.map(({ content, earlier }) => [content, earlier])).toStrictEqual([
    ['Last week Yuki moved to Hamburg.', undefined],
    ['Yuki lives in Berlin.', true],
    ['Yuki likes miso.', undefined],
  ]);
});

test('a person’s description has the sentences of a note about that person, and only doubts about them', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string) =>
    session.call<{ id: string } & Memory>('add_memory_direct', { characterId, content, category: 'facts' });
  const note = await add(
    'My sister Wanda lives in Berlin with Jonas. She paints. My favourite editor is Vim. The cat of Wanda eats fish.',
  );
  const verdict = { memoryId: note.id, relation: 'ends', sureness: 'likely' } as const;
  const context = { ...session.services, principal: localOwner('BUSINESS') } as unknown as Context;
  session.clock.now += 60_000;
  expect(
    (await relate(context, await add('My favourite editor is Neovim.'), [verdict], { mayEnd: true })).proposed,
  ).toHaveLength(1);
  const described = await session.call<{ holding: { said?: string; doubt?: string }[]; doubted: object[] }>(
    'describe_name',
    { characterId, name: 'Wanda' },
  );
  expect(described).toMatchObject({ doubted: [], memories: 1 });
  expect(described.holding.map(({ said, doubt }) => [said, doubt])).toStrictEqual([
    ['My sister Wanda lives in Berlin with Jonas. She paints. The cat of Wanda eats fish.', undefined],
  ]);
  session.clock.now += 60_000;
  const newer = await add('Wanda moved to Hamburg.');
  expect((await relate(context, newer, [verdict], { mayEnd: true })).proposed).toHaveLength(1);
  const after = await session.call<{ doubted: { newer: { content: string } }[]; holding: { doubt?: string }[] }>(
    'describe_name',
    { characterId, name: 'Wanda' },
  );
  expect(after.doubted.map((one) => one.newer.content)).toStrictEqual(['Wanda moved to Hamburg.']);
  expect(after.holding.map(({ doubt }) => doubt !== undefined)).toStrictEqual([false, true]);
});

test('a thing’s description leaves out the part of a note that may have changed, and asks about it', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string) =>
    session.call<{ id: string } & Memory>('add_memory_direct', { characterId, content, category: 'facts' });
  const note = await add(
    'Falcon is our billing service. Falcon uses PostgreSQL 15. Releases of Falcon go out on Tuesdays.',
  );
  session.clock.now += 60_000;
  const newer = await add('We upgraded Falcon to PostgreSQL 17.');
  const context = { ...session.services, principal: localOwner('BUSINESS') } as unknown as Context;
  const verdict = { memoryId: note.id, relation: 'ends', sureness: 'likely' } as const;
  expect((await relate(context, newer, [verdict], { mayEnd: true })).proposed).toHaveLength(1);
  const remains = 'Falcon is our billing service. Releases of Falcon go out on Tuesdays.';
  expect(await session.call('describe_name', { characterId, name: 'Falcon' })).toMatchObject({
    doubted: [{ newer: { id: newer.id }, older: { id: note.id }, remains }],
    holding: [{ id: newer.id }, { id: note.id, said: remains }],
  });
});

test('a name counts the memories of all characters that its description shows', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  await session.call('create_character', { name: 'Other' });
  for (const content of ['We use Falcon for billing.', 'We deploy Falcon on Tuesdays.'])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const other = { characterId: 'Other', category: 'general' };
  await session.call('add_memory_direct', { ...other, content: 'Tom owns Falcon Reports now.' });
  const { memories, about } = await session.call<Described>('describe_name', { name: 'Falcon' });
  const { names } = await session.call<Names>('list_names', {});
  expect([memories, about.length, names.find(({ name }) => name === 'Falcon')?.memories]).toStrictEqual([3, 3, 3]);
});

test('the newest short text says what a name is of', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of ['Yuki is my friend in Berlin.', 'My friend Yuki lives in Hamburg these days.']) {
    session.clock.now += 60_000;
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  }
  expect(await session.call('describe_name', { characterId, name: 'Yuki' })).toMatchObject({
    what: { content: 'My friend Yuki lives in Hamburg these days.' },
  });
});

test('the description of a name is left out where one of its memories has ended or may be outdated', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string, more: object = {}) =>
    session.call<{ id: string } & Memory>('add_memory_direct', { characterId, content, category: 'general', ...more });
  const whatIs = async (name: string) =>
    (await session.call<{ what?: { content: string } }>('describe_name', { characterId, name })).what?.content;
  await add('Bruno is my dog.');
  const older = await add('Wanda is my boss at the harbour.');
  expect([await whatIs('Bruno'), await whatIs('Wanda')]).toStrictEqual([
    'Bruno is my dog.',
    'Wanda is my boss at the harbour.',
  ]);
  await add('Bruno is the dog of Nora.', { validUntil: '2020-01-01T00:00:00Z' });
  const newer = await add('Since May Wanda works elsewhere.');
  const context = { ...session.services, principal: localOwner('BUSINESS') } as unknown as Context;
  const verdict = { memoryId: older.id, relation: 'ends', sureness: 'likely' } as const;
  expect((await relate(context, newer, [verdict], { mayEnd: true })).proposed).toHaveLength(1);
  expect([await whatIs('Bruno'), await whatIs('Wanda')]).toStrictEqual([undefined, undefined]);
});

test('a description says what a thing is, and whose sister a person is, also after a change', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const add = (content: string) =>
    session.call<{ id: string } & Memory>('add_memory_direct', { characterId, content, category: 'general' });
  const context = { ...session.services, principal: localOwner('BUSINESS') } as unknown as Context;
  const ends = async (older: string, newer: string) => {
    const { id: memoryId } = await add(older);
    const verdict = { memoryId, relation: 'ends', sureness: 'likely' } as const;
    await relate(context, await add(newer), [verdict], { mayEnd: true });
  };
  const whatIs = async (name: string) =>
    (await session.call<{ what?: { content: string } }>('describe_name', { characterId, name })).what?.content;
  await ends('My sister Yuki lives in Berlin with her husband Jonas.', 'Yuki and Jonas moved to Hamburg.');
  await ends('妹のユウカはベルリンに住んでいる。', 'ユウカはハンブルクに引っ越した。');
  await ends(
    'Falcon is our billing service. It runs on stg2.example.com port 8080 for staging.',
    'The staging host of Falcon is stg3.example.com port 8443 now, stg2 is gone.',
  );
  expect(await Promise.all(['Yuki', 'ユウカ', 'Falcon', 'Jonas'].map(whatIs))).toStrictEqual([
    'My sister Yuki',
    '妹のユウカ',
    'Falcon is our billing service.',
    undefined,
  ]);
});

test('names that stand in a list with people are people, and with things things', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const texts = [
    'My sister Ines lives in Porto.',
    'We met Ines, Odunayo and Gbenga at the lake.',
    'We invited Gbenga and Tosin to the wedding.',
    'Two bottles of Tosin and one of Merlot would be too much for Gbenga.',
    'Everybody here runs Postgres in a container.',
    'I deployed Postgres, Louis Jadot and Chianti in one evening.',
    'They use Postgres, Louis Jadot and Chianti at home.',
    'I switched from Quellon to Neovim and Ines moved to Faro.',
    'We both know Neovim.',
    'The family lived outside of Bardwell with her husband and his mother.',
    'The road to Bardwell is closed.',
    'For gamers there is Streamly, Streamly live is for the others.',
    'We watch Streamly every day.',
  ];
  for (const content of texts) await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<{ names: { name: string; kind: string }[] }>('list_names', { characterId });
  const kinds = Object.fromEntries(names.map(({ name, kind }) => [name, kind]));
  expect(kinds).toMatchObject({
    ...{ Ines: 'person', Gbenga: 'person', Tosin: 'person' },
    ...{ 'Louis Jadot': 'thing', Chianti: 'thing', Neovim: 'thing', Bardwell: 'thing', Streamly: 'thing' },
  });
  await session.close();
});

test('an abbreviation is no person of the same letters, and a common word among other signs is no name', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const texts = [
    'My sister Ana lives in Porto.',
    'We met Ana there.',
    'I fly with ANA to Tokyo.',
    'The seats of ANA are wide.',
  ];
  for (const content of [...texts, 'pushしてください', '変更はすぐにpushする', '毎日gitを使う', 'gitが好きだ'])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const { names } = await session.call<{ names: { name: string; kind: string }[] }>('list_names', {
    characterId,
    words: 'a',
  });
  const all = await session.call<Names>('list_names', { characterId });
  expect(names.filter(({ name }) => name.toLowerCase() === 'ana').map(({ name, kind }) => [name, kind])).toStrictEqual([
    ['Ana', 'person'],
    ['ANA', 'thing'],
  ]);
  expect(all.names.map(({ name }) => name)).toContain('git');
  expect(all.names.map(({ name }) => name)).not.toContain('push');
  await session.close();
});

test('a name that only an assistant says, or texts of one chat, is listed where the person speaks of it', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review', 'files'] });
  const chat = (id: string, messages: [role: string, text: string][]) => ({
    ...{ id, conversation_id: id, title: id, create_time: 1_760_000_000, current_node: `${messages.length}` },
    mapping: Object.fromEntries(
      [['', ''], ...messages].map(([role, text], i) => [
        `${i}`,
        {
          ...{ id: `${i}`, parent: i === 0 ? null : `${i - 1}`, children: i < messages.length ? [`${i + 1}`] : [] },
          message:
            i === 0
              ? null
              : {
                  id: `${id}-${i}`,
                  author: { role },
                  create_time: 1_760_000_000 + i,
                  content: { content_type: 'text', parts: [text] },
                },
        },
      ]),
    ),
  });
  const chats = [
    chat('a', [
      ['user', 'Toren felt fearful for Cora. Toren left the inn and met Cora in Kitimat.'],
      ['user', 'Cora lives in Kitimat, and she told Toren that he was late.'],
      ['assistant', 'Name: Huarwar\nAge: 21\nHome: Kitimat\nHuarwar is a smith. I like his work.'],
      ['assistant', 'Name: Huarwar\nAge: 35\nHome: Ohara\nHuarwar is a farmer. I like his rice.'],
      ['user', 'Yesterday I met Nora in Porto, and she told me of her new job.'],
      ['user', 'Nora cooks well, and she gave me a book.'],
      ['user', 'Ayer Jonas cenó con nosotros y luego fuimos al cine de la plaza.'],
      ['user', 'El domingo Jonas trabaja en un restaurante de la calle mayor.'],
    ]),
    chat('b', [['user', 'Elif lives in Ankara and works for the city.']]),
    chat('c', [['user', 'Elif moved from Ankara to Izmir with her husband.']]),
  ];
  const fileContent = JSON.stringify(chats);
  await session.call('import_document', { characterId, fileName: 'conversations.json', fileContent });
  const { names } = await session.call<Names>('list_names', { characterId });
  expect(names.map(({ name }) => name).toSorted()).toStrictEqual(['Ankara', 'Elif', 'Jonas', 'Nora']);
  const { names: found } = await session.call<Names>('list_names', { characterId, words: 'toren' });
  expect(found.map(({ name }) => name)).toStrictEqual(['Toren']);
});

test('a thing is not the other one whose name begins with its own', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  for (const content of [
    'We run Falcon on two hosts.',
    'The hosts of Falcon stand in Porto.',
    'The team calls Falcon Reports a tool of its own.',
    'Tom runs Falcon Reports.',
    'My friend Nora Becker lives in Porto.',
  ])
    await session.call('add_memory_direct', { characterId, content, category: 'general' });
  const described = (name: string) => session.call<Described>('describe_name', { characterId, name });
  expect((await described('Falcon')).about.map(({ content }) => content).toSorted()).toStrictEqual([
    'The hosts of Falcon stand in Porto.',
    'We run Falcon on two hosts.',
  ]);
  expect(await described('Falcon')).toMatchObject({ memories: 2 });
  expect(await described('Falcon Reports')).toMatchObject({ memories: 2 });
  expect(await described('Nora')).toMatchObject({ memories: 1 });
});
