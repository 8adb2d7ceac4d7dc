import { expect, test } from 'vitest';
import { activeContents, addition, at, id, ours, remember, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

contract('close', (open) => {
  test('writes are there when the store is opened again', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    await remember(store, ['one', 'two']);
    await store.close();
    const again = await reopen();
    expect(await activeContents(again)).toStrictEqual(['one', 'two']);
    expect(await again.characters.find(ours, 'Ada')).toMatchObject({ memoryCount: 2 });
  });

  test('running writes finish before the store closes', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    const writes = Array.from({ length: 20 }, (_, i) =>
      store.memories.write(ours, id(1), [addition(100 + i, `m${i}`)], at()),
    );
    await Promise.all([...writes, store.close()]);
    expect(await activeContents(await reopen())).toHaveLength(20);
  });

  test('two openings see each other’s writes', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    const other = await reopen();
    await remember(store, ['one'], 100);
    await remember(other, ['two', 'one'], 200);
    expect(await activeContents(store)).toStrictEqual(['one', 'two']);
  });
});
