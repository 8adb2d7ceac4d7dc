import { expect, test } from 'vitest';
import { type Body, openWithAda, type Session } from '../support/harness.ts';

// The clock stands at Thursday 2026-01-15.
const characterId = 'Ada';
const dayMs = 86_400_000;
const timeZone = 'Europe/Vienna';
const toolsets: ('memories' | 'characters' | 'review' | 'files')[] = ['memories', 'characters', 'review', 'files'];

const add = (session: Session, content: string, more: object = {}) =>
  session.call('add_memory_direct', { characterId, content, category: 'general', timeZone, ...more });
const listed = async (session: Session) =>
  (await session.call('list_memories', { characterId, timeZone })).memories as Body[];

test('a statement with a date until when it holds ends then, and the answer says so', async () => {
  const session = await openWithAda();
  const freeze = await add(session, 'There is a code freeze until 1 March 2026');
  expect(freeze).toMatchObject({ validUntil: '2026-03-01T23:00:00.000Z', holdsUntil: '2026-03-01' });
  const room = await add(session, 'The meeting room is booked until 5 pm today');
  expect(room).toMatchObject({ validUntil: '2026-01-15T16:00:00.000Z', holdsUntil: '2026-01-15 17:00' });
  expect(await add(session, 'I go running every Friday')).not.toHaveProperty('validUntil');
  const found = await session.answer('search_memories', { characterId, query: 'code freeze', timeZone });
  expect(found.texts[0]).toContain('There is a code freeze until 1 March 2026 (holds until 2026-03-01)');
  session.clock.now += 60 * dayMs;
  const { text } = await session.call('assemble_context', { characterId, query: 'code freeze' });
  expect(text).not.toContain('freeze');
  const ended = await session.answer('search_memories', { characterId, query: 'code freeze', timeZone });
  expect(ended.texts[0]).toContain('There is a code freeze until 1 March 2026 (ended 2026-03-01)');
});

test('the caller’s end overrides the stated one, also when it is never', async () => {
  const session = await openWithAda();
  const text = 'Ana is on vacation until Friday';
  expect(await add(session, text, { validUntil: '2026-02-01' })).toMatchObject({ holdsUntil: '2026-02-01' });
  expect(await add(session, 'Ben is on vacation until Friday', { validUntil: 'never' })).not.toHaveProperty(
    'holdsUntil',
  );
  expect(await listed(session)).toMatchObject([{}, { content: text, holdsUntil: '2026-02-01' }]);
});

test('each statement of a text gets its own end, counted from the day it was said', async () => {
  const session = await openWithAda();
  const content = 'My sister Ana is on vacation until Friday. I work at Siemens in Graz as a nurse.';
  const { memories } = await session.call('add_memory', { characterId, content, timeZone });
  expect((memories as Body[]).map(({ content: one, holdsUntil }) => [one, holdsUntil]).toSorted()).toStrictEqual([
    ['I work at Siemens in Graz as a nurse.', undefined],
    ['My sister Ana is on vacation until Friday.', '2026-01-16'],
  ]);
  const earlier = { content: 'My brother Ben is on vacation until Friday.', occurredAt: '2025-12-01T10:00:00Z' };
  expect(await session.call('add_memory', { characterId, timeZone, ...earlier })).toMatchObject({
    ended: 'ended 2025-12-05',
  });
});

test('a batch returns the end of each memory', async () => {
  const session = await openWithAda({ toolsets });
  const memories = ['The office is closed until Monday', 'The office is in Graz', 'The office reopens'].map(
    (content, i) => ({ content, category: 'general', ...(i === 2 && { validUntil: '2026-05-01' }) }),
  );
  const { results } = await session.call('add_memories', { characterId, memories, timeZone });
  expect((results as Body[]).map(({ holdsUntil }) => holdsUntil)).toStrictEqual([
    '2026-01-19',
    undefined,
    '2026-05-01',
  ]);
});

