import { describe, expect, test } from 'vitest';
import { fenceMarkdown } from '../../src/domain/fence.ts';
import type { MemoryChange } from '../../src/domain/memory.ts';
import type { Toolset } from '../../src/gate/operation.ts';
import { localScope as scope } from '../support/builders.ts';
import type { Body, Session } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

const by = { changedBy: 'test', now: Date.parse('2026-01-15T10:00:00Z') };
const ada = { characterId: 'Ada' };
const wide = '\u{1F3B5}';
/** Two bytes as structured content, four inside a text, and no work for the search. */
const quote = '"';

async function withAda(options: { toolsets?: Toolset[] } = {}) {
  const http = await openHttp(options);
  const { id } = await http.session.call<{ id: string }>('create_character', { name: 'Ada' });
  return { ...http, id };
}

async function store(session: Session, characterId: string, contents: string[]): Promise<string[]> {
  const source = { kind: 'direct' } as const;
  const changes = contents.map((content): MemoryChange => {
    const memory = { id: session.services.newId(), content, salience: 0.5, importance: 'NORMAL', source } as const;
    return { kind: 'add', memory };
  });
  const outcomes = await session.store.memories.write(scope, characterId, changes, by);
  return outcomes.map(({ memory }) => memory.id);
}

describe('files in parts', () => {
  const push = async (session: Session, bytes: Buffer, encoding: BufferEncoding) => {
    const pushed = { ...ada, filePath: 'a.bin', fileContent: bytes.toString(encoding), encoding };
    return (await session.call<{ fileId: string }>('sync_file', pushed)).fileId;
  };
  interface Part {
    content: string;
    encoding: BufferEncoding;
    offset: number;
    length: number;
    nextOffset?: number;
    sizeBytes: number;
  }

  /** All parts from the start, as nextOffset leads. */
  async function parts(session: Session, fileId: string, length?: number): Promise<Part[]> {
    const all: Part[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part: Part = await session.call<Part>('get_file', { fileId, offset, ...(length && { length }) });
      expect(part.offset).toBe(offset);
      expect(Buffer.from(part.content, part.encoding)).toHaveLength(part.length);
      all.push(part);
      offset = part.nextOffset;
    }
    return all;
  }
  const joined = (all: Part[]) => Buffer.concat(all.map(({ content, encoding }) => Buffer.from(content, encoding)));

  const binary = Buffer.from(Array.from({ length: 60_000 }, (_, i) => ((i * 7919) % 251) | 0x80));
  const files: [string, Buffer, BufferEncoding, number][] = [
    ['a short one', Buffer.from('- a\n'), 'utf8', 1],
    ['an empty one', Buffer.alloc(0), 'utf8', 1],
    ['text', Buffer.from('\u0001 plain '.repeat(7_000)), 'utf8', 4],
    ['text that is all escapes', Buffer.from(`\u0001${'\u0002'.repeat(20_000)}`), 'utf8', 5],
    ['characters of four bytes', Buffer.from(`\u0001é${wide.repeat(20_000)}`), 'utf8', 2],
    ['bytes', binary, 'base64', 4],
  ];
  test.each(files)('%s is returned in parts byte for byte', async (_, bytes, encoding, count) => {
    const { session } = await withAda();
    const fileId = await push(session, bytes, encoding);
    const all = await parts(session, fileId);
    expect(joined(all).equals(bytes)).toBe(true);
    expect(all).toHaveLength(count);
    expect(all.every((part) => part.encoding === encoding && part.sizeBytes === bytes.length)).toBe(true);
    const { body } = await session.answer('get_file', { fileId });
    expect(body.length).toBe(all[0]?.length);
  });

  test('no part splits a character, and only the last may be empty', async () => {
    const { session } = await withAda();
    const bytes = Buffer.from(`a${wide}é\u3042b`);
    const fileId = await push(session, bytes, 'utf8');
    const all = await parts(session, fileId, 1);
    expect(all.map(({ content }) => content)).toStrictEqual(['a', wide, 'é', '\u3042', 'b']);
    expect((await parts(session, fileId, 6)).map(({ content }) => content)).toStrictEqual([`a${wide}`, 'é\u3042b']);
    const inside = { fileId, offset: 3, length: 4 };
    expect(await session.call('get_file', inside)).toMatchObject({
      content: wide,
      offset: 1,
      length: 4,
      nextOffset: 5,
    });
    expect(await session.call('get_file', { fileId, offset: 99 })).toMatchObject({
      content: '',
      offset: 11,
      length: 0,
    });
    expect(await session.call('get_file', { fileId, offset: 11 })).not.toHaveProperty('nextOffset');
    expect((await session.fault('get_file', { fileId, length: 0 })).type).toBe('ValidationError');
    expect((await session.fault('get_file', { fileId, offset: -1 })).type).toBe('ValidationError');
  });

  test('a file as text is its record, then its content as stored', async () => {
    const { session } = await withAda();
    const fileId = await push(session, Buffer.from('- "a"\n'), 'utf8');
    const { texts } = await session.answer('get_file', { fileId });
    expect(texts).toStrictEqual([expect.stringContaining('"path":"a.bin"'), '- "a"\n']);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ fileId, version: 1, offset: 0, length: 6, encoding: 'utf8' });
  });

  test('REST returns the file whole', async () => {
    const { session, ask } = await withAda();
    const fileId = await push(session, binary, 'base64');
    const { body } = await ask('GET', `/v1/files/${fileId}`);
    expect(Buffer.from(String(body.content), 'base64').equals(binary)).toBe(true);
    expect(Object.keys(body)).not.toStrictEqual(expect.arrayContaining(['offset']));
  });
});

