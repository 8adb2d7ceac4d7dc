import { expect, test } from 'vitest';
import { formats } from '../../web/parts/export/formats.ts';
import { isOver } from '../../web/parts/export/outgoing.ts';
import {
  allSelected,
  countOf,
  extended,
  isSelected,
  noSelection,
  picked,
  type Selected,
  toggled,
} from '../../web/parts/memories/selection.ts';

const memory = (id: string, content = id, category = 'facts'): Selected => ({
  id,
  characterId: 'ada',
  content,
  category,
  importance: 'NORMAL',
  state: 'ACTIVE',
  createdAt: '2026-11-01T10:00:00.000Z',
});
const rows = ['a', 'b', 'c', 'd'].map((id) => memory(id));

test('items are selected singly and by range, and deselected', () => {
  const first = picked(noSelection, rows, 2, true);
  expect([...first.named.keys()]).toStrictEqual(['c']);
  const ranged = picked(first, rows, 0, true);
  expect([...ranged.named.keys()]).toStrictEqual(['c', 'a', 'b']);
  expect(picked(ranged, rows, 9, false)).toBe(ranged);
  const without = picked(ranged, rows, 1, false);
  expect(rows.map(({ id }) => isSelected(without, id))).toStrictEqual([true, false, true, false]);
  expect(countOf(without, 400)).toBe(2);
});

test('all matches are selected, and some of them excluded', () => {
  const left = toggled(toggled(allSelected, rows[1]!, 1), rows[2]!, 2);
  expect(countOf(left, 312)).toBe(310);
  expect(rows.map(({ id }) => isSelected(left, id))).toStrictEqual([true, false, false, true]);
  expect(countOf(extended(left, rows, 3), 312)).toBe(312);
});

test('an export holds the selected memories, and no field is executed as a formula', () => {
  const memories = [memory('a', 'Ada says "no",\nand means it.'), memory('b', '=SUM(A1)', 'goals')];
  expect(JSON.parse(formats.JSON.write!(memories, ''))).toMatchObject([
    { content: 'Ada says "no",\nand means it.', occurredAt: '2026-11-01T10:00:00.000Z' },
    { content: '=SUM(A1)', category: 'goals' },
  ]);
  expect(formats.CSV.write!(memories, '')).toBe(
    [
      'content,category,importance,occurredAt',
      '"Ada says ""no"",\nand means it.",facts,NORMAL,2026-11-01T10:00:00.000Z',
      "'=SUM(A1),goals,NORMAL,2026-11-01T10:00:00.000Z",
      '',
    ].join('\r\n'),
  );
});

test('an export for people has sentences with their days under their categories, and nothing else', () => {
  const memories = [
    memory('a', 'Ada likes tea.'),
    { ...memory('b', 'She plans:\n- a walk', 'goals'), occurredAt: '2026-03-02T08:00:00.000Z' },
    { ...memory('c', 'Ada lives in Porto.'), supersededBy: 'd', ended: 'ended 2026-11-20, now: Ada lives in Faro.' },
  ];
  expect(memories.map(isOver)).toStrictEqual([false, false, true]);
  expect(formats.Text.write!(memories, 'Ada')).toBe(
    [
      ...['# Ada', '', '## Facts', '', '- Ada likes tea. (2026-11-01)'],
      ...['- Ada lives in Porto. (2026-11-01 – 2026-11-20)', ''],
      ...['## Goals', '', '- She plans:', '  - a walk', '  (2026-03-02)', ''],
    ].join('\n'),
  );
});
