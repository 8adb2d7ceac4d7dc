import { expect, test } from 'vitest';
import { deletionOf, retentionMs, shortOf, shownOf } from '../../../src/features/replicas/domain/shown.ts';
import type { Replica, ReplicaConnection } from '../../../src/features/replicas/storage/replica-store.ts';

const replica = (given: Partial<Replica>): Replica => ({
  ...{ characterId: 'c', name: 'Ada', remoteId: 'r', waiting: 0, refused: 0, reasons: [], keeps: false, changedAt: 0 },
  ...given,
});
const connection = (replicas: Replica[], given: Partial<ReplicaConnection> = {}): ReplicaConnection => ({
  ...{
    url: 'https://memory.example.org',
    storeId: 's',
    member: 'Ada',
    keyFile: '/keys/1',
    connectedAt: 0,
    replicas,
    decides: [],
    machines: [],
  },
  ...given,
});

test('a character is deleted a week after the first refusal, unless it is kept', () => {
  const cases: [server: number | undefined, own: number | undefined, keeps: boolean, at: number | undefined][] = [
    [undefined, undefined, false, undefined],
    [1_000, undefined, false, 1_000 + retentionMs],
    [undefined, 2_000, false, 2_000 + retentionMs],
    [3_000, 2_000, false, 2_000 + retentionMs],
    [1_000, 2_000, true, undefined],
  ];
  for (const [server, refusedSince, keeps, at] of cases) {
    expect(deletionOf({ refusedSince: server }, replica({ refusedSince, keeps }))).toBe(at);
  }
});

test('the shown state has no key and no store id, and sums up the characters', () => {
  const long = { reason: 'x'.repeat(1_000), memories: 2 };
  const both = [replica({ waiting: 1, refused: 2, reasons: [long] }), replica({ name: 'Bo', waiting: 3 })];
  const shown = shownOf(connection(both, { contactedAt: 5, refusedSince: 0 }));
  expect(shown).toMatchObject({ waiting: 4, refused: 2, contactedAt: '1970-01-01T00:00:00.005Z' });
  expect(shown.characters[0]).toMatchObject({ deletedAt: '1970-01-08T00:00:00.000Z' });
  expect(shown.characters[0]?.reasons[0]?.reason).toHaveLength(301);
  expect(JSON.stringify(shown)).not.toMatch(/keyFile|storeId/);
});

test('the short form lists problems first, and at most twenty characters of ten servers', () => {
  const many = Array.from({ length: 30 }, (_, i) => replica({ name: `n${i}` }));
  many[25] = replica({ name: 'refused', refused: 1 });
  many[28] = replica({ name: 'gone', refusedSince: 1 });
  const short = shortOf(Array.from({ length: 12 }, () => connection(many)));
  expect(short).toHaveLength(10);
  expect(short[0]?.characters.map(({ name }) => name).slice(0, 3)).toStrictEqual(['gone', 'refused', 'n0']);
  expect(short[0]?.characters).toHaveLength(20);
});