describe('exports in pages', () => {
  async function exported(session: Session, reference: string, more: object = {}): Promise<string[]> {
    const pages: string[] = [];
    for (let page = 0, count = 1; page < count; page++) {
      const answer = await session.call<Body>('export_character', { characterId: reference, page, ...more });
      expect(answer.page).toBe(page);
      count = Number(answer.pages);
      pages.push(String(answer.markdown));
    }
    return pages;
  }

  test('an export by pages can be imported like the REST export, whole or page by page', async () => {
    const { session, id, ask } = await withAda();
    const contents = Array.from({ length: 12 }, (_, i) => `${i}\n- ${wide}${quote.repeat(9_900)}\n\n## ${i}`);
    await session.call('add_category', { ...ada, name: 'Places', description: 'Where she was', hints: ['town'] });
    await store(session, id, contents);
    const pages = await exported(session, 'Ada');
    expect(pages).toHaveLength(12);
    const { text } = await ask('GET', '/v1/characters/Ada/export');
    // No memory is cut: each page ends where one does.
    for (const page of pages) expect(page).toMatch(/\n {2}\[NORMAL, salience 0\.5, [^\]\n]+\]\n\n?$/);
    await session.call('create_character', { name: 'Bo' });
    const given = { characterId: 'Bo', fileName: 'export.md', fileContent: pages.join('') };
    expect(await session.call('import_document', given)).toMatchObject({ totalParsed: 12, memoriesAdded: 12 });
    expect((await ask('GET', '/v1/characters/Bo/export')).text.replace('# Bo', '# Ada')).toBe(text);
    await session.call('create_character', { name: 'Cy' });
    for (const page of pages.toReversed()) {
      const each = { characterId: 'Cy', fileName: 'export.md', fileContent: page };
      expect(await session.call('import_document', each)).toMatchObject({ duplicatesSkipped: 0 });
    }
    expect((await ask('GET', '/v1/characters/Cy/export')).text.replace('# Cy', '# Ada')).toHaveLength(text.length);
    const resource = await session.client.readResource({ uri: 'memory://characters/Ada' });
    expect(resource.contents).toMatchObject([
      { mimeType: 'text/markdown', text: fenceMarkdown('Ada', pages[0]!) },
      { uri: expect.stringMatching(/^memory:\/\/characters\/Ada\?cursor=[\w-]+$/), mimeType: 'text/plain' },
    ]);
    for (const uri of [resource.contents[1]!.uri, 'memory://characters/Ada?page=1']) {
      const second = await session.client.readResource({ uri });
      expect(second.contents[0]).toMatchObject({ uri, text: fenceMarkdown('Ada', pages[1]!) });
    }
  });

  test('an export by cursors has each memory once, whatever is added, changed or deleted', async () => {
    const { session, id } = await withAda({ toolsets: ['characters', 'memories', 'categories', 'review'] });
    const contents = Array.from({ length: 12 }, (_, i) => `Number ${i} ${wide}${quote.repeat(9_000)}`);
    const ids = await store(session, id, contents);
    const categories = ['Atolls', 'Zones'];
    for (const name of categories) await session.call('add_category', { ...ada, name, hints: [name] });
    for (const [name, more] of [
      ['export_character', {}],
      ['export_memories', { filter: { state: 'ACTIVE' } }],
    ] as const) {
      let document = '';
      let pages = 0;
      for (let cursor: string | undefined, i = 0; i < 30; i++) {
        pages++;
        const { body, texts } = await session.answer(name, { ...ada, ...more, ...(cursor && { cursor }) });
        document += body.markdown;
        cursor = body.nextCursor as string | undefined;
        if (cursor === undefined) break;
        expect(texts.at(-1)).toContain(`"nextCursor":"${cursor}"`);
        await session.call('add_memory_direct', { ...ada, category: 'general', content: `${name}, added ${i}.` });
        await session.call('delete_memory', { ...ada, memoryId: ids[i] });
        await session.call('restore_memory', { ...ada, memoryId: ids[i] });
      }
      expect(pages).toBeGreaterThan(5);
      expect(document.match(/Number \d+ /g)?.toSorted()).toStrictEqual(
        contents.map((one) => /Number \d+ /.exec(one)![0]).toSorted(),
      );
      if (name === 'export_character')
        expect(document.match(/^## .+/gm)).toStrictEqual(expect.arrayContaining(['## Atolls', '## Zones']));
    }
  });

  test('an export refuses a cursor of another list and one beside a page', async () => {
    const { session, id } = await withAda();
    await store(session, id, ['Ada plays the harp.', 'Ada has a boat.']);
    const { nextCursor } = await session.call<Body>('list_memories', { ...ada, limit: 1 });
    expect((await session.fault('export_character', { ...ada, cursor: nextCursor })).type).toBe('InvalidInput');
    expect((await session.fault('export_character', { ...ada, cursor: nextCursor, page: 1 })).type).toBe(
      'InvalidInput',
    );
  });

  test('an export ends, even when empty categories fill its pages', async () => {
    const { session, ask } = await withAda();
    for (let i = 0; i < 50; i++) {
      await session.call('add_category', {
        ...ada,
        name: `Own ${String(i).padStart(2, '0')}`,
        description: quote.repeat(500),
        hints: ['a'],
      });
    }
    let document = '';
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page: Body = await session.call<Body>('export_character', { ...ada, ...(cursor && { cursor }) });
      document += page.markdown;
      cursor = page.nextCursor as string | undefined;
      pages++;
    } while (cursor !== undefined && pages < 40);
    expect(pages).toBeGreaterThan(1);
    expect(document.match(/^## Own \d+$/gm)).toHaveLength(50);
    expect((await ask('GET', '/v1/characters/Ada/export')).text.match(/^## Own \d+$/gm)).toHaveLength(50);
  });

  test('a small export is one page, and a further page does not exist', async () => {
    const { session, id } = await withAda();
    await store(session, id, ['Ada plays the harp.']);
    const { body, texts } = await session.answer('export_character', ada);
    expect(body).toMatchObject({ page: 0, pages: 1 });
    expect(texts).toStrictEqual([body.markdown]);
    expect(await exported(session, 'Ada', { category: 'general' })).toHaveLength(1);
    const fault = await session.fault('export_character', { ...ada, page: 1 });
    expect(fault).toMatchObject({ type: 'ValidationError', details: [{ field: 'page' }] });
  });
});

describe('lists that stop early', () => {
  test('a list that stops early continues at `next`, with each memory once', async () => {
    const { session, id, ask } = await withAda();
    const contents = Array.from({ length: 70 }, (_, i) => `${i} ${'harp '.repeat(1_400)}`);
    const ids = await store(session, id, contents);
    const found: string[] = [];
    let asked: { page: number; limit: number } | undefined = { page: 0, limit: 60 };
    const sizes: number[] = [];
    while (asked) {
      const body: Body = await session.call<Body>('list_memories', { ...ada, ...asked });
      const memories = body.memories as { id: string; content: string }[];
      found.push(...memories.map((one) => one.id));
      for (const { content } of memories) {
        expect(content).toMatch(/^\d+ [harp ]{300,}… [\d,]+ more characters: get_memory$/);
      }
      sizes.push(memories.length);
      expect(body.total).toBe(70);
      const [, limit, page] = /^Go on with limit (\d+) and page (\d+)\.$/.exec(String(body.next ?? '')) ?? [];
      expect(body.truncated).toBe(limit === undefined ? undefined : true);
      if (limit !== undefined) asked = { page: Number(page), limit: Number(limit) };
      else asked = found.length < 70 ? { ...asked, page: asked.page + 1 } : undefined;
    }
    expect(sizes).toStrictEqual([60, 10]);
    expect(await session.call('get_memory', { ...ada, memoryId: ids[0] })).toMatchObject({ content: contents[0] });
    expect(found.toSorted()).toStrictEqual(ids.toSorted());
    const whole = await ask('GET', '/v1/characters/Ada/memories?limit=70');
    expect(whole.body.memories).toHaveLength(70);
    expect(whole.body).not.toHaveProperty('truncated');
  });

  test('histories and categories continue at the offset in `next`', async () => {
    const { session, id, ask } = await withAda();
    const [first = ''] = await store(session, id, [`0 ${'harp '.repeat(1_800)}`]);
    const changes = Array.from({ length: 9 }, (_, i): MemoryChange => {
      return { kind: 'update', memoryId: first, fields: { content: `${i + 1} ${'harp '.repeat(1_800)}` } };
    });
    await session.store.memories.write(scope, id, changes, by);
    const one = { ...ada, memoryId: first };
    const numbers: unknown[] = [];
    for (let offset: string | undefined = '0'; offset !== undefined; ) {
      const body: Body = await session.call<Body>('get_memory_history', { ...one, offset: Number(offset) });
      const revisions = body.revisions as { revision: number; content: string }[];
      for (const { content } of revisions) expect(content).toHaveLength(9_002);
      numbers.push(...revisions.map(({ revision }) => revision));
      offset = /^Go on with offset (\d+)\.$/.exec(String(body.next ?? ''))?.[1];
      expect([body.total, body.truncated]).toStrictEqual([10, offset === undefined ? undefined : true]);
    }
    expect(numbers).toStrictEqual(Array.from({ length: 10 }, (_, i) => i + 1));
    const whole = await ask('GET', `/v1/characters/Ada/memories/${first}/history`);
    expect(whole.body.revisions).toHaveLength(10);
    const all = (await session.call<Body>('list_categories', ada)).categories as Body[];
    expect((await session.call<Body>('list_categories', { ...ada, offset: 2 })).categories).toStrictEqual(all.slice(2));
  });
});
