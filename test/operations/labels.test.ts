import { expect, test } from 'vitest';
import type { Stored } from '../support/answers.ts';
import { openWithAda, type Session } from '../support/harness.ts';

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
