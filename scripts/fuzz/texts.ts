import fc from 'fast-check';
import { zip } from '../../test/support/archives.ts';

/** Bits of syntax that made a reader fail, or might. */
const bits = [
  ...'<>&"\'`*_~#|[](){}\\/-+=:;,.!?@$%^ \t\n',
  ...['\r\n', '\u2028', '\u00a0', '\u0301', '\u200b', '\ufeff', '\ud800', '\0', '\x1b[', '你', 'ﷺ', '🧑‍🚀'],
  ...['<a', '</', '<!--', '<![CDATA[', '<table><tr><td>', '<ul><li>', '&a;', '](', '![', '1. ', '> a\n', '- ', '# '],
  ...['```', '---\n', '| a ', '|-', '    x\n', '\n\n', '"a",', '{"a":', '[', 'true', '1e999', 'null', 'a', 'word '],
  ...['__proto__', 'constructor', '</notes>', 'https://a.b/', 'www.a', '2026-01-01T00:00:00Z', 'User: ', '${', '%00'],
];

/** Ordinary beginnings of every kind of document, to be damaged. */
const samples = [
  '# Title\n\n- one\n- two **bold** [link](https://a.b)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n```js\nx\n```\n',
  '---\nkey: value\n---\n\n## Facts\n\n1. first\n2. second\n   - below\n\nA paragraph\nin two lines.[^1]\n\n[^1]: note\n',
  '<!doctype html><html><head><title>T</title></head><body><h1>H</h1><p>a &amp; b</p><ul><li>x</ul><table><tr><td>1</table>',
  'name,content,importance\nAda,"likes, tea",HIGH\nBo,"says ""hi""",LOW\n',
  '[{"content":"likes tea","category":"facts","tags":["a"]},{"content":"likes coffee","salience":0.4}]',
  '{"content":"one"}\n{"content":"two","createdAt":"2026-01-01T00:00:00Z"}\n',
  '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n',
  '[{"title":"chat","mapping":{"a":{"message":{"author":{"role":"user"},"content":{"parts":["I like tea"]}}}}}]',
  '{"messages":[{"role":"user","content":"I live in Ulm"},{"role":"assistant","content":"Noted."}]}',
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R>>endobj 4 0 obj<</Length 30>>stream\nBT (hello) Tj ET\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
];

const docx = zip([
  {
    name: '[Content_Types].xml',
    data: Buffer.from(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
  },
  {
    name: 'word/document.xml',
    data: Buffer.from(
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body></w:document>',
    ),
  },
]);

const bit = fc.constantFrom(...bits);
const length = fc.integer({ min: 0, max: 16 }).map((power) => Math.floor(1.9 ** power));

/** One bit, or two alternating, repeated very often between others: this exposes slow algorithms. */
const repeated = fc
  .tuple(fc.oneof(bit, fc.constant('')), bit, fc.oneof(bit, fc.constant('')), length, fc.string({ maxLength: 20 }))
  .map(([start, one, other, times, end]) => `${start}${(one + other).repeat(times)}${end}`);

const jumble = fc.array(bit, { maxLength: 60 }).map((found) => found.join(''));

/** A sample with pieces cut out, doubled or replaced. */
const spoilt = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(400), fc.nat(40), fc.oneof(bit, repeated)), { maxLength: 5 }),
  )
  .map(([sample, cuts]) =>
    cuts.reduce((text, [at, size, put]) => text.slice(0, at) + put + text.slice(at + size), sample),
  );

/** Texts of every kind, most of them short. */
export const anyText = fc.oneof(
  { arbitrary: fc.string({ maxLength: 60 }), weight: 3 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 1 },
  { arbitrary: jumble, weight: 2 },
  { arbitrary: repeated, weight: 1 },
);

/** Documents, as text. */
export const anyDocument = fc.oneof({ arbitrary: spoilt, weight: 4 }, jumble, repeated, anyText);

/** Documents that are no text, with bytes turned, in base64. */
export const anyBinary = fc
  .tuple(
    fc.constantFrom(docx, Buffer.from(samples.at(-1) ?? '')),
    fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 8 }),
    fc.nat(2_000),
  )
  .map(([file, turned, cut]) => {
    const bytes = Buffer.from(cut < 200 ? file.subarray(0, cut) : file);
    for (const [at, value] of turned) if (at < bytes.length) bytes[at] = value;
    return bytes.toString('base64');
  });
