import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { conversationsOf, partName, partsOf, textIn } from '../../web/parts/files/parts-of.ts';
import { isZip, unzip } from '../../web/parts/files/unzip.ts';
import { zipped as exported } from '../../web/parts/settings/zip.ts';

const size = (text: string) => new TextEncoder().encode(text).length;

describe('parts of a large document', () => {
  test.each([
    ['chats.json', JSON.stringify(Array.from({ length: 50 }, (_, i) => ({ title: `会話 ${i}`, text: 'x'.repeat(i) })))],
    [
      'store.json',
      JSON.stringify({ version: 1, memories: Array.from({ length: 80 }, (_, i) => `memory ${i}`), of: 'Ada' }),
    ],
    ['notes.md', Array.from({ length: 40 }, (_, i) => `# Day ${i}\n\nThe harbour is ${i} m deep.\n`).join('')],
    ['lines.jsonl', Array.from({ length: 60 }, (_, i) => `{"n":${i}}\n`).join('')],
    ['table.csv', `content,category\r\n${Array.from({ length: 60 }, (_, i) => `"a ""${i}""\nb",facts\r\n`).join('')}`],
  ])('%s: each part is a document of its kind within the bound, and nothing is lost', (name, text) => {
    const parts = partsOf(name, text, 400) ?? [];
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(size(part)).toBeLessThanOrEqual(400);
    const whole = () => {
      if (name === 'chats.json') return JSON.stringify(parts.flatMap((part) => JSON.parse(part)));
      if (name === 'store.json') {
        const memories = parts.flatMap((part) => JSON.parse(part).memories);
        for (const part of parts) expect(JSON.parse(part)).toMatchObject({ version: 1, of: 'Ada' });
        return JSON.stringify({ version: 1, memories, of: 'Ada' });
      }
      const header = name === 'table.csv' ? 'content,category\r\n' : '';
      return header + parts.map((part) => part.slice(header.length)).join('');
    };
    expect(whole()).toBe(text);
  });

  test('a single piece, or a document without pieces, is not split', () => {
    expect(partsOf('a.json', JSON.stringify(['x'.repeat(500)]), 400)).toBeUndefined();
    expect(partsOf('a.json', '{broken', 400)).toBeUndefined();
    expect(partsOf('a.pdf', 'x'.repeat(500), 400)).toBeUndefined();
    expect(partName('chats.json', 1, 3)).toBe('chats (2 of 3).json');
  });
});

test('a large text is read in UTF-8 and UTF-16, and in another encoding not as broken letters', () => {
  const text = 'The harbour of Évora 長崎 is deep.\n';
  const bytes = [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  ];
  expect(bytes.map((one) => textIn(new Uint8Array(one)))).toStrictEqual([text, text, text]);
  expect(textIn(new Uint8Array(Buffer.from('É', 'latin1')))).toBeUndefined();
});

test('conversations of several documents come once, and those with nothing new come last', () => {
  const said = { said: 3, answers: 3 };
  const of = (...conversations: { id: string; at: string; added: number }[]) => ({
    report: { conversations: conversations.map((one) => ({ ...one, ...said })) },
  });
  const given = [
    of({ id: 'late', at: '2026-03-01', added: 0 }, { id: 'early', at: '2026-01-01', added: 1 }),
    of({ id: 'middle', at: '2026-02-01', added: 2 }, { id: 'early', at: '2026-01-01', added: 2 }),
  ];
  expect(conversationsOf(given).map(({ id, added }) => [id, added])).toStrictEqual([
    ['middle', 2],
    ['early', 3],
    ['late', 0],
  ]);
});

/** A zip archive as programs write it. */
function zipped(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(Buffer.from(text));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, name, packed);
    directory.push(entry, name);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]));
}

describe('archives', () => {
  const archive = zipped({ 'notes/日記.md': '港は深い。\n'.repeat(100), 'notes/a.bin': 'no', 'b.md': 'B' });
  const texts = async (most: number) =>
    (await unzip(archive, (name) => name.endsWith('.md'), most)).map(({ name, bytes }) => [
      name,
      new TextDecoder().decode(bytes),
    ]);

  test('wanted files of an archive are unpacked, others skipped', async () => {
    expect(isZip(archive)).toBe(true);
    expect(await texts(10_000)).toStrictEqual([
      ['notes/日記.md', '港は深い。\n'.repeat(100)],
      ['b.md', 'B'],
    ]);
  });

  test('an archive of an export is one that an import unpacks, with the checksum of each file', async () => {
    const files = [
      { name: '日記.md', text: '港は深い。\n'.repeat(100) },
      { name: 'b.md', text: '' },
      { name: 'c.md', text: 'C' },
    ];
    const bytes = new Uint8Array(await exported(files).arrayBuffer());
    expect(isZip(bytes)).toBe(true);
    const read = (await unzip(bytes, () => true, 10_000)).map((one) => ({
      name: one.name,
      text: new TextDecoder().decode(one.bytes),
    }));
    expect(read).toStrictEqual(files);
    const { buffer, length } = bytes;
    const view = new DataView(buffer);
    const sums: number[] = [];
    for (let at = view.getUint32(length - 6, true); view.getUint32(at, true) === 0x02014b50; ) {
      sums.push(view.getUint32(at + 16, true));
      at += 46 + view.getUint16(at + 28, true);
    }
    expect(sums).toStrictEqual(files.map(({ text }) => crc32(text)));
  });

  test('an oversized, incomplete or falsified archive is refused in a sentence', async () => {
    await expect(texts(1_000)).rejects.toThrow('more than the browser can unpack');
    await expect(unzip(archive.slice(0, 200), () => true, 10_000)).rejects.toThrow('no whole zip archive');
    const lying = new Uint8Array(archive);
    const view = new DataView(lying.buffer);
    const entry = view.getUint32(lying.length - 22 + 16, true);
    view.setUint32(entry + 24, 10, true);
    await expect(unzip(lying, () => true, 10_000)).rejects.toThrow('damaged');
  });
});
