import { expect, test } from 'vitest';
import { pageAsked } from '../../src/domain/page.ts';
import { openSession, type Session } from '../support/harness.ts';

interface Page {
  memories: { id: string; content: string }[];
  nextCursor?: string;
  total: number;
}

const limit = 7;

async function withFacts(count: number) {
  const session = await openSession({ character: 'Ada' });
  for (let i = 0; i < count; i++) {
    await session.call('add_memory_direct', { category: 'facts', content: `Fact number ${i} about the crane.` });
  }
  return session;
}

/** All entries of a list, as its cursors lead; `meanwhile` runs after each page. */
async function walk(
  { call }: Session,
  meanwhile: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: Page = await call<Page>('list_memories', { limit, ...(cursor && { cursor }) });
    seen.push(...page.memories.map(({ content }) => content));
    await meanwhile(page);
    cursor = page.nextCursor;
    if (cursor === undefined) return seen;
  }
}

const facts = (seen: readonly string[]) => seen.filter((one) => /^Fact number \d+ about the crane\.$/.test(one));

test('a list walked by cursors has each entry once, whatever is added, changed or deleted', async () => {
  const session = await withFacts(24);
  let added = 0;
  const seen = await walk(session, async ({ memories }) => {
    await session.call('add_memory_direct', { category: 'facts', content: `Another one, ${added++}.` });
    await session.call('delete_memory', { memoryId: memories[0]?.id });
    await session.call('update_memory', { memoryId: memories.at(-1)?.id, content: `Changed, ${added}.` });
  });
  expect(facts(seen)).toHaveLength(24);
  expect(new Set(seen).size).toBe(seen.length);
});

test('deleting all memories of a subject page by page leaves none', async () => {
  const session = await withFacts(24);
  const { call } = session;
  await walk(session, async ({ memories }) => {
    for (const { id: memoryId } of memories) await call('delete_memory', { memoryId });
  });
  expect(await call('list_memories', {})).toMatchObject({ memories: [], total: 0 });
});

test('a page names the next page, counted from 0, and the last one names none', async () => {
  const session = await withFacts(10);
  const { call } = session;
  const { tools } = await session.client.listTools();
  for (const name of ['list_memories', 'list_characters', 'list_files', 'export_character']) {
    const tool = tools.find((one) => one.name === name);
    expect(tool?.inputSchema.properties?.page).toMatchObject({ description: expect.stringContaining('From 0') });
  }
  const first = await session.answer('list_memories', { limit });
  expect(first.texts.join()).toMatch(/\nNext: page 1\. While others write: cursor [\w-]+$/);
  const [byPage, byCursor] = [
    await call<Page>('list_memories', { limit, page: 1 }),
    await call<Page>('list_memories', { limit, cursor: (first.body as unknown as Page).nextCursor }),
  ];
  expect(byPage.memories).toStrictEqual(byCursor.memories);
  const second = await session.answer('list_memories', {
    limit: 2,
    cursor: (first.body as unknown as Page).nextCursor,
  });
  expect(second.texts.join()).toMatch(/\nGo on with cursor [\w-]+\.$/);
  expect(byPage).not.toHaveProperty('nextCursor');
  expect((await session.answer('list_memories', { limit, page: 1 })).texts.join()).not.toContain('Next');
});

test('characters and files are also paged by cursor', async () => {
  const session = await openSession({ character: 'Ada' });
  const { call } = session;
  for (const name of ['Bo', 'Cy', 'Di', 'Em']) await call('create_character', { name });
  for (const characterId of ['Bo', 'Di'])
    await call('add_memory_direct', { characterId, content: 'x', category: 'facts' });
  for (const filePath of ['b.md', 'a.md', 'ü/c.md'])
    await call('sync_file', { filePath, fileContent: `- ${filePath}\n` });
  const all = async (list: string, of: string, name: string, more: object) => {
    const names: string[] = [];
    for (let cursor: string | undefined, i = 0; i < 9; i++) {
      const page = await call<Record<string, unknown>>(list, { limit: 2, ...more, ...(cursor && { cursor }) });
      names.push(...(page[of] as Record<string, string>[]).map((one) => one[name] ?? ''));
      cursor = page.nextCursor as string | undefined;
      if (cursor === undefined) break;
    }
    return names;
  };
  for (const sortBy of ['CREATED_AT', 'LAST_MEMORY_AT', 'MEMORY_COUNT', 'NAME']) {
    for (const sortOrder of ['ASC', 'DESC']) {
      const { characters } = await call<{ characters: { name: string }[] }>('list_characters', { sortBy, sortOrder });
      const walked = await all('list_characters', 'characters', 'name', { sortBy, sortOrder });
      expect(walked).toStrictEqual(characters.map(({ name }) => name));
    }
  }
  expect(await all('list_files', 'files', 'path', {})).toStrictEqual(['a.md', 'b.md', 'ü/c.md']);
});

const forged = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');

test('a cursor that is invalid, of another list or beside a page is refused', async () => {
  const { call, fault } = await withFacts(3);
  const { nextCursor = '' } = await call<Page>('list_memories', { limit: 1 });
  const places = [[], [1], ['a', 'b'], [1.5, 2], [1, 2, 3], [null, 1], { 0: 1 }, 7, [1e300, 1]];
  for (const cursor of ['x', '%', ...places.map(forged)])
    expect(await fault('list_memories', { cursor })).toMatchObject({ type: 'InvalidInput' });
  expect(await fault('list_files', { cursor: nextCursor })).toMatchObject({ type: 'InvalidInput' });
  expect(await fault('list_memories', { cursor: nextCursor, page: 1 })).toMatchObject({
    type: 'InvalidInput',
    message: 'Give a cursor or a page, not both.',
  });
});

test('a cursor with parts that are neither numbers nor texts is refused by every list', async () => {
  const { fault } = await withFacts(1);
  for (const part of [['facts'], { a: 1 }, null, true]) {
    const cursor = forged(Array(5).fill(part));
    expect(() => pageAsked({ page: 0, limit: 1, cursor })).toThrow('The cursor is not from a page of this list.');
    for (const list of ['list_memories', 'list_characters', 'list_files', 'export_character'])
      expect(await fault(list, { cursor })).toMatchObject({ type: 'InvalidInput' });
  }
});
