import { expect, onTestFinished, test, vi } from 'vitest';
import { type Principal, serviceScope } from '../../src/domain/principal.ts';
import { storeInMemory } from '../../src/features/sqlite.ts';
import { RecallLog } from '../../src/service/background/recall-log.ts';
import { newCharacter } from '../../src/service/characters.ts';

/** A log on a store with one character, whose time the test moves; `written` is how many recalls each write had. */
async function open() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2026, 0, 15) });
  onTestFinished(() => void vi.useRealTimers());
  const store = storeInMemory();
  onTestFinished(() => store.close());
  await store.tenants.ensure('local', 'BUSINESS', Date.now());
  const scope = serviceScope('local');
  const made = newCharacter({ newId: () => crypto.randomUUID() }, { name: 'Ada' });
  await store.characters.create(scope, made, 'BUSINESS', Date.now());
  const add = vi.spyOn(store.recalls, 'add');
  const log = new RecallLog({ store, now: () => Date.now(), log: () => undefined }, 30);
  const principal = { ...scope, tier: 'BUSINESS', role: 'OWNER' } as Principal;
  const note = (query: string) =>
    log.note({ principal }, { kind: 'search', query, texts: ['x'], characters: ['Ada'], memories: [] });
  const written = async () => {
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    return add.mock.calls.map(([, recalls]) => recalls.length);
  };
  return { log, note, written, pass: (ms: number) => vi.advanceTimersByTime(ms) };
}

test('notes in quick succession are written together after a pause', async () => {
  const { note, written, pass } = await open();
  for (const query of ['tea', 'coffee', 'bread']) {
    note(query);
    pass(40);
  }
  expect(await written()).toStrictEqual([]);
  pass(10);
  expect(await written()).toStrictEqual([3]);
});

test('no note waits longer than a second, however many follow', async () => {
  const { note, written, pass } = await open();
  for (let i = 0; i < 26; i++) {
    note(`query ${i}`);
    pass(40);
  }
  expect(await written()).toStrictEqual([26]);
});

test('sixty-four waiting notes are written at once', async () => {
  const { log, note, written } = await open();
  for (let i = 0; i < 70; i++) note(`query ${i}`);
  expect(await written()).toStrictEqual([64]);
  await log.written();
  expect(await written()).toStrictEqual([64, 6]);
});
