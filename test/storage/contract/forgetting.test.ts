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

  test('a topic that a person forgets names its batch, and waits no more after an undo', async () => {
    const { store } = await open();
    await withMemories(store);
    const forget = async (memoryId: string, what: string, batch: string, now: number) => {
      await store.forgetting.ask(ours, ada, what, [memoryId], now);
      await store.memories.write(ours, ada, [{ kind: 'delete', memoryId }], { ...at(now), batch });
    };
    await forget(id(11), 'tea', 'forgot-1', 2_000);
    await forget(id(12), 'coffee', 'asked-1', 3_000);
    await forget(id(13), 'milk', 'another', 4_000);
    const named = async () => {
      const batches = await store.changes.batches(ours, { characterId: ada, limit: 9 });
      return batches.map(({ batchId, forgotten }) => [batchId, forgotten]);
    };
    const all = [
      ['another', undefined],
      ['asked-1', 'coffee'],
      ['forgot-1', 'tea'],
    ];
    expect(await named()).toStrictEqual(all);
    const waiting = async () => (await store.forgetting.waiting(ours, ada, 9)).map(({ what }) => what);
    const restored = [id(11), id(12), id(13)].map((memoryId) => ({ kind: 'restore', memoryId }) as const);
    await store.memories.write(ours, ada, restored, at(5_000));
    expect(await waiting()).toStrictEqual(['milk', 'coffee']);
    // A later request is no name of an earlier deletion.
    await store.forgetting.ask(ours, ada, 'all drinks', [id(11)], 6_000);
    expect(await waiting()).toStrictEqual(['all drinks', 'milk', 'coffee']);
    expect(await named()).toStrictEqual([...all.slice(0, 2), ['forgot-1', undefined]]);
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
