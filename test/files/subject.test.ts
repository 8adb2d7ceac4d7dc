import { expect, test } from 'vitest';
import { believed, believedDocument } from '../../src/files/believed.ts';
import { passedOver, templatesNamed } from '../../src/files/passed-over.ts';
import { render } from '../../src/files/piece.ts';
import { readDocument } from '../../src/files/read-document.ts';
import { isTelling, nameOfFile } from '../../src/files/subject.ts';

const read = async (name: string, text: string) => readDocument(name, Buffer.from(text), 'auto');
const memories = async (name: string, text: string) =>
  (await read(name, text)).pieces.map((piece) => render(piece, []).content);

test.each([
  ['Heron', true],
  ['مشروع النيل', true],
  ['2023-09-12 Meeting with Steph', true],
  ['家', true],
  ['README', false],
  ['Untitled 2', false],
  ['Sans titre', false],
  ['2026_03_04', false],
  ['Saturday, May 30, 2026', false],
  ['a', false],
])('a file name is judged whether it carries meaning: %j is %j', (name, says) => {
  expect(isTelling(name)).toBe(says);
});

test('Logseq’s file names are read as page names', () => {
  expect(['pages/Area___Health.md', 'pages/Area%2FHealth.md'].map(nameOfFile)).toStrictEqual([
    'Area/Health',
    'Area/Health',
  ]);
});

test('a text or note in a folder names its subject, even one with a heading', async () => {
  expect(await memories('n/Heron.md', 'The lead is Ana.\n')).toStrictEqual(['Heron: The lead is Ana.']);
  expect(await memories('n/Ibis.txt', 'The lead is Ana.\n')).toStrictEqual(['Ibis: The lead is Ana.']);
  expect(await memories('n/file.md', '# Egret\n\nThe lead is Ben.\n')).toStrictEqual(['Egret: The lead is Ben.']);
  expect(await memories('n/Boat.md', '# Boat\n\nA.\n\n# Mast\n\nB.\n')).toStrictEqual(['Boat: A.', 'Boat › Mast: B.']);
  expect(await memories('n/README.md', 'The lead is Ana.\n')).toStrictEqual(['The lead is Ana.']);
});

test('front matter is always properties, and an invalid date stays and is reported', async () => {
  const { pieces, leftOut } = await read('n/Heron.md', '---\nstatus: open\ndate: 2024-02-30\n---\n\nIt is green.\n');
  expect(pieces.map(({ body }) => body)).toStrictEqual(['It is green. (status: open; date: 2024-02-30)']);
  expect(leftOut).toStrictEqual([{ name: 'date (no date that is read): 2024-02-30', count: 1 }]);
});

test('footnotes follow their sentence, struck text is dropped, mathematics stays', async () => {
  const text =
    'It is 3 m.[^1] ~~It was 2 m.~~ See $\\int_0^1 x\\,dx$ too.\n\n- [x] ~~Order it~~\n\n[^1]: Measured by Ben.\n';
  expect(await memories('x.md', text)).toStrictEqual([
    'It is 3 m. (Measured by Ben.) See $\\int_0^1 x\\,dx$ too.',
    'done: Order it',
  ]);
});

test('Logseq’s own entries give no statements', async () => {
  const text =
    'alias:: home\n\n- The roof is of slate.\n  id:: 64b0c1d2-1111-4222-8333-944455556666\n- DONE Order it\n  :LOGBOOK:\n  CLOCK: [2026-11-07 Sat 11:47:50]\n  :END:\n- {{query (task TODO)}}\n- Meeting\n  template:: meeting\n\t- {{title}}\n- Costs 3\n  owner:: Ana\n## Below\n\t- A list.\n';
  expect(await memories('pages/House.md', text)).toStrictEqual([
    'House (home): The roof is of slate.',
    'House (home): done: Order it',
    'House (home): Costs 3 (owner: Ana)',
    'House (home) › Below: A list.',
  ]);
});

test('a highlight loses its marks, and a comparison or code keeps its signs', async () => {
  const text = 'We use ==pnpm==, if x==y and z==w.\n\n這是==重要==的：`a ==b== c`。\n\nIt is ==very hot==!\n';
  expect(await memories('x.md', text)).toStrictEqual([
    'We use pnpm, if x==y and z==w.',
    '這是重要的：`a ==b== c`。',
    'It is very hot!',
  ]);
});

test('a template gives no statement, and a note of properties alone gives one', async () => {
  const noted = async (text: string) => (await read('n/Heron.md', text)).pieces.map(({ body }) => body);
  expect(await noted('---\ntags: [person]\nstatus: draft\n---\n\n# {{title}}\n')).toStrictEqual([]);
  expect(await noted('---\ncreated: "{{date}}"\nmood: good\n---\n')).toStrictEqual([]);
  expect(await noted('---\ncreated: <% tp.date.now() %>\n---\n\nIt is green.\n')).toStrictEqual(['It is green.']);
  expect(await noted('---\nstatus: open\n---\n')).toStrictEqual(['status: open']);
});

test('Org is read with its title, headings, tasks, tables and links', async () => {
  const text =
    '#+TITLE: Garden\n* TODO [#A] Plant the tree :tree:\n  DEADLINE: <2026-12-03 Thu>\n  :PROPERTIES:\n  :ID: 1\n  :END:\n  It comes from Meyer.\n* Notes\n  - See [[https://example.org/a/b][this page]], C:\\temp, +gone+ now.\n  | Plant | Bed |\n  |-------+-----|\n  | Kale  | 3   |\n';
  expect(await memories('garden.org', text)).toStrictEqual([
    'Garden › open: Plant the tree (tree) (deadline 2026-12-03): It comes from Meyer.',
    'Garden › Notes: See [this page](https://example.org/a/b), C:\\temp, now.',
    'Garden › Notes: Plant: Kale; Bed: 3',
  ]);
});

