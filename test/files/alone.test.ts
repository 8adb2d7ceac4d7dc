import { expect, test } from 'vitest';
import { render } from '../../src/files/piece.ts';
import { readDocument } from '../../src/files/read-document.ts';

/** The statements of a note, and what was left out by name: a statement must be understood alone. */
async function read(text: string, name = 'notes/Boat.md') {
  const { pieces, leftOut = [] } = await readDocument(name, Buffer.from(text), 'auto');
  return {
    said: pieces.map((piece) => render(piece, []).content),
    leftOut: Object.fromEntries(leftOut.map((one) => [one.name, one.count])),
  };
}

test('a section without text is dropped and counted, unless its heading is a statement', async () => {
  const { said, leftOut } = await read(
    '# Boat\n\n## Costs\n\nThe berth is 900 euros.\n\n## Ideas\n\n## 2. Paint\n\n## Sell it before the winter comes\n',
    'Boat.md',
  );
  expect(said).toStrictEqual(['Boat › Costs: The berth is 900 euros.', 'Boat: Sell it before the winter comes']);
  expect(leftOut).toStrictEqual({ 'sections without text': 2 });
});

test('headings that are items of an outline become statements, empty names do not', async () => {
  const { said } = await read('## Repairs\n### Sand the keel\n### New pump\n### Oil\n## Later\n');
  expect(said).toStrictEqual(['Boat › Repairs: Sand the keel', 'Boat › Repairs: New pump', 'Boat › Repairs: Oil']);
});

test.each([
  ['a name', 'Crew\n\n- Ana\n- Ben\n', ['Boat › Crew: Ana', 'Boat › Crew: Ben']],
  [
    'a link, which stays a statement',
    '[How to moor](https://example.org/moor)\n- by James, 2020\n',
    ['Boat: [How to moor](https://example.org/moor)', 'Boat › How to moor: by James, 2020'],
  ],
  ['a sentence, which announces nothing', 'The pump is old.\n\n- Ana\n', ['Boat: The pump is old.', 'Boat: Ana']],
  ['a name whose list has no text', 'Crew\n\n- ![](a.png)\n', ['Boat: Crew']],
  ['a Chinese name', '船员\n\n- 安娜\n', ['Boat › 船员: 安娜']],
  [
    'a Chinese sentence',
    '明天下午三点和王医生见面讨论手术的方案以及费用\n\n- 安娜\n',
    ['Boat: 明天下午三点和王医生见面讨论手术的方案以及费用', 'Boat: 安娜'],
  ],
  [
    'a bold label with a colon, for that list alone',
    '**Crew:**\n- Ana\n\nThe berth is 900 euros.\n',
    ['Boat › Crew: Ana', 'Boat: The berth is 900 euros.'],
  ],
])('the context of a list comes from the line above it: %s', async (_, text, expected) => {
  expect((await read(text)).said).toStrictEqual(expected);
});

test('a line that announces code joins it; a sentence does not', async () => {
  const code = '```sh\npump on\n```';
  expect((await read(`Pump it with this script\n\n${code}\n`)).said).toStrictEqual([
    `Boat › Pump it with this script:\n${code}`,
  ]);
  expect((await read(`It leaks.\n\n${code}\n`)).said).toStrictEqual(['Boat: It leaks.', `Boat:\n${code}`]);
});

test('lines that each begin a thought stay separate, and wrapped ones are joined', async () => {
  const lines = 'Call Ben on Tuesday about the new berth\nBuy rope\nAsk for the papers\n';
  expect((await read(lines)).said).toStrictEqual([`Boat: ${lines.trim()}`]);
  const wrapped = 'Call Ben on Tuesday about the\nBerth Office, he knows who has\nKeys\n';
  expect((await read(wrapped)).said).toStrictEqual([`Boat: ${wrapped.trim().replaceAll('\n', ' ')}`]);
});

test('images, file names and tags alone are not statements', async () => {
  const { said, leftOut } = await read(
    '- ![](https://example.org/a.png)\n- 2020_11_26_ap.png\n- #boat #sea/deep\n- ![The hull from below](hull.png)\n- It is blue.\n',
  );
  expect(said).toStrictEqual(['Boat: The hull from below', 'Boat: It is blue.']);
  expect(leftOut).toMatchObject({ 'names of files, tags and dates alone': 2 });
});

test('Logseq’s heading blocks, highlights, terms and plugin times are read', async () => {
  const { said, leftOut } = await read(
    '---\ntitle: AP\n---\n## Meta\n### ^^Goal^^ is speed above all\n### Triplet loss:: Known for long\n####### Deeper than Markdown goes\n####### And again\n## ## 02:45 {{embed [[bb2f568d]]}}\n## Log\n- DONE write the script\n  done:: 1619097616319\n• Typed by hand\n## [[https://cdn.example.org/a.png?x=1][the drawing of the hull]]\n',
    'pages/AP.md',
  );
  expect(said).toStrictEqual([
    'AP › Meta: Goal is speed above all',
    'AP › Meta › Triplet loss: Known for long: Deeper than Markdown goes',
    'AP › Meta › Triplet loss: Known for long: And again',
    'AP › Log: done: write the script',
    'AP › Log: Typed by hand',
    'AP: the drawing of the hull',
  ]);
  expect(leftOut).toMatchObject({ 'done::': 1, 'queries and embedded blocks': 1 });
});

test('a heading "TODO List" is a name, and its items are tasks', async () => {
  const { said } = await read('#+title: Boat\n* TODO List\n- [x] rope\n- [ ] paint\n', 'boat.org');
  expect(said).toStrictEqual(['Boat › TODO List: done: rope', 'Boat › TODO List: open: paint']);
});

test('struck-through text is dropped and counted', async () => {
  const { said, leftOut } = await read('It is 3 m. ~~It was 2 m.~~\n\n- ~~Sell it.~~\n');
  expect(said).toStrictEqual(['Boat: It is 3 m.', 'Boat: (no longer) Sell it.']);
  expect(leftOut).toStrictEqual({ 'struck text': 1 });
});
