import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../src/files/read-document.ts';
import { pdf, pdfOf, stream } from '../../support/archives.ts';

/** A string on a page: x, y, text. */
type Placed = readonly [x: number, y: number, text: string];

const drawn = (placed: readonly Placed[]) =>
  placed.map(([x, y, text]) => `BT /F1 9 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`).join('\n');
/** The same in hexadecimal codes. */
const drawnInCodes = (placed: readonly Placed[]) =>
  placed.map(([x, y, codes]) => `BT /F1 9 Tf 1 0 0 1 ${x} ${y} Tm <${codes}> Tj ET`).join('\n');
const utf16 = (text: string) =>
  [...Buffer.from(text, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const descriptor = '/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 0 1000 1000]>>';

async function statements(bytes: Buffer): Promise<string[]> {
  return (await readDocument('a.pdf', bytes, 'auto')).pieces.map(({ body }) => body);
}

/** Lines of a column, which say where they are. */
function column(name: string, lines: number): string[] {
  return Array.from(
    { length: lines },
    (_, i) => `${i === 0 && name === 'figs' ? 'The' : 'and'} text on ${name} has its line ${i} and goes on`,
  );
}

const width = 190;
const three = ['figs', 'oats', 'rye'].map((name) => column(name, 8));
const whole = three.map((lines) => lines.join(' ')).join(' ');
const at = (c: number, line: number): Placed => [40 + c * width, 700 - 12 * line, three[c]![line]!];

describe('columns', () => {
  const title: Placed = [200, 740, 'Of corn and of fruit in gardens'];
  const byLines = three[0]!.flatMap((_, line) => [0, 1, 2].map((c) => at(c, line)));

  test('three columns are read one after the other in a file written by lines', async () => {
    const page = pdf(drawn([title, ...byLines]));
    expect(await statements(page)).toStrictEqual([title[2], whole]);
  });

  test('two columns are read one after the other in a file written by lines', async () => {
    const two = byLines.filter(([x]) => x < 40 + 2 * width);
    const text = three.slice(0, 2).map((lines) => lines.join(' '));
    expect(await statements(pdf(drawn([title, ...two])))).toStrictEqual([title[2], text.join(' ')]);
  });

  test('columns with lines at different heights are read one after the other', async () => {
    const uneven = byLines.map(([x, y, text]): Placed => [x, x > 40 ? y - 5 : y, text]);
    expect(await statements(pdf(drawn([title, ...uneven])))).toStrictEqual([title[2], whole]);
  });

  test('columns are read in order in a file written by blocks, the last column first, the title last', async () => {
    const blocks = [2, 0, 1].flatMap((c) => three[c]!.map((_, line) => at(c, line)));
    expect(await statements(pdf(drawn([...blocks, title])))).toStrictEqual([title[2], whole]);
  });

  test('columns are read one after the other in a file that breaks off within sentences', async () => {
    const parts: [c: number, from: number, to: number][] = [
      [1, 0, 3],
      [0, 0, 5],
      [2, 0, 2],
      [1, 3, 8],
      [2, 2, 6],
      [0, 5, 8],
      [2, 6, 8],
    ];
    const blocks = parts.flatMap(([c, from, to]) => three[c]!.slice(from, to).map((_, i) => at(c, from + i)));
    expect(await statements(pdf(drawn([title, ...blocks])))).toStrictEqual([title[2], whole]);
  });

  test('columns between full-width parts are read one after the other', async () => {
    const below = three[0]!.flatMap((_, line) =>
      [0, 1].map((c): Placed => [40 + c * width, 500 - 12 * line, at(c, line)[2]]),
    );
    const middle: Placed = [
      40,
      560,
      'Here a sentence of its own goes from the left of the page to the right of all columns, so far.',
    ];
    const page = pdf(drawn([title, ...byLines, middle, ...below, [250, 30, '17']]));
    const twice = three.slice(0, 2).map((lines) => lines.join(' '));
    expect(await statements(page)).toStrictEqual([title[2], whole, middle[2], twice.join(' ')]);
  });

  test('a heading, a footnote and running heads keep their place around columns', async () => {
    const lines = byLines.map(([x, y, text]): Placed => [x, y - 20, text]);
    const page = [
      [40, 780, 'Journal of gardens'] as const,
      [560, 780, '9'] as const,
      [230, 698, 'Oats'] as const,
      ...lines,
      [40, 560, '* The footnote of the figs.'] as const,
    ];
    const text = (await statements(pdf(drawn(page)))).join('\n');
    expect(text).toMatch(/^Journal of gardens 9\nThe text on figs /);
    expect(text.indexOf('The footnote')).toBeGreaterThan(text.indexOf('line 7 of figs'));
    expect(text).toContain(`Oats\n${three[1]!.join(' ')}`);
  });

  test('columns of right-to-left text are read from right to left', async () => {
    const font = `/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/DW 500${descriptor}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]`;
    const map = stream(6, '', Buffer.from('begincmap 1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap'));
    // The letters of a line are in visual order.
    const seen = (text: string) => utf16([...text].reverse().join(''));
    const lines = [
      'שלום לכל הקוראים של הגן',
      'המים באים מן הנהר הגדול',
      'התאנים טובות בסוף הקיץ',
      'והזיתים טובים רק אחר כך',
      'כך כתבו בספר הישן שלנו',
    ];
    const placed = lines.flatMap((line, i): Placed[] => [
      [40, 700 - 12 * i, seen(`${line} ב`)],
      [240, 700 - 12 * i, seen(`${line} א`)],
    ]);
    const page = pdfOf([stream(4, '', Buffer.from(drawnInCodes(placed))), map], ['4 0 R'], font);
    const text = [...'אב'].map((letter) => lines.map((line) => `${line} ${letter}`).join(' '));
    expect((await statements(page)).join(' ').replaceAll('\n', ' ')).toBe(text.join(' '));
  });
});

describe('text outside of columns', () => {
  test('a table is read by its rows', async () => {
    const rows = Array.from({ length: 8 }, (_, i): Placed[] => [
      [40, 700 - 12 * i, `200${i}`],
      [120, 700 - 12 * i, `${i + 1} million euro of revenue`],
      [320, 700 - 12 * i, i % 2 ? 'a good year' : 'a year that nobody wants to talk about'],
    ]);
    const [first, second] = await statements(pdf(drawn(rows.flat())));
    expect(first).toMatch(/^2000 1 million euro of revenue a year that nobody wants to talk about\s2001 2 million/);
    expect(second).toBeUndefined();
  });

  test('a table with cells of several lines is read by its cells', async () => {
    const cell = (x: number, y: number, name: string): Placed[] =>
      column(name, 3).map((text, i) => [x, y - 12 * i, text]);
    const rows = [0, 1, 2, 3].flatMap((i) => [
      ...cell(40, 700 - 48 * i, `left${i}`),
      ...cell(300, 700 - 48 * i, `right${i}`),
    ]);
    const text = (await statements(pdf(drawn(rows)))).join(' ').replaceAll('\n', ' ');
    const cells = [0, 1, 2, 3].flatMap((i) => [`left${i}`, `right${i}`]);
    expect(text).toBe(cells.map((name) => column(name, 3).join(' ')).join(' '));
  });

  test('lines that were broken on purpose stay separate', async () => {
    const lines = ['Name: Ada', 'Town: London', 'Work: mathematics', 'Machine: the analytical one of Mister Babbage'];
    const page = pdf(drawn(lines.map((line, i) => [40, 700 - 12 * i, line])));
    expect(await statements(page)).toStrictEqual([lines.join('\n')]);
  });
});

describe('fonts without a mapping to letters', () => {
  const font = `/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/DW 500${descriptor}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]`;
  /** TrueType codes: the letters of another text, and a control character for each blank. */
  const numbered = (text: string) => utf16(String.fromCharCode(...[...text].map((one) => one.charCodeAt(0) - 29)));

  test('a PDF whose fonts have no mapping to letters is refused', async () => {
    const text = 'The quick brown fox jumps over the lazy dog near the river and sleeps.';
    await expect(statements(pdf(drawnInCodes([[40, 700, numbered(text)]]), font))).rejects.toThrow(
      'its fonts do not say which letters they show',
    );
  });

  test('a PDF whose bullets have no mapping to letters is read', async () => {
    const map = stream(6, '', Buffer.from('begincmap 1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap'));
    const items = ['Figs for Ada', 'Bread for Ben'].flatMap((item, i): Placed[] => [
      [40, 700 - 14 * i, utf16('\uf0b7')],
      [58, 700 - 14 * i, utf16(item)],
    ]);
    const named = font.replace('/Identity-H/', '/Identity-H/ToUnicode 6 0 R/');
    const page = pdfOf([stream(4, '', Buffer.from(drawnInCodes(items))), map], ['4 0 R'], named);
    expect(await statements(page)).toStrictEqual(['Figs for Ada', 'Bread for Ben']);
  });
});

describe('Chinese, Japanese and Korean fonts that a PDF names but does not hold', () => {
  const font = (encoding: string, ordering: string) =>
    `/Subtype/Type0/BaseFont/Named/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Named${descriptor}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>>>]`;

  test.each([
    ['UniGB-UCS2-H', 'GB1', utf16('备份在凌晨三点'), '备份在凌晨三点'],
    ['UniGB-UTF16-H', 'GB1', utf16('小王开会'), '小王开会'],
    ['GBK-EUC-H', 'GB1', 'd6d0cec4', '中文'],
    ['UniCNS-UCS2-H', 'CNS1', utf16('備份在凌晨'), '備份在凌晨'],
    ['ETen-B5-H', 'CNS1', 'a4a4a4e5', '中文'],
    ['UniJIS-UCS2-H', 'Japan1', utf16('データの保存'), 'データの保存'],
    ['UniJIS-UTF16-H', 'Japan1', utf16('東京の会議'), '東京の会議'],
    ['90ms-RKSJ-H', 'Japan1', '93fa967b8cea', '日本語'],
    ['EUC-H', 'Japan1', 'c6fccbdcb8ec', '日本語'],
    ['UniKS-UCS2-H', 'Korea1', utf16('금요일 회의'), '금요일 회의'],
    ['UniKS-UTF16-H', 'Korea1', utf16('서버는 서울에'), '서버는 서울에'],
    ['KSCms-UHC-H', 'Korea1', 'c7d1b1b9beee', '한국어'],
  ])('the font encoding %s is read without the font', async (encoding, ordering, codes, text) => {
    const page = pdf(drawnInCodes([[40, 700, codes]]), font(encoding, ordering));
    expect(await statements(page)).toStrictEqual([text]);
  });

  test('wrapped lines are joined, and ruby text is dropped', async () => {
    const rows = ['東京の会議は毎週金曜日の午後三時から本社の三階にあ', 'る大きな会議室で行われます。'];
    const placed = rows.map((row, i): Placed => [40, 700 - 14 * i, utf16(row)]);
    const reading = `BT /F1 4 Tf 1 0 0 1 40 710 Tm <${utf16('とうきょう')}> Tj ET\n`;
    const page = pdf(reading + drawnInCodes(placed), font('UniJIS-UCS2-H', 'Japan1'));
    expect(await statements(page)).toStrictEqual([rows.join('')]);
  });

  test('vertical text is read from right to left, one tier after the other', async () => {
    const tiers = ['い', 'ろ'].map((tier) =>
      [1, 2, 3, 4, 5].map((n) => `${tier}段の${'一二三四五'[n - 1]}行目は庭の話を続ける`),
    );
    const placed = tiers[0]!.flatMap((_, i) =>
      [0, 1].map((tier): Placed => [500 - 15 * i, 700 - 300 * tier, utf16(tiers[tier]![i]!)]),
    );
    const page = pdf(drawnInCodes(placed), font('UniJIS-UCS2-V', 'Japan1'));
    expect(await statements(page)).toStrictEqual([tiers.flat().join('')]);
  });
});
