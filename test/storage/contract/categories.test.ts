import { expect, test } from 'vitest';
import type { NewCategory } from '../../../src/domain/category.ts';
import { addition, at, id, ours, rejection, rejections, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const recipes: NewCategory = {
  name: 'Recipes',
  description: 'd',
  importance: 'LOW',
  hints: ['cook'],
  isDefault: false,
};
const archived = () => ({ status: 'ARCHIVED' as const });

contract('categories', (open) => {
  test('categories are listed with the default first, then by name, with their counts', async () => {
    const { store } = await open();
    await withAda(store);
    const changes = [
      addition(10, 'a', { category: 'FACTS' }),
      addition(11, 'b', { category: 'facts' }),
      addition(12, 'c'),
    ];
    await store.memories.write(ours, id(1), [...changes, { kind: 'delete', memoryId: id(11) }], at());
    const listed = await store.categories.list(ours, id(1));
    expect(listed.map(({ name, memoryCount }) => `${name} ${memoryCount}`)).toStrictEqual([
      'general 1',
      'decisions 0',
      'events 0',
      'facts 1',
      'goals 0',
      'preferences 0',
      'relationships 0',
    ]);
    expect(listed.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toStrictEqual(['general']);
  });

  test('a category is renamed with its memories, also in case, but not to another’s name', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(10, 'a', { category: 'facts' })], at());
    const rename = (name: string, to: string) => store.categories.change(ours, id(1), name, { name: to }, 600);
    expect(await rename('FACTS', 'Fakten')).toMatchObject({ name: 'Fakten', memoryCount: 1, isDefault: false });
    expect(await store.memories.get(ours, id(1), id(10))).toMatchObject({ category: 'Fakten' });
    expect(await rejection(rename('fakten', 'Goals'))).toBe('NameTaken');
    expect(await rejection(rename('facts', 'x'))).toBe('CategoryNotConfigured');
    expect(await rename('fakten', 'FAKTEN')).toMatchObject({ name: 'FAKTEN' });
    expect(await rename('general', 'Everything')).toMatchObject({ name: 'Everything', isDefault: true });
    await store.memories.write(ours, id(1), [addition(11, 'b')], at());
    expect(await store.memories.get(ours, id(1), id(11))).toMatchObject({ category: 'Everything' });
  });

  test('a renamed category is found by its new name alone, and the old one is free', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(10, 'tea', { category: 'facts' })], at());
    await store.categories.change(ours, id(1), 'facts', { name: 'Fakten' }, 600);
    const listed = async (category: string) => {
      const asked = { state: 'ACTIVE', category, page: 0, limit: 9 } as const;
      return (await store.memories.list(ours, id(1), asked)).memories.map(({ content }) => content);
    };
    expect(await listed('Fakten')).toStrictEqual(['tea']);
    await store.categories.add(ours, id(1), { ...recipes, name: 'facts' }, 700);
    expect(await listed('facts')).toStrictEqual([]);
    expect(await listed('FAKTEN')).toStrictEqual(['tea']);
  });

  test('a category is added under a unique name, and its character is touched', async () => {
    const { store } = await open();
    await withAda(store);
    expect(await store.categories.add(ours, id(1), recipes, 700)).toStrictEqual({ ...recipes, memoryCount: 0 });
    expect(await store.characters.find(ours, 'Ada')).toMatchObject({ updatedAt: '1970-01-01T00:00:00.700Z' });
    for (const name of ['RECIPES', 'Facts']) {
      expect(await rejection(store.categories.add(ours, id(1), { ...recipes, name }, 800))).toBe('NameTaken');
    }
    expect(await store.categories.list(ours, id(1))).toHaveLength(8);
  });

  test('a change replaces the given fields', async () => {
    const { store } = await open();
    await withAda(store);
    await store.categories.add(ours, id(1), recipes, 700);
    await store.memories.write(ours, id(1), [addition(10, 'a', { category: 'recipes' })], at());
    const changed = await store.categories.change(ours, id(1), ' recipes ', { importance: 'HIGH', hints: [] }, 800);
    expect(changed).toStrictEqual({ ...recipes, importance: 'HIGH', hints: [], memoryCount: 1 });
    expect(await store.categories.list(ours, id(1))).toContainEqual(changed);
    expect(await store.characters.find(ours, 'Ada')).toMatchObject({ updatedAt: '1970-01-01T00:00:00.800Z' });
    const unknown = store.categories.change(ours, id(1), 'nope', { description: '' }, 900);
    await expect(unknown).rejects.toMatchObject({
      type: 'CategoryNotConfigured',
      message: expect.stringContaining('general, Recipes, decisions, events, facts'),
    });
  });

  test('removing a category moves active memories with a revision, deleted ones to the default', async () => {
    const { store } = await open();
    await withAda(store);
    const facts = { category: 'facts' };
    await store.memories.write(ours, id(1), [addition(10, 'a', facts), addition(11, 'b', facts)], at());
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(11) }], at(2_000));
    const removed = await store.categories.remove(ours, id(1), 'FACTS', 'Goals', { changedBy: 'mover', now: 3_000 });
    expect(removed).toStrictEqual({ deleted: 'facts', reassignedTo: 'goals', memoriesReassigned: 1 });
    expect(await store.memories.get(ours, id(1), id(10))).toMatchObject({
      category: 'goals',
      revision: 2,
      updatedAt: '1970-01-01T00:00:03.000Z',
    });
    expect((await store.memories.history(ours, id(1), id(10)))[1]).toMatchObject({
      changeType: 'UPDATED',
      category: 'goals',
      content: 'a',
      changedBy: 'mover',
    });
    const [restored] = await store.memories.write(ours, id(1), [{ kind: 'restore', memoryId: id(11) }], at(4_000));
    expect(restored?.memory).toMatchObject({ category: 'general', revision: 3 });
    expect((await store.memories.history(ours, id(1), id(11))).map(({ category }) => category)).toStrictEqual([
      'facts',
      'facts',
      'general',
    ]);
    expect((await store.categories.list(ours, id(1))).map(({ name }) => name)).not.toContain('facts');
  });

  test('a category that cannot be removed stays as it is', async () => {
    const { store } = await open();
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(10, 'a', { category: 'facts' })], at());
    const remove = (name: string, to?: string) => store.categories.remove(ours, id(1), name, to, at());
    expect(await rejection(remove('General', 'facts'))).toBe('InvalidInput');
    expect(await rejection(remove('general', 'nope'))).toBe('InvalidInput');
    expect(await rejection(remove('facts'))).toBe('InvalidInput');
    expect(await rejection(remove('facts', 'FACTS'))).toBe('InvalidInput');
    expect(await rejection(remove('facts', 'nope'))).toBe('CategoryNotConfigured');
    expect(await rejection(remove('nope', 'facts'))).toBe('CategoryNotConfigured');
    expect(await store.categories.list(ours, id(1))).toHaveLength(7);
    expect(await remove('goals')).toStrictEqual({ deleted: 'goals', memoriesReassigned: 0 });
  });

  test('an archived character’s categories are read-only, another tenant’s not found', async () => {
    const { store } = await open();
    await withAda(store);
    const writes = (scope: typeof ours) => [
      store.categories.add(scope, id(1), recipes, 0),
      store.categories.change(scope, id(1), 'facts', { description: 'd' }, 0),
      store.categories.remove(scope, id(1), 'facts', undefined, at()),
    ];
    expect(await rejections([...writes(theirs), store.categories.list(theirs, id(1))])).toStrictEqual([
      'CharacterNotFound',
    ]);
    await store.characters.change(ours, id(1), archived, 600);
    expect(await rejections(writes(ours))).toStrictEqual(['CharacterArchived']);
    expect(await store.categories.list(ours, id(1))).toHaveLength(7);
  });
});
