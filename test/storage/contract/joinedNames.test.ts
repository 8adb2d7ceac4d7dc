import { expect, test } from 'vitest';
import { id, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const ada = id(1);

contract('joinedNames', (open) => {
  test('an alias is joined with one name at a time, until that is taken back, also after reopening', async () => {
    const { store, reopen } = await open();
    await withAda(store);
    const mel = { alias: 'Mel', aliasKey: 'mel' };
    await store.joinedNames.set(ours, ada, { ...mel, name: 'Melissa' }, true, 2_000);
    await store.joinedNames.set(ours, ada, { ...mel, name: 'Melanie' }, true, 2_000);
    const again = await reopen();
    expect(await again.joinedNames.list(ours, ada)).toStrictEqual([{ alias: 'Mel', name: 'Melanie' }]);
    await again.joinedNames.set(ours, ada, { ...mel, name: 'Melanie' }, false, 2_000);
    expect(await again.joinedNames.list(ours, ada)).toStrictEqual([]);
    expect(await rejection(again.joinedNames.list(theirs, ada))).toBe('CharacterNotFound');
    expect(await rejection(again.joinedNames.set(theirs, ada, { ...mel, name: 'x' }, true, 1))).toBe(
      'CharacterNotFound',
    );
  });
});
