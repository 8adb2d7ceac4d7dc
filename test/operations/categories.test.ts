import { expect, test } from 'vitest';
import { openWithAda, type Session } from '../support/harness.ts';

const characterId = 'Ada';

const add = (session: Session, content: string, category: string) =>
  session.call<{ id: string }>('add_memory_direct', { characterId, content, category });

test('a category is added with defaults, changed and listed with its count', async () => {
  const session = await openWithAda();
  const made = { name: 'Recipes', description: '', importance: 'NORMAL', hints: [], isDefault: false, memoryCount: 0 };
  expect(await session.call('add_category', { characterId, name: ' Recipes ' })).toStrictEqual(made);
  await add(session, 'Soup', 'recipes');
  const change = { description: 'Food', importance: 'LOW', hints: ['cook', 'oven'] };
  const changed = { ...made, ...change, memoryCount: 1 };
  expect(await session.call('update_category', { characterId, name: 'RECIPES', ...change })).toStrictEqual(changed);
  expect(await session.call('update_category', { characterId, name: 'recipes', hints: [] })).toMatchObject({
    description: 'Food',
    hints: [],
  });
  const { categories } = await session.call<{ categories: { name: string }[] }>('list_categories', { characterId });
  expect(categories[0]).toMatchObject({ name: 'general', isDefault: true });
  expect(categories).toHaveLength(8);
});

test('invalid input is refused', async () => {
  const session = await openWithAda();
  const fault = async (name: string, input: object) => (await session.fault(name, { characterId, ...input })).type;
  expect(await fault('add_category', { name: 'FACTS' })).toBe('NameTaken');
  expect(await fault('add_category', { name: 'x'.repeat(65) })).toBe('ValidationError');
  expect(await fault('add_category', { name: '  ' })).toBe('ValidationError');
  expect(await fault('add_category', { name: 'a\nb' })).toBe('ValidationError');
  expect(await fault('update_category', { name: 'nope', hints: [] })).toBe('CategoryNotConfigured');
  expect(await fault('update_category', { name: 'facts' })).toBe('InvalidInput');
  expect(await fault('delete_category', { name: 'nope' })).toBe('CategoryNotConfigured');
  expect(await fault('delete_category', { name: 'facts', reassignTo: 'nope' })).toBe('CategoryNotConfigured');
  expect(await fault('delete_category', { name: 'facts', reassignTo: 'Facts' })).toBe('InvalidInput');
  expect(await fault('delete_category', { name: 'general', reassignTo: 'facts' })).toBe('InvalidInput');
});

test('deleting a category moves active memories with a revision each, deleted ones to the default', async () => {
  const session = await openWithAda();
  const kept = await add(session, 'kept', 'facts');
  const gone = await add(session, 'gone', 'facts');
  await session.call('delete_memory', { characterId, memoryId: gone.id });
  expect(await session.fault('delete_category', { characterId, name: 'facts' })).toMatchObject({
    type: 'InvalidInput',
    message: expect.stringContaining('reassignTo'),
  });
  expect(await session.call('delete_category', { characterId, name: 'Facts', reassignTo: 'EVENTS' })).toStrictEqual({
    deleted: 'facts',
    reassignedTo: 'events',
    memoriesReassigned: 1,
  });
  const read = await session.call('get_memory', { characterId, memoryId: kept.id });
  expect(read).toMatchObject({ category: 'events', revision: 2 });
  const { revisions } = await session.call<{ revisions: object[] }>('get_memory_history', {
    characterId,
    memoryId: kept.id,
  });
  expect(revisions).toMatchObject([
    { revision: 1, changeType: 'CREATED', category: 'facts' },
    { revision: 2, changeType: 'UPDATED', category: 'events', content: 'kept' },
  ]);
  expect(await session.call('restore_memory', { characterId, memoryId: gone.id })).toMatchObject({
    category: 'general',
  });
  expect(await session.call('delete_category', { characterId, name: 'goals' })).toStrictEqual({
    deleted: 'goals',
    memoriesReassigned: 0,
  });
});
