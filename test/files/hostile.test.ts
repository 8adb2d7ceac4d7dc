import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { docx, pdf, zip } from '../support/archives.ts';
import { bounded, bytes, contents } from './bounded.ts';

test('lists nested 2,000 deep are read', async () => {
  const text = Array.from({ length: 2_000 }, (_, i) => `${'  '.repeat(i)}- x${i}`).join('\n');
  expect((await bounded(() => contents('a.md', bytes(text)))).length).toBeGreaterThan(0);
});

test('HTML keeps its text and structure, and loses scripts, styles and forms', async () => {
  const html = `<!doctype html><head><title>T</title><style>p{}</style></head><body><nav>menu</nav>
    <h1>Head &amp; tail</h1><p>Hello <b>world</b>, see <a href="https://x.org/a_b">this</a>.</p><script>alert(1)</script>
    <ul><li>one<ul><li>two &lt;b&gt;</li></ul></li></ul><form><button>Send</button></form>
    <table><tr><th>Name</th><th>Role</th></tr><tr><td>Al</td><td>dev</td></tr></table><pre>a\n  b</pre></body>`;
  expect(await contents('a.html', bytes(html))).toStrictEqual([
    'Head & tail: Hello world, see [this](https://x.org/a_b).',
    'Head & tail › one: two <b>',
    'Head & tail: Name: Al; Role: dev',
    'Head & tail:\n```\na\n  b\n```',
  ]);
});

describe('DOCX', () => {
  const paragraph = (text: string, style = '') => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;

  test('a Word document is read', async () => {
    expect(await contents('a.docx', docx(paragraph('Hello &lt;Ada&gt;.') + paragraph('Second.')))).toStrictEqual([
      'Hello <Ada>.',
      'Second.',
    ]);
  });

  test.each([
    ['a bomb that says so', docx('', [{ name: 'word/x.xml', data: Buffer.alloc(100e6) }])],
    ['a bomb that lies', docx('', [{ name: 'word/x.xml', data: Buffer.alloc(100e6), declared: 1_000 }])],
    ['XML nested without end', docx('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000))],
    ['an archive of something else', zip([{ name: 'a.txt', data: Buffer.from('x') }])],
    ['half an archive', docx(paragraph('x')).subarray(0, 400)],
    [
      'entities that grow',
      zip([{ name: '[Content_Types].xml', data: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') }]),
    ],
  ])('a Word document as %s is refused', async (_, given) => {
    // Its format, or the limit that it exceeds.
    const type = expect.stringMatching(/^Invalid(?:Input|Content)$/);
    await bounded(() => expect(contents('a.docx', given)).rejects.toMatchObject({ type }));
  });
});

describe('PDF', () => {
  test('paragraphs of a PDF are found by their line spacing', async () => {
    const text =
      'BT /F1 12 Tf 50 700 Td (The sky is blue and the grass-) Tj 0 -14 Td (lands are green.) Tj 0 -40 Td (Second.) Tj ET';
    expect(await contents('notes/a.pdf', pdf(text))).toStrictEqual([
      'a: The sky is blue and the grasslands are green.',
      'a: Second.',
    ]);
  });

  test('the title of a PDF heads each statement, unless a program wrote it', async () => {
    const shown = pdf('BT /F1 12 Tf 50 700 Td (Ada prints what matters.) Tj ET').toString('latin1');
    const titled = (title: string) =>
      bytes(
        shown.replace('trailer<</Root 1 0 R', `8 0 obj<</Title(${title})>>endobj\ntrailer<</Root 1 0 R/Info 8 0 R`),
      );
    expect(await contents('a.pdf', titled('Printing at Home'))).toStrictEqual([
      'Printing at Home: Ada prints what matters.',
    ]);
    expect(await contents('a.pdf', titled('Microsoft Word - a.doc'))).toStrictEqual(['a: Ada prints what matters.']);
  });

  test('page numbers and the table of contents of a PDF are dropped', async () => {
    const text =
      'BT /F1 12 Tf 50 700 Td (1.1 Harbours . . . . . . . . . . . . 3) Tj 0 -40 Td (Harbours are deep.) Tj 0 -14 Td (17) Tj 0 -40 Td (12) Tj ET';
    expect(await contents('a.pdf', pdf(text))).toStrictEqual(['a: Harbours are deep.\n17']);
  });

  test.each(['rc4-128', 'aes-128', 'aes-256'])(
    'a PDF encrypted without a password is read within its limits: %s',
    async (kind) => {
      const given = readFileSync(join(import.meta.dirname, `../fixtures/pdf/${kind}.pdf`));
      expect((await contents('a.pdf', given))[0]).toMatch(/^a: Page 1 of the statements of Ada: /);
    },
  );

  test('symbols without letters are refused as unreadable fonts', async () => {
    const signs = pdf(`BT /F1 12 Tf 50 700 Td (${'*% #~ +=|'.repeat(12)}) Tj ET`);
    await expect(contents('a.pdf', signs)).rejects.toMatchObject({
      type: 'InvalidInput',
      message: expect.stringContaining('which letters'),
    });
  });

  test.each([
    ['without text', pdf()],
    ['that is none', bytes('%PDF-1.4 nothing')],
  ])('a PDF %s is refused, and standard output stays clean', async (_, given) => {
    const written = vi.spyOn(process.stdout, 'write');
    const logged = vi.spyOn(console, 'log');
    await expect(contents('a.pdf', given)).rejects.toMatchObject({ type: 'InvalidInput' });
    expect(written).not.toHaveBeenCalled();
    expect(logged).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

test.each([
  ['bytes that are no text', 'a.bin', Buffer.from([0, 1, 2, 255])],
  ['bytes with zeros in a named text', 'a.txt', Buffer.from([0x48, 0, 1, 0xe4, 0x72])],
  ['no JSON', 'a.json', bytes('{"a":')],
  ['a line that is no JSON', 'a.jsonl', bytes('{"text":"a"}\nnope\n')],
])('%s: a clear error', async (_, name, given) => {
  await expect(contents(name, given)).rejects.toThrow(/^The document cannot be read: /);
});