test('an update of the text changes the end that it states, and otherwise keeps it', async () => {
  const session = await openWithAda();
  const { id: memoryId } = await add(session, 'The freeze is on until 1 March');
  const update = (fields: object) => session.call('update_memory', { characterId, memoryId, timeZone, ...fields });
  expect(await update({ content: 'The freeze is on until 8 March' })).toMatchObject({ holdsUntil: '2026-03-08' });
  session.clock.now += 70 * dayMs;
  expect(await update({ content: 'The code freeze is on until 8 March' })).toMatchObject({ ended: 'ended 2026-03-08' });
  expect(await update({ content: 'The code freeze is on' })).not.toHaveProperty('holdsUntil');
  await update({ validUntil: '2026-05-01' });
  expect(await update({ content: 'The code freeze holds for all' })).toMatchObject({ holdsUntil: '2026-05-01' });
});

test('an answer about a memory that has ended says since when, and what holds instead', async () => {
  const session = await openWithAda({ toolsets });
  const { id: memoryId } = await add(session, 'The office is in Graz');
  const update = (fields: object) => session.call('update_memory', { characterId, memoryId, timeZone, ...fields });
  const now = await update({ validUntil: 'now' });
  expect(now).toMatchObject({ ended: 'ended 2026-01-15' });
  expect(now).not.toHaveProperty('holdsUntil');
  expect(await update({ validUntil: 'never' })).not.toHaveProperty('ended');
  const past = await add(session, 'The fair is on', { validUntil: '2025-12-01' });
  expect(past).toMatchObject({ ended: 'ended 2025-12-01' });
  await add(session, 'The office is in Linz', { supersedes: [memoryId] });
  const category = await update({ category: 'events' });
  expect(category).toMatchObject({ ended: 'ended 2026-01-15, now: The office is in Linz' });
  const memories = [{ content: 'The party is on', category: 'general', validUntil: '2025-12-01' }];
  const { results } = await session.call('add_memories', { characterId, memories, timeZone });
  expect(results).toMatchObject([{ operation: 'ADD', ended: 'ended 2025-12-01' }]);
});

test('an imported text ends by its own date, without one only by a day with its year', async () => {
  const session = await openWithAda({ toolsets });
  const document = [
    { content: 'The guest room is closed until Friday', created_at: '2025-12-01T10:00:00Z' },
    { content: 'The sauna is closed until Friday' },
    { content: 'The coupon is valid until 31 December 2026' },
  ];
  await session.call('import_document', { characterId, fileName: 'a.json', fileContent: JSON.stringify(document) });
  const ends = new Map(
    (await listed(session)).map(({ content, validUntil }) => [content, String(validUntil).slice(0, 10)]),
  );
  expect(Object.fromEntries(ends)).toStrictEqual({
    'The guest room is closed until Friday': expect.stringMatching(/^2025-12-0[56]/),
    'The sauna is closed until Friday': 'undefined',
    'The coupon is valid until 31 December 2026': expect.stringMatching(/^(2026-12-31|2027-01-01)/),
  });
});

test('an import of an export keeps the exported ends', async () => {
  const session = await openWithAda({ toolsets });
  await add(session, 'Ana is on vacation until Friday', { validUntil: 'never' });
  await add(session, 'Ben is on vacation until Friday');
  const { markdown } = await session.call('export_character', { characterId });
  await session.call('create_character', { name: 'Eve' });
  await session.call('import_document', { characterId: 'Eve', fileName: 'a.md', fileContent: markdown });
  const { memories } = await session.call('list_memories', { characterId: 'Eve', timeZone });
  const ends = (memories as Body[]).map((one) => [one.content, one.holdsUntil]);
  expect(Object.fromEntries(ends)).toStrictEqual({
    'Ana is on vacation until Friday': undefined,
    'Ben is on vacation until Friday': '2026-01-16',
  });
});

test('a context shows days in the time zone of the call, also for words relative to them', async () => {
  const session = await openWithAda();
  await add(session, 'The demo for the board is tomorrow at 10', { occurredAt: '2026-01-14T23:30:00Z' });
  const shown = async (zone: string) =>
    (await session.call('assemble_context', { characterId, query: 'demo', timeZone: zone })).text;
  expect(await shown('UTC')).toContain('- [agent, 2026-01-14] The demo for the board is tomorrow (15 Jan) at 10');
  expect(await shown(timeZone)).toContain('- [agent, 2026-01-15] The demo for the board is tomorrow (16 Jan) at 10');
});
