import { describe, expect, test } from 'vitest';
import { excerptFrom, markdownPieces, partsOf, pathIn, plainText, shortText } from '../../web/parts/memory/marking.ts';
import { bandOf, explanationOf, markedPieces, olderOf, remarksOf, sharesOf } from '../../web/parts/memory/rank.ts';
import { comparedWords, wordsOf } from '../../web/parts/memory/words.ts';

const shown = (text: string) =>
  markdownPieces(text)
    .map(({ text: inner, as }) => (as ? `<${as}>${inner}</${as}>` : inner))
    .join('');

describe('light Markdown', () => {
  test.each([
    ['use `npm ci`, **never** `npm i`', 'use <code>npm ci</code>, <b>never</b> <code>npm i</code>'],
    ['see [the **plan**](https://a.example/b "why") now', 'see the <b>plan</b> now'],
    ['![a map](x.png) of *Evora*', 'a map of <i>Evora</i>'],
    ['# Title\n> said\n```sh\nls\n```', 'Title\nsaid\n\nls\n'],
    ['Day 1<br>Rome<BR />Day 2', 'Day 1\nRome\nDay 2'],
    ['__init__.py is `__main__`', '__init__.py is <code>__main__</code>'],
    ['snake_case_name, 2 * 3 * 4, a ** b', 'snake_case_name, 2 * 3 * 4, a ** b'],
    ['**open, `open, [open](', '**open, `open, [open]('],
    ['設定は`/etc/apt/sources.list`に**書く**。', '設定は<code>/etc/apt/sources.list</code>に<b>書く</b>。'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    [
      'one<br>two<br/>`<br>`, a <div> in a <span class="x">span</span>',
      'one\ntwo\n<code><br></code>, a <div> in a span',
    ],
    ['| Service | Port |\n|---|:--:|\n| api | **8080** |', 'Service · Port\napi · <b>8080</b>'],
    ['*   **Vibe:** quiet\n---\n  * a * b', '• <b>Vibe:</b> quiet\n\n  • a * b'],
  ])('Markdown is rendered: %s', (text, expected) => expect(shown(text)).toBe(expected));

  test('a line of blanks takes time linear in its length', () => {
    for (const blank of [' ', '\t'])
      expect(shown(`x\n${blank.repeat(100_000)}y`)).toHaveLength('x\ny'.length + 100_000);
  });

  test('unclosed marks take time linear in their length', () => {
    for (const open of ['**', '`', '[', '![', '*a ', '[a](', '<b ', '<b>a', '|-', '| ']) {
      const text = `x ${open.repeat(20_000 / open.length)}`;
      expect(
        markdownPieces(text)
          .map((piece) => piece.text)
          .join('').length,
      ).toBeGreaterThan(0);
    }
  });
});

test.each([
  ['**Phase 2: Mainland (Sa', 'Phase 2: Mainland (Sa'],
  ['for WhatsApp Business API Access**.', 'for WhatsApp Business API Access**.'],
  ['the API of **WhatsApp** and Access**', 'the API of WhatsApp and Access'],
  ['**kwargs are given on', '**kwargs are given on'],
])('a text that was cut from another one has no mark that is closed elsewhere: %s', (text, expected) => {
  expect(plainText(text)).toBe(expected);
});

test('a short text is plain, on one line, without its headings', () => {
  expect(shortText('Plan › Ports: **api**<br>`8080`', 60)).toBe('api 8080');
});

test('a list shows a match far inside a text', () => {
  const text = `${'word '.repeat(100)}the harbour is deep`;
  const excerpt = excerptFrom(text, text.indexOf('harbour'));
  expect(excerpt).toMatch(/^… word .*harbour is deep$/);
  expect(excerpt.length).toBeLessThan(150);
  expect(excerptFrom(text, 20)).toBe(text);
});

describe('the comparison of texts', () => {
  const said = (from: string, to: string) =>
    comparedWords(from, to)
      ?.map(({ text, added, removed }) => (added ? `+${text}+` : removed ? `-${text}-` : text))
      .join('');

  test.each([
    ['Ada lives in Lisbon.', 'Ada lives in Porto.', 'Ada lives in -Lisbon-+Porto+.'],
    ['Audrey’s dogs sleep inside.', 'Andrew’s dogs sleep inside.', '-Audrey’s-+Andrew’s+ dogs sleep inside.'],
    ['She eats fish; her vet is Dr. Fujita.', 'She eats fish.', 'She eats fish-; her vet is Dr. Fujita-.'],
    ['She sings. She writes.', 'She sings.', 'She sings.- She writes.-'],
    ['I ski. My dog barks. My cat sleeps.', 'I ski. My cat sleeps.', 'I ski. -My dog barks. -My cat sleeps.'],
    ['My dog barks. My cat sleeps.', 'My cat sleeps.', '-My dog barks. -My cat sleeps.'],
    ['会議は月曜日の午前十時に始まります。', '会議は火曜日の午前十時に始まります。', undefined],
  ])('the difference is marked: %s → %s', (from, to, expected) => {
    const words = said(from, to);
    if (expected !== undefined) expect(words).toBe(expected);
    else expect(words).toMatch(/^会議は.*午前十時に始まります。$/);
  });

  test('texts with little in common are shown one after the other', () => {
    const from = 'I’ve had them for 3 years! They love the park.';
    expect(said(from, 'The release moves to March, because the audit is late.')).toBeUndefined();
    expect(wordsOf('Audrey’s dogs')).toStrictEqual(['Audrey’s', ' ', 'dogs']);
  });
});

test.each([
  ['Handbook › Disks: only from main', 'Handbook › Disks', 'only from main'],
  ['Handbuch › Was ist ein LVM? Ein Verbund.', 'Handbuch › Was ist ein LVM?', 'Ein Verbund.'],
  ['The lead is Ana: she said so', undefined, 'The lead is Ana: she said so'],
  ['A › B', undefined, 'A › B'],
  ['Lisbon trip › Her name is Shadow! She likes: tea.', 'Lisbon trip', 'Her name is Shadow! She likes: tea.'],
  ['Handbook › Falcon: Falcon uses Redis.', 'Handbook', 'Falcon uses Redis.'],
  ['Atlas: Atlas uses Redis.', undefined, 'Atlas uses Redis.'],
  ['Atlas: Atlases are heavy.', undefined, 'Atlas: Atlases are heavy.'],
  ['Lisbon trip › [image: a photo of a dog]', 'Lisbon trip', '[image: a photo of a dog]'],
])('the heading path of a text stands apart: %s', (content, path, text) => {
  expect(pathIn(content)).toStrictEqual({ ...(path !== undefined && { path }), text });
});

test.each([
  ['About me: preferences: I prefer *short* answers.', 'About me: preferences', 'I prefer *short* answers.'],
  ['About the project: Service: api; Port: 8080', 'About the project', 'Service: api; Port: 8080'],
  ['日本語メモ: 図書館は月曜日が休みです。', '日本語メモ', '図書館は月曜日が休みです。'],
  ['庭: 紫陽花を植えた。', '庭', '紫陽花を植えた。'],
  ['Heron: Heron uses Redis and PostgreSQL.', undefined, 'Heron uses Redis and PostgreSQL.'],
  ['The lead is Ana: she said so to all', undefined, 'The lead is Ana: she said so to all'],
  ['Service: Api gateway; Port: 8080', undefined, 'Service: Api gateway; Port: 8080'],
  ['It rains. The lead says: Bring an umbrella.', undefined, 'It rains. The lead says: Bring an umbrella.'],
  ['Port: 3000', undefined, 'Port: 3000'],
])('the only heading of a document stands apart: %s', (content, path, text) => {
  expect(pathIn(content, true)).toStrictEqual({ ...(path !== undefined && { path }), text });
});

test.each([
  ['Work › Falcon: Falcon uses Redis.', 'Work › Falcon', 'Falcon uses Redis.'],
  ['About me: My manager is Priya.', 'About me', 'My manager is Priya.'],
  ['Handbuch › Was ist ein LVM? Ein Verbund.', 'Handbuch › Was ist ein LVM?', 'Ein Verbund.'],
  ['My manager is Priya.', undefined, 'My manager is Priya.'],
])('a field has the text alone, and a save puts what stands above it there again: %s', (content, path, text) => {
  const parts = partsOf({ content, source: { kind: 'import' } });
  expect(parts).toMatchObject({ path, text });
  expect(parts.before + parts.text).toBe(content);
});

test('a result in place of an older memory names that one, without marks or shares', () => {
  for (const found of [{}, { explain: {} }]) {
    const explanation = explanationOf(found);
    expect(markedPieces('Ghent', explanation)).toStrictEqual([{ text: 'Ghent', isMarked: false }]);
    expect([...sharesOf(explanation, 0.9), ...remarksOf(explanation)]).toStrictEqual([]);
  }
  const older = { id: 'a', characterId: 'b', content: 'Home › Mara: She lives in Gothenburg.' };
  expect(olderOf(explanationOf({ explain: { insteadOf: [older] } }))).toStrictEqual([
    { older, said: 'in place of: She lives in Gothenburg.' },
  ]);
  const asked = { ...older, isAsked: true };
  expect(olderOf(explanationOf({ explain: { insteadOf: [asked] } }))).toStrictEqual([
    { older: asked, said: 'perhaps in place of: She lives in Gothenburg.' },
  ]);
  expect(remarksOf(explanationOf({ explain: { insteadOf: [older] } }))).toStrictEqual([
    'it stands in place of “She lives in Gothenburg.”, which matched',
  ]);
});

test.each([
  ['The Hotel is hot. Hot!', ['hot'], 'The Hotel is <hot>. <Hot>!'],
  ['Use GPT-4 (GPT-40 is not out).', ['GPT-4'], 'Use <GPT-4> (GPT-40 is not out).'],
  ['妹はベルリンに住んでいる', ['住ん', 'ベル'], '妹は<ベル>リンに<住ん>でいる'],
  ['メイの誕生日は8月14日。', ['生日'], 'メイの<誕生日>は8月14日。'],
  ['東京都知事と東京', ['東京'], '<東京>都知事と<東京>'],
])('marks are on the words that were found: %s', (text, found, marked) => {
  const explanation = explanationOf({ explain: { terms: [{ word: 'x', found, by: 'word', weight: 1 }] } });
  const pieces = markedPieces(text, explanation);
  expect(pieces.map((one) => (one.isMarked ? `<${one.text}>` : one.text)).join('')).toBe(marked);
});

test('a match is strong, likely or weak by its relevance', () => {
  expect([1, 0.7, 0.69, 0.38, 0.37, 0].map((relevance) => bandOf(relevance).band)).toStrictEqual([
    ...['strong', 'strong', 'likely', 'likely', 'weak', 'weak'],
  ]);
});
