import { describe, expect, test } from 'vitest';
import type { RevisionState } from '../../../src/features/replicas/domain/rebase.ts';
import { type Arrival, type OwnChange, settledChanges } from '../../../src/features/replicas/domain/settling.ts';

const state = (content: string, more: Partial<RevisionState> = {}): RevisionState => ({
  ...{
    changeType: 'UPDATED',
    content,
    category: 'facts',
    salience: 0.5,
    importance: 'NORMAL',
    validUntil: null,
    supersededBy: null,
    tags: null,
    metadata: null,
  },
  ...more,
});
const first = state('Tuesday', { changeType: 'CREATED' });
const update = (id: string, before: RevisionState, after: RevisionState): OwnChange => ({
  ...{ id, revision: 2, at: 7, before, after },
});
const arrival = (after: RevisionState, more: Partial<Arrival> = {}): Arrival => ({
  ...{ revision: 2, at: 9, state: after },
  ...more,
});
const settled = (own: OwnChange[], arrivals: Arrival[], more: { answered?: string[]; elsewhere?: string } = {}) =>
  settledChanges(own, {
    arrivals,
    now: arrivals.at(-1)?.state ?? first,
    isAnswered: (id) => (more.answered ?? own.map((one) => one.id)).includes(id),
    isElsewhere: (content) => content === more.elsewhere,
    isIn: (memoryId, content) => memoryId === 'twin' && content === 'Thursday at nine',
  });

describe('settledChanges', () => {
  const thursday = state('Thursday at nine');
  const edit = update('a', first, thursday);

  test('a change accepted without a matching revision waits', () => {
    expect(settled([edit], [])).toBe(0);
    expect(settled([update('a', first, state('Tuesday', { salience: 0.9 }))], [])).toBe(0);
    expect(settled([update('a', first, state('Tuesday', { changeType: 'DELETED' }))], [])).toBe(0);
  });

  test('a revision with a change’s origin settles it, but not with another text', () => {
    expect(settled([edit], [arrival(thursday, { origin: 'a' })], { answered: [] })).toBe(1);
    expect(settled([edit], [arrival(state('Pay the invoice'), { origin: 'a' })])).toBe(0);
  });

  test('a change is settled by the memory it was merged into, or by an active one with its text', () => {
    const merged = arrival(state('Tuesday', { changeType: 'DELETED' }), { origin: 'a', mergedInto: 'twin' });
    expect(settled([edit], [merged])).toBe(1);
    expect(settled([edit], [{ ...merged, mergedInto: 'no memory with its text' }])).toBe(0);
    const ended = update('b', thursday, state('Thursday at nine', { changeType: 'ENDED', validUntil: 8 }));
    expect(settled([edit, ended], [merged])).toBe(2);
    expect(settled([edit, ended], [{ ...merged, mergedInto: 'no memory with its text' }])).toBe(0);
    expect(settled([edit], [], { elsewhere: 'Thursday at nine' })).toBe(1);
  });

  test('a change without effect at the other side needs no revision', () => {
    const deletion = update('a', first, state('Tuesday', { changeType: 'DELETED' }));
    expect(settled([deletion], [arrival(state('Tuesday', { changeType: 'DELETED' }))])).toBe(1);
    expect(settled([update('a', first, state('Tuesday', { category: 'Facts' }))], [])).toBe(1);
  });

  test('a later change settles an earlier one only if it overwrites the same fields', () => {
    const both = [edit, update('b', thursday, state('Friday'))];
    expect(settled(both, [arrival(state('Friday'), { origin: 'b' })])).toBe(2);
    const salient = [edit, update('b', thursday, state('Thursday at nine', { salience: 0.9 }))];
    expect(settled(salient, [arrival(state('Tuesday', { salience: 0.9 }), { origin: 'b' })])).toBe(0);
  });

  test('a copied store recognizes its revision by number, time and text', () => {
    expect(settled([edit], [arrival(thursday, { at: 7 })], { answered: [] })).toBe(1);
  });
});

test('settling many changes and revisions of one memory takes few steps', () => {
  let read = 0;
  const counted = (n: number): RevisionState => ({
    ...state(''),
    get content() {
      read += 1;
      return `text ${n}`;
    },
  });
  const own = Array.from({ length: 400 }, (_, i) => update(`${i}`.padStart(16, '0'), counted(i), counted(i + 1)));
  const arrivals = Array.from({ length: 400 }, (_, i) => arrival(state(`other ${i}`), { origin: 'no change' }));
  expect(
    settledChanges(own, { arrivals, now: first, isAnswered: () => true, isElsewhere: () => false, isIn: () => false }),
  ).toBe(0);
  expect(read).toBeLessThan(400 * 10);
});
