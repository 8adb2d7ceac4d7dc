import { deflateSync } from 'node:zlib';

interface Shape {
  /** All of them show the one stream. */
  pages: number;
  /** How often the stream is packed. */
  packed: number;
  operators: Buffer;
}

function pdfOf({ pages, packed, operators }: Shape): Buffer {
  let data = operators;
  for (let i = 0; i < packed; i++) data = deflateSync(data, { level: 9 });
  const filters = '/FlateDecode'.repeat(packed);
  const kids = Array.from({ length: pages }, (_, i) => `${i + 5} 0 R`);
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R/Resources<</Font<</F1 4 0 R>>>>>>endobj';
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'),
    Buffer.from(`2 0 obj<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages}>>endobj\n`),
    Buffer.from(`3 0 obj<</Length ${data.length}/Filter[${filters}]>>stream\n`),
    data,
    Buffer.from('\nendstream endobj\n4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n'),
    ...kids.map((_, i) => Buffer.from(`${i + 5} 0 obj${page}\n`)),
    Buffer.from('trailer<</Root 1 0 R>>'),
  ]);
}

/** 1 kB that unpacks, by its two filters, to so many bytes. */
export const pdfBomb = (bytes: number) => pdfOf({ pages: 1, packed: 2, operators: Buffer.alloc(bytes, ' ') });

/** 120 kB that take 40 s and more: a thousand pages share one stream of 8,000 lines. */
export const endlessPdf = () =>
  pdfOf({
    pages: 1_000,
    packed: 1,
    operators: Buffer.from(`BT /F1 12 Tf ${'(The quick brown fox.) Tj 0 -40 Td '.repeat(8_000)}ET`),
  });
