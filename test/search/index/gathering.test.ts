import { expect, test } from 'vitest';
import { Gathering } from '../../../src/search/index/gathering.ts';
import type { IndexEntry } from '../../../src/search/index/indexed-memory.ts';

const entry = (memoryNo: number, content = `note ${memoryNo}`): IndexEntry => ({
  ...{ characterNo: 1, memoryNo, content, occurredAt: 0, sessionId: undefined, said: false },
});

test('changes outside of a unit do not wait', () => {
  expect(new Gathering(2).hold(entry(1), true)).toBe(false);
});

test('few memories are indexed one by one: new ones are added, others reindexed', () => {
  const gathering = new Gathering(3);
  const { changes } = gathering.run(() => [gathering.hold(entry(1), true), gathering.hold(entry(2))]);
  expect(changes).toStrictEqual([
    { kind: 'add', entry: entry(1) },
    { kind: 'reindex', entry: entry(2) },
  ]);
});

test('many memories are appended at once, after removing those that the index has', () => {
  const gathering = new Gathering(2);
  const { changes } = gathering.run(() => [1, 2, 3].map((no) => gathering.hold(entry(no), no !== 2)));
  expect(changes).toStrictEqual([
    { kind: 'remove', memoryNos: [2] },
    { kind: 'append', entries: [entry(1), entry(2), entry(3)] },
  ]);
  expect(gathering.run(() => [1, 2].map((no) => gathering.hold(entry(no), true))).changes).toStrictEqual([
    { kind: 'append', entries: [entry(1), entry(2)] },
  ]);
});

test('a new memory that changes within the unit is indexed once, a removed one not at all', () => {
  const gathering = new Gathering(9);
  const { changes } = gathering.run(() => {
    gathering.hold(entry(1), true);
    gathering.hold(entry(1, 'corrected'));
    gathering.hold(entry(2), true);
    gathering.drop([2]);
  });
  expect(changes).toStrictEqual([{ kind: 'add', entry: entry(1, 'corrected') }]);
});

test('a unit that fails leaves nothing for the next one', () => {
  const gathering = new Gathering(9);
  const failing = () => {
    gathering.hold(entry(1), true);
    throw new Error('no');
  };
  expect(() => gathering.run(failing)).toThrow('no');
  expect(gathering.run(() => undefined).changes).toStrictEqual([]);
});