test('a Zim page is read with its title, headings, tasks, links and text', async () => {
  const text =
    "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\nCreation-Date: 2026-03-02T09:15:00+01:00\n\n====== Garden plan ======\nCreated Monday 02 March 2026\n\n===== Beds =====\nThe //north// bed is __wet__, see [[:Soil:Clay|the soil]] and [[https://example.org/a//b|this page]].\n\t//Kale// grows there.\n* Kale\n\t* Red Russian\n1. Dig\na. Sow\n\n==== Tasks\n[ ] Buy ''BFG 30''\n[*] Plant the tree\n[x] Sell the mower\n{{./bed.png?width=300}}\nTry this:\n'''\n//as it is//\n'''\n{{{code: lang=\"python3\" linenumbers=\"True\"\nprint(1)\n}}}\n";
  const { pieces } = await read('Home/Garden_plan.txt', text);
  expect(pieces.map((piece) => render(piece, []).content)).toStrictEqual([
    'Garden plan: Created Monday 02 March 2026',
    'Garden plan › Beds: The *north* bed is wet, see the soil (Soil:Clay) and [this page](https://example.org/a//b).',
    'Garden plan › Beds: *Kale* grows there.',
    'Garden plan › Beds › Kale: Red Russian',
    'Garden plan › Beds: Dig',
    'Garden plan › Beds: Sow',
    'Garden plan › Beds › Tasks: open: Buy `BFG 30`',
    'Garden plan › Beds › Tasks: done: Plant the tree',
    'Garden plan › Beds › Tasks: dropped: Sell the mower',
    'Garden plan › Beds › Tasks › Try this:\n```\n//as it is//\n```',
    'Garden plan › Beds › Tasks:\n```python3\nprint(1)\n```',
  ]);
  expect(pieces[0]?.occurredAt).toBe('2026-03-02T08:15:00.000Z');
});

test('a first heading equal to the file name but for its signs is read once', async () => {
  expect(await memories('notes/daily-notes.md', '# Daily Notes\n\nSee [[Templates]].\n')).toStrictEqual([
    'Daily Notes: See Templates.',
  ]);
  expect(await memories('notes/daily-notes.md', '# Every day\n\nSee [[Templates]].\n')).toStrictEqual([
    'daily-notes › Every day: See Templates.',
  ]);
});

test('an embedded note alone gives no statement', async () => {
  const text = '![[dendron://handbook/routine#morning,1:#*]]\n\nSee ![[Crew]] for names.\n\n![[A]] ![[B#C]]\n';
  expect(await memories('notes/Boat.md', text)).toStrictEqual(['Boat: See Crew for names.']);
});

test('an agent’s memory is one statement, and its index gives none', async () => {
  const text =
    '---\nname: no-mocks\ndescription: d\nmetadata:\n  type: feedback\n---\n\nUse a real database.\n\n**Why:** a mock broke it.\n';
  const { pieces } = await read('memory/no_mocks.md', text);
  expect(pieces).toMatchObject([
    { body: 'Use a real database. Why: a mock broke it.', context: [], tags: ['preferences'] },
  ]);
  expect(await memories('memory/MEMORY.md', '# Index\n\n- [No mocks](no_mocks.md) — a real database\n')).toStrictEqual(
    [],
  );
});

test.each([
  ['logseq/bak/pages/House/1.md', 'bin'],
  ['Trash/a.md', 'bin'],
  ['.trash/a.md', 'bin'],
  ['a.bak.md', 'bin'],
  ['99 Templates/Person.md', 'template'],
  ['Plan.excalidraw.md', 'drawing'],
  ['pages/bak/a.md', undefined],
  ['Backup plan.md', undefined],
])('the file %s is skipped as %s', (path, why) => {
  expect(passedOver(path)).toBe(why);
});

test('the settings of a vault name its templates', () => {
  const settings = [
    ['.obsidian/templates.json', '{"folder":"Meta/Forms/"}'] as const,
    ['.obsidian/daily-notes.json', 'no'] as const,
  ];
  expect(templatesNamed(settings)).toStrictEqual(['Meta/Forms']);
});

const now = Date.parse('2026-01-15T10:00:00Z');

test('a date after tomorrow is ignored, and a Buddhist year of a Thai text is converted', () => {
  expect(believed('2026-01-16T09:00:00.000Z', now, '')).toBe('2026-01-16T09:00:00.000Z');
  expect(believed('2031-05-01T00:00:00.000Z', now, '')).toBeUndefined();
  expect(believed('2567-05-01T00:00:00.000Z', now, 'Old')).toBeUndefined();
  expect(believed('2567-05-01T00:00:00.000Z', now, 'บ้าน')).toBe('2024-05-01T00:00:00.000Z');
  const document = { pieces: [{ body: 'b', context: [], occurredAt: '2031-05-01T00:00:00.000Z' }] };
  expect(believedDocument(document, now, '2025-01-01T00:00:00.000Z')).toStrictEqual({
    pieces: [{ body: 'b', context: [], occurredAt: '2025-01-01T00:00:00.000Z' }],
    leftOut: [{ name: 'time in the future, not believed: 2031-05-01', count: 1 }],
  });
});
