import { expect, test } from 'vitest';
import type { Store } from '../../../src/domain/stores/store.ts';
import { addition, at, id, newCharacter, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const [ada, bo] = [id(1), id(2)];

async function withMemories(store: Store): Promise<void> {
  await withAda(store);
  await store.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
  await store.memories.write(ours, ada, [addition(11, 'tea'), addition(12, 'coffee'), addition(13, 'milk')], at());
  await store.memories.write(ours, bo, [addition(21, 'tea')], at());
}

contract('forgetting', (open) => {
  test('a memory waits once, under the latest request, also after reopening', async () => {
    const { store, reopen } = await open();
    await withMemories(store);
    expect(await store.forgetting.ask(ours, ada, 'drinks', [id(11), id(12)], 2_000)).toBe(2);
    expect(await store.forgetting.ask(ours, ada, 'tea', [id(11), id(21), 'none'], 3_000)).toBe(1);
    const again = await reopen();
    expect(await again.forgetting.waiting(ours, ada, 9)).toStrictEqual([
      { memoryId: id(11), what: 'tea', at: 3_000 },
      { memoryId: id(12), what: 'drinks', at: 2_000 },
    ]);
    expect(await again.forgetting.waiting(ours, ada, 1)).toHaveLength(1);
    expect(await again.forgetting.waiting(ours, bo, 9)).toStrictEqual([]);
  });

  test('an answer ends the waiting, and a deleted memory does not wait', async () => {
    const { store } = await open();
    await withMemories(store);
    await store.forgetting.ask(ours, ada, 'drinks', [id(11), id(12), id(13)], 2_000);
    await store.memories.write(ours, ada, [{ kind: 'delete', memoryId: id(13) }], at());
    expect(await store.forgetting.answered(ours, ada, [id(11), id(21)], 3_000)).toStrictEqual([id(11)]);
    expect(await store.forgetting.answered(ours, ada, [id(11)], 3_000)).toStrictEqual([]);
    expect((await store.forgetting.waiting(ours, ada, 9)).map(({ memoryId }) => memoryId)).toStrictEqual([id(12)]);
  });

  test('requests of another tenant’s character are refused', async () => {
    const { store } = await open();
    await withMemories(store);
    for (const call of [
      () => store.forgetting.ask(theirs, ada, 'tea', [id(11)], 2_000),
      () => store.forgetting.waiting(theirs, ada, 9),
      () => store.forgetting.answered(theirs, ada, [id(11)], 2_000),
    ]) {
      expect(await rejection(call())).toBe('CharacterNotFound');
    }
  });
});
