import { expect, test } from 'vitest';
import type { Captured, HookSession } from '../../../src/domain/stores/hooks.ts';
import { maxWaitMs } from '../../../src/domain/stores/host-extractions.ts';
import type { MachineStore } from '../../../src/domain/stores/store.ts';
import { id, newMemory, ours, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const receipt = { event: 'Stop', characterId: id(1), given: 0, tokens: 0, captured: 0, leftOut: {} };
const cursor = (position: number) => ({ path: '/t', position, head: 'h' });

/** A session says one more statement, and counts as finished at a time. */
async function say({ hooks }: MachineStore, name: string, n: number, overAt: number | undefined, now = 1_000) {
  const session: HookSession = { host: 'codex', session: name };
  const { cursor: from } = await hooks.find(ours, session, id(1));
  const turns = [{ key: `k${n}`, role: 'user' as const, memory: newMemory(n, `turn ${n}`), ruleLines: ['a line'] }];
  const captured: Captured = { from, to: cursor((from?.position ?? 0) + 10), turns, overAt, receipt };
  expect(await hooks.captured(ours, session, captured, now)).toBe(1);
}

contract('hostExtractions', (open) => {
  test('the turns of a finished session are claimed once, and later turns again', async () => {
    const { store } = await open();
    await withAda(store);
    const { hooks, hostExtractions } = store;
    await say(store, 'one', 1, 2_000);
    await say(store, 'one', 2, 3_000);
    await say(store, 'two', 3, undefined);
    expect(await hostExtractions.isDue(ours, 5, 0, 2_999)).toBe(false);
    expect(await hostExtractions.begin(ours, 5, 0, 2_999)).toBeUndefined();
    await hostExtractions.sessionEnded(ours, { host: 'codex', session: 'one' }, 2_500);
    expect(await hostExtractions.isDue(theirs, 5, 0, 2_500)).toBe(false);
    expect(await hostExtractions.isDue(ours, 5, 0, 2_500)).toBe(true);
    const begun = await hostExtractions.begin(ours, 5, 0, 2_500);
    expect(begun).toMatchObject({
      host: 'codex',
      session: 'one',
      characterId: id(1),
      turns: [
        { role: 'user', memory: { content: 'turn 1' }, ruleLines: ['a line'] },
        { role: 'user', memory: { content: 'turn 2' } },
      ],
    });
    expect(await hostExtractions.begin(ours, 5, 0, 9_000)).toBeUndefined();
    const clause = { text: 'kept', outcome: 'kept' as const, reason: 'it lasts' };
    await hostExtractions.end(ours, begun!.extractionId, { kept: 1, clauses: [clause] }, 3_000);
    expect((await hooks.turns(ours, { session: 'one', limit: 5 }))[0]).toMatchObject({ clauses: [clause] });
    await say(store, 'one', 4, 4_000);
    const again = await hostExtractions.begin(ours, 5, 0, 4_000);
    expect(again?.turns.map(({ memory }) => memory.content)).toStrictEqual(['turn 4']);
    await hostExtractions.end(ours, again!.extractionId, { fault: 'It was busy.' }, 4_500);
    expect(await hostExtractions.list(ours, 5)).toMatchObject([
      { session: 'one', turns: 1, fault: 'It was busy.' },
      { session: 'one', turns: 2, kept: 1, characterId: id(1) },
    ]);
    expect(await hostExtractions.list(theirs, 5)).toStrictEqual([]);
    await say(store, 'one', 5, 5_000);
    const spared = await hostExtractions.begin(ours, 5, 0, 5_000);
    await hostExtractions.end(ours, spared!.extractionId, 'unasked', 5_500);
    expect(await hostExtractions.list(ours, 5)).toHaveLength(2);
  });

  test('the daily limit leaves further sessions for the next day while anything waits', async () => {
    const { store } = await open();
    await withAda(store);
    const { hostExtractions } = store;
    await say(store, 'one', 1, 2_000);
    await say(store, 'two', 2, 2_001);
    expect((await hostExtractions.begin(ours, 1, 0, 3_000))?.session).toBe('one');
    expect(await hostExtractions.isDue(ours, 1, 0, 3_000)).toBe(false);
    expect(await hostExtractions.begin(ours, 1, 0, 3_000)).toBeUndefined();
    expect(await hostExtractions.begunSince(ours, 0)).toBe(1);
    expect(await hostExtractions.begunSince(ours, 3_001)).toBe(0);
    expect(await hostExtractions.isDue(ours, 1, 3_001, 4_000)).toBe(true);
    // Long past, and deleted only when more arrives.
    await say(store, 'three', 3, undefined, 2_002 + maxWaitMs);
    expect(await hostExtractions.isDue(ours, 9, 3_001, 4_000)).toBe(true);
    await say(store, 'three', 4, 9_000 + maxWaitMs, 2_002 + maxWaitMs);
    expect(await hostExtractions.isDue(ours, 9, 3_001, 8_000 + maxWaitMs)).toBe(false);
  });

  test('an archived character’s turns are not claimed', async () => {
    const { store } = await open();
    await withAda(store);
    await say(store, 'one', 1, 2_000);
    await store.characters.change(ours, id(1), () => ({ status: 'ARCHIVED' }), 2_000);
    expect(await store.hostExtractions.begin(ours, 5, 0, 3_000)).toBeUndefined();
  });
});
