import { expect, test } from 'vitest';
import { render } from '../../src/files/piece.ts';
import { readDocument } from '../../src/files/read-document.ts';

async function contents(name: string, text: string): Promise<string[]> {
  return (await readDocument(name, Buffer.from(text), 'auto')).pieces.map((piece) => render(piece, []).content);
}

test('navigation, tables of contents and legal notices give no statements', async () => {
  const page = `<html><body class="toc"><div role="navigation"><a href="a.html">Sommaire</a></div>
    <ul class="docnav top"><li class="previous"><a href="b.html">Précédent</a></li><li>Le cahier</li></ul>
    <div class="chapter"><h1>RAID</h1><div class="toc"><dl><dt><a href="#x">12.1 LVM</a></dt></dl></div>
    <div class="legalnotice">Copyright 2022.</div>
    <h2>Empty</h2><h2>Disks</h2><p>Two disks hold <a href="c.html">the data</a>.</p>
    <p><a href="d.html">Next</a> | <a href="/">Up</a></p>
    <p><a href="https://example.com/raid">A longer text on RAID</a></p>
    <div class="sidebar"><p>A note in a box.</p></div></div><footer>All rights reserved.</footer></body></html>`;
  expect(await contents('a.html', page)).toStrictEqual([
    'RAID › Disks: Two disks hold the data.',
    'RAID › Disks: [A longer text on RAID](https://example.com/raid)',
    'RAID › Disks: A note in a box.',
  ]);
});

test('a page with only a heading gives that heading', async () => {
  expect(await contents('a.html', '<h1>Ada moved to Lisbon</h1>')).toStrictEqual(['Ada moved to Lisbon']);
});

test('local links, shortcodes and bare addresses are dropped; links to other sites stay', async () => {
  const text = `# Docs

{{< toc >}}

Data hazards stall the pipeline, see [the table](dh.md#two) and {{< ref "a.md" >}} here.

- [Sitemap](/sitemap.html)
- https://example.com/alone
- <https://example.com/alone>
- [A book](https://example.com/book)
- [Home](../) · [Up](./)

![A diagram of the five stages](img/five.png) shows it.
`;
  expect(await contents('a.md', text)).toStrictEqual([
    'Docs: Data hazards stall the pipeline, see the table and here.',
    'Docs: [A book](https://example.com/book)',
    'Docs: A diagram of the five stages shows it.',
  ]);
});

test('properties of a note give no statement: its name heads the note, the rest its first statement', async () => {
  const note = (body: string) =>
    `---\ntitle: CRIU\naliases: [Checkpoint Restore]\nauthor: Maneesh\nurl: https://criu.org\nid: 7\n---\n${body}`;
  expect(await contents('criu.md', note('CRIU freezes a process.\n\nIt is used by [[Podman]].\n'))).toStrictEqual([
    'CRIU (Checkpoint Restore): CRIU freezes a process. (author: Maneesh; url: https://criu.org)',
    'CRIU (Checkpoint Restore): It is used by Podman.',
  ]);
  expect(await contents('criu.md', note('```\ncriu dump [[x]]\n```\n'))).toStrictEqual([
    'CRIU (Checkpoint Restore): author: Maneesh; url: https://criu.org',
    expect.stringContaining('criu dump'),
  ]);
});

test('a heading loses its permalink sign and its addresses', async () => {
  const page = `<h1>Streams<a class="headerlink" href="#streams" title="Link to this heading">¶</a></h1>
    <h2>Readable <a href="https://example.org/stream.js">[src]</a><span><a href="#r">#</a></span></h2>
    <p>They emit data<a href="#n1">1</a> to <a href="#who">those who listen</a>, as <a href="https://example.org/e">events</a>.</p>`;
  expect((await readDocument('a.html', Buffer.from(page), 'auto')).pieces).toMatchObject([
    {
      context: ['Streams', 'Readable [src]'],
      body: 'They emit data1 to those who listen, as [events](https://example.org/e).',
    },
  ]);
  const notes =
    '# Changes\n\n## [1.2.0](https://example.org/compare/1.1...1.2) *(May)*\n\nAdds [figs](https://example.org/figs).\n';
  expect((await readDocument('a.md', Buffer.from(notes), 'auto')).pieces).toMatchObject([
    { context: ['Changes', '1.2.0 *(May)*'], body: 'Adds [figs](https://example.org/figs).' },
  ]);
});

test('a term or summary heads its explanation, and a term without one is kept', async () => {
  const page = `<h1>RAID</h1><dl><dt>RAID-0</dt><dd><p>Joins disks.</p><p>Protects nothing.</p></dd>
    <dt>RAID-1</dt><dt>mirror</dt><dd>Copies each disk.</dd><dd>Costs a disk.</dd><dt>RAID-9</dt></dl>
    <details><summary>Can I <b>mix</b> sizes?</summary><p>Yes, the smallest counts.</p><ul><li>Not with RAID-0.</li></ul></details>
    <details><summary>Nothing below</summary></details><p>The end.</p>`;
  expect(await contents('a.html', page)).toStrictEqual([
    'RAID › RAID-0: Joins disks.',
    'RAID › RAID-0: Protects nothing.',
    'RAID › RAID-1, mirror: Copies each disk.',
    'RAID › RAID-1, mirror: Costs a disk.',
    'RAID: RAID-9',
    'RAID › Can I mix sizes? Yes, the smallest counts.',
    'RAID › Can I mix sizes? Not with RAID-0.',
    'RAID: Nothing below',
    'RAID: The end.',
  ]);
});
