import { expect, test } from 'vitest';
import type { NewPiece } from '../../src/domain/stores/files.ts';
import { pieceKeys } from '../../src/files/piece.ts';
import { reconcile, reconcileStatement } from '../../src/files/reconcile.ts';
import { fc, holds } from '../support/law.ts';

const memory = { id: '', content: '', salience: 0.5, importance: 'NORMAL', source: { kind: 'file' } } as const;

function piece(body: string, ...context: string[]): NewPiece {
  return { ...pieceKeys({ body, context }), memory: { ...memory, content: body } };
}

const kinds = (before: NewPiece[], after: NewPiece[]) => reconcile(before, after).map(({ kind }) => kind);

test('an edited line is matched as one removed and one added', () => {
  const before = [piece('a'), piece('b'), piece('c')];
  expect(kinds(before, [piece('a'), piece('b!'), piece('c')])).toStrictEqual(['keep', 'keep', 'add', 'vanish']);
});

test('another heading moves the pieces below it', () => {
  const before = [piece('a', 'Old'), piece('b', 'Old')];
  expect(kinds(before, [piece('a', 'New'), piece('b', 'New')])).toStrictEqual(['move', 'move']);
});

test('a file of one statement has the same one when its text changes', () => {
  const kindsOf = (before: NewPiece[], after: NewPiece[]) => reconcileStatement(before, after).map(({ kind }) => kind);
  expect(kindsOf([piece('a')], [piece('b')])).toStrictEqual(['move']);
  expect(kindsOf([piece('a')], [piece('b'), piece('c')])).toStrictEqual(['add', 'add', 'vanish']);
});

test('equal texts in two places are matched to their own places first', () => {
  const before = [piece('x', 'A'), piece('x', 'B')];
  const changes = reconcile(before, [piece('x', 'B'), piece('x', 'C')]);
  expect(changes).toMatchObject([
    { kind: 'keep', known: before[1] },
    { kind: 'move', known: before[0] },
  ]);
});

test('every old piece has one fate and every new one an origin, in any order', async () => {
  const some = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('X', 'Y', 'Z')), {
    selector: String,
  });
  await holds(
    fc.property(some, some, (before, after) => {
      const old = before.map(([body, context]) => piece(body, context));
      const next = after.map(([body, context]) => piece(body, context));
      const changes = reconcile(old, next);
      const fates = changes.flatMap((change) => ('known' in change ? [change.known.key] : []));
      expect(fates.toSorted()).toStrictEqual(old.map(({ key }) => key).toSorted());
      expect(changes.filter(({ kind }) => kind !== 'vanish')).toHaveLength(next.length);
      expect(kinds(old, old.toReversed()).every((kind) => kind === 'keep')).toBe(true);
      const shared = (body: string) =>
        Math.min(...[before, after].map((list) => list.filter(([one]) => one === body).length));
      const kept = changes.filter(({ kind }) => kind === 'keep' || kind === 'move').length;
      expect(kept).toBe(['a', 'b', 'c', 'd'].reduce((sum, body) => sum + shared(body), 0));
    }),
  );
});
