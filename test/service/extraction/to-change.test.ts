import { expect, test } from 'vitest';
import type { Proposal, SimilarMemory } from '../../../src/domain/ai.ts';
import { onlyAdding } from '../../../src/service/extraction/to-change.ts';

const stored = (id: string): SimilarMemory => ({
  ...{ id, content: id, category: 'facts', importance: 'NORMAL', salience: 0.5, revision: 1 },
  ...{ characterId: 'ada', occurredAt: '2026-01-01T00:00:00.000Z' },
});
const add = { operation: 'ADD', content: 'new', category: 'facts', importance: 'LOW', salience: 0.2 } as const;
const none = { operation: 'NONE', reason: 'small talk' } as const;
const drop = (id: string): Proposal => ({ operation: 'DELETE', memory: stored(id) });

test('an update becomes a new statement that ends the memory, with its weights', () => {
  const update: Proposal = { operation: 'UPDATE', memory: stored('a'), content: 'newer' };
  expect(onlyAdding([none, update])).toMatchObject([
    none,
    { operation: 'ADD', content: 'newer', category: 'facts', importance: 'NORMAL', ends: [{ id: 'a' }] },
  ]);
});

test('the first statement ends what a proposal deletes, and nothing ends it without one', () => {
  const ends = onlyAdding([drop('a'), { ...add, ends: [stored('b')] }, add, drop('c')]).map((one) =>
    one.operation === 'ADD' ? one.ends?.map(({ id }) => id) : undefined,
  );
  expect(ends).toStrictEqual([['b', 'a', 'c'], undefined]);
  expect(onlyAdding([drop('a'), none])).toStrictEqual([none]);
});
