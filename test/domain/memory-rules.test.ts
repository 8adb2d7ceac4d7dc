import { expect, test } from 'vitest';
import { takesHistory, undoOf } from '../../src/domain/memory-rules.ts';

test('the history of a memory goes along only where nobody new may read it', () => {
  const to = [
    { visibility: 'PRIVATE', isShared: false },
    { visibility: 'PRIVATE', isShared: true },
    { visibility: 'PUBLIC', isShared: false },
  ] as const;
  const from = ['PRIVATE', 'PUBLIC'] as const;
  expect(from.map((visibility) => to.map((readers) => takesHistory({ visibility }, readers)))).toStrictEqual([
    [true, false, false],
    [true, true, true],
  ]);
});

test('undoing leaves a memory its category where the one before was deleted', () => {
  const values = { content: 'Soup', salience: 0.5, importance: 'LOW', validUntil: null, supersededBy: null } as const;
  const before = { changeType: 'CREATED', category: 'facts', tags: null, metadata: null, ...values } as const;
  const fieldsOf = (categories: string[]) =>
    undoOf({ memoryId: 'm', state: 'ACTIVE', isLatest: true, before }, new Set(categories)).map((change) =>
      change.kind === 'update' ? change.fields : change.kind,
    );
  const { changeType, category, ...fields } = before;
  expect(fieldsOf(['general', category])).toStrictEqual([{ ...fields, category }]);
  expect(fieldsOf(['general'])).toStrictEqual([fields]);
});

test('undoing lets a proposal wait again, whether it was kept or rejected', () => {
  const values = { content: 'Soup', salience: 0.5, importance: 'LOW', validUntil: null, supersededBy: null } as const;
  const before = { changeType: 'PROPOSED', category: 'facts', tags: null, metadata: null, ...values } as const;
  for (const state of ['ACTIVE', 'DELETED'] as const)
    expect(undoOf({ memoryId: 'm', state, isLatest: true, before }, new Set()).at(-1)).toStrictEqual({
      kind: 'restore',
      memoryId: 'm',
      asProposal: true,
    });
});
