import { expect, test } from 'vitest';
import type { Stored } from '../support/answers.ts';
import { type Body, openWithAda, type Session } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

const ada = { characterId: 'Ada' };
const add = (session: Session, content: string, labels: object) =>
  session.call<Stored>('add_memory_direct', { ...ada, content, category: 'general', ...labels });
const refusal = async (answer: Promise<unknown>) =>
  /"type":"(\w+)","message":"([^"]+)"/.exec(String(await answer.catch((error) => error)))?.slice(1);

test('a memory has tags and metadata, and a change of them alone is a revision that can be reverted', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const given = { tags: [' release ', 'ops', 'release'], metadata: { team: 'payments', priority: 2 } };
  const { id } = await add(session, 'We deploy on Wednesdays.', given);
  const one = { ...ada, memoryId: id };
  const tags = ['release', 'ops'];
  expect(await session.call('get_memory', one)).toMatchObject({ ...given, tags, revision: 1 });
  await session.call('update_memory', { ...one, metadata: { priority: 2, team: 'payments' } });
  expect(await session.call('get_memory', one)).toMatchObject({ revision: 1 });
  // Clients send empty values for arguments that their model leaves out.
  const changed = await session.call('update_memory', { ...one, tags: ['ops'], metadata: {} });
  expect(changed).toMatchObject({ tags: ['ops'], metadata: given.metadata, revision: 2 });
  const { revisions } = await session.call<{ revisions: object[] }>('get_memory_history', one);
  expect(revisions).toMatchObject([{ ...given, tags }, { tags: ['ops'] }]);
  await session.call('revert_memory', { ...one, revision: 1 });
  expect(await session.call('get_memory', one)).toMatchObject({ ...given, tags, revision: 3 });
  const other = { tags: ['x'], metadata: { team: 'shop', region: 'eu' } };
  const { id: deleteId } = await add(session, 'Deploys are on Wednesdays.', other);
  await session.call('merge_memories', { ...ada, keepId: id, deleteId });
  const merged = { tags: [...tags, 'x'], metadata: { ...given.metadata, region: 'eu' } };
  expect(await session.call('get_memory', one)).toMatchObject(merged);
});

test('metadata that is nested, too large or of other values is refused', async () => {
  const session = await openWithAda();
  const refused = (labels: object) => refusal(add(session, 'A memory', labels));
  expect(await refused({ metadata: { a: { b: 1 } } })).toStrictEqual(['InvalidInput', expect.stringContaining('a')]);
  expect(await refused({ metadata: { a: [1] } })).toStrictEqual(['InvalidInput', expect.any(String)]);
  expect(await refused({ metadata: { a: true } })).toStrictEqual(['InvalidInput', expect.any(String)]);
  expect(await refused({ metadata: { a: 'x'.repeat(5_000) } })).toStrictEqual([
    'InvalidInput',
    expect.stringContaining('4096 bytes'),
  ]);
  expect(await refused({ metadata: { ' ': 1 } })).toStrictEqual(['InvalidInput', expect.any(String)]);
  expect(await refused({ tags: ['x'.repeat(101)] })).toStrictEqual(['ValidationError', expect.any(String)]);
  expect(await refused({ tags: Array.from({ length: 51 }, String) })).toStrictEqual([
    'ValidationError',
    expect.any(String),
  ]);
  expect(await refused({ metadata: { password: 'hunter2-Xy7!kQ' } })).toStrictEqual([
    'InvalidContent',
    expect.any(String),
  ]);
});

test('an erasure finds a name in tags and metadata, now and in earlier revisions', async () => {
  const session = await openWithAda({ toolsets: ['memories', 'characters', 'review'] });
  const one = await add(session, 'The contact is on holiday.', { metadata: { contact: 'Jonas Weber' } });
  const two = await add(session, 'The lift is broken.', { tags: ['jonas'] });
  await session.call('update_memory', { ...ada, memoryId: two.id, tags: ['lift'] });
  await add(session, 'The release is on Friday.', { tags: ['release'] });
  const plan = await session.call<{ memories: Stored[] }>('erase_memories', { ...ada, naming: ['jonas'] });
  expect(plan.memories.map(({ id }) => id).toSorted()).toStrictEqual([one.id, two.id].toSorted());
});

test('filters by labels hold in searches, lists, contexts, exports and erasures over REST', async () => {
  const http = await openHttp();
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const of = '/v1/characters/Ada';
  const add = (content: string, labels: object) =>
    http.ask('POST', `${of}/memories/direct`, { body: { content, category: 'general', ...labels } });
  await add('The deploy is on Wednesday.', { tags: ['release'], metadata: { team: 'payments' } });
  const { body: other } = await add('The deploy of the shop is on Friday.', {
    tags: ['shop'],
    metadata: { team: 'shop' },
  });
  const metadata = { team: { in: ['payments'] } };
  const asJson = encodeURIComponent(JSON.stringify(metadata));
  const only = [expect.objectContaining({ content: 'The deploy is on Wednesday.' })];
  const search = await http.ask('POST', `${of}/memories/search`, { body: { query: 'deploy', metadata } });
  expect(search.body).toMatchObject({ memories: only, total: 1 });
  const list = await http.ask('GET', `${of}/memories?metadata=${asJson}&tags=${encodeURIComponent('["release"]')}`);
  expect(list.body).toMatchObject({ memories: only, total: 1 });
  for (const asked of [{ tags: ['release'] }, { tags: ['release'], query: 'deploy' }]) {
    const { text } = (await http.ask('POST', `${of}/context`, { body: asked })).body;
    expect(text).toContain('Wednesday');
    expect(text).not.toContain('Friday');
  }
  const { text: markdown } = await http.ask('GET', `${of}/export?metadata=${asJson}`);
  expect(markdown).toContain('Wednesday');
  expect(markdown).not.toContain('Friday');
  const erasing = { characterId: 'Ada', filter: { metadata: { team: 'shop' } } };
  expect((await http.ask('POST', '/v1/erasures', { body: erasing })).body).toMatchObject({
    total: 1,
    memories: [{ id: (other as Body).id }],
  });
  const odd: [filter: object, type: string, message: string][] = [
    [
      { metadata: { team: { like: 'p%' } } },
      'InvalidInput',
      'metadata.team.like is not taken here: give a text, a number',
    ],
    [
      { tags: { like: 'p%' } },
      'InvalidInput',
      'tags.like is not taken here: give a list of tags, or one of in and exists',
    ],
    [{ tags: { in: ['a'], exists: true } }, 'InvalidInput', 'tags.exists is not taken here: give a list of tags'],
    [{ metadata: { team: {} } }, 'ValidationError', 'metadata.team must have an operator, such as equals'],
  ];
  for (const [filter, type, message] of odd) {
    const { body } = await http.ask('POST', `${of}/memories/search`, { body: { query: 'deploy', ...filter } });
    expect(body).toMatchObject({ error: { type, message: expect.stringContaining(message) } });
  }
  const removed = await http.ask('PUT', `${of}/memories/${(other as Body).id}`, { body: { tags: [], metadata: {} } });
  expect(removed.body).not.toHaveProperty('tags');
  expect(removed.body).not.toHaveProperty('metadata');
});
