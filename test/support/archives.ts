import { deflateRawSync } from 'node:zlib';

/** A part of an archive; `declared` is a size that the directory claims instead of the true one. */
export interface Part {
  name: string;
  data: Buffer;
  declared?: number;
}

/** A zip archive as Word writes it, or a malicious one. */
export function zip(parts: Part[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declared = data.length } of parts) {
    const packed = deflateRawSync(data);
    const path = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(declared, 22);
    local.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(declared, 24);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, path, packed);
    entries.push(entry, path);
    offset += local.length + path.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const office = 'http://schemas.openxmlformats.org';
const types = `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const relations = `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** A Word document with this body and further parts. */
export function docx(body: string, more: Part[] = []): Buffer {
  const text = `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return zip([
    { name: '[Content_Types].xml', data: Buffer.from(types) },
    { name: '_rels/.rels', data: Buffer.from(relations) },
    { name: 'word/document.xml', data: Buffer.from(text) },
    ...more,
  ]);
}

/** A stream of a PDF as in the file; `dictionary`: its entries besides the length. */
export function stream(number: number, dictionary: string, data: Buffer): Buffer {
  const head = `${number} 0 obj<<${dictionary}/Length ${data.length}>>stream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream endobj')]);
}

const helvetica = '/Subtype/Type1/BaseFont/Helvetica';

/** A PDF of these objects (numbered 4 and 6 to 9) and of a page for each of `contents`, such as `4 0 R`. */
export function pdfOf(
  objects: (string | Buffer)[],
  contents: readonly (string | undefined)[],
  font = helvetica,
): Buffer {
  const first = 10;
  const pages = contents.map((shown, i) => {
    const drawn = shown === undefined ? '' : `/Contents ${shown}/Resources<</Font<</F1 5 0 R>>>>`;
    return `${first + i} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]${drawn}>>endobj`;
  });
  const kids = pages.map((_, i) => `${first + i} 0 R`).join(' ');
  const all = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj`,
    ...pages,
    `5 0 obj<</Type/Font${font}>>endobj`,
    ...objects,
    'trailer<</Root 1 0 R>>',
  ];
  return Buffer.concat(all.flatMap((one) => [Buffer.from(one as string), Buffer.from('\n')]));
}

/** A PDF of one page that draws this stream of operators in this font; without one it holds no text. */
export function pdf(operators?: string, font?: string): Buffer {
  if (operators === undefined) return pdfOf([], [undefined]);
  return pdfOf([stream(4, '', Buffer.from(operators))], ['4 0 R'], font);
}
