import { expect, test } from 'vitest';
import { withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

contract('backups', (open) => {
  test('a store of which no backup was made names none', async () => {
    const { store } = await open();
    await withAda(store);
    expect(await store.backups.last()).toBeUndefined();
  });
});
