import { expect, test } from 'vitest';
import { maxCategories } from '../../src/domain/category-rules.ts';
import type { Imported, Listed } from '../support/answers.ts';
import { openWithAda, type Session } from '../support/harness.ts';

const ada = { characterId: 'Ada' };
const when = '2020-01-01T00:00:00.000Z';

interface Rejecting extends Imported {
  rejectedCount: number;
  rejected: { line: number; reason: string }[];
}

const importExport = (session: Session, fileContent: string, more: object = {}) =>
  session.call<Rejecting>('import_document', { ...ada, fileName: 'ada.md', fileContent, ...more });

async function memories(session: Session) {
  const listed = await session.call<Listed>('list_memories', { ...ada, limit: 100 });
  return listed.memories.toSorted((a, b) => (a.content < b.content ? -1 : 1));
}

const section = (name: string, ...items: string[]) => `## ${name}\n\n> Importance: NORMAL\n\n${items.join('\n')}`;
const item = (content: string, salience: string | number = 0.5) =>
  `- ${content}\n  [NORMAL, salience ${salience}, ${when}]\n`;
const written = (...sections: string[]) => `# Ada\n\n${sections.join('\n')}`;

test('imported items follow all rules: invalid ones are reported with their line, others stored', async () => {
  const session = await openWithAda();
  const text = written(
    section('facts', item('kept'), item('x'.repeat(3_000_001)), item('too salient', 9), item('no number', 'high')),
    section(' ', item('of a blank category')),
    section('n'.repeat(5_000), item('of a long category')),
    section('goals', item('   '), item('salient as text', 1)),
  );
  const imported = await importExport(session, text);
  expect(imported).toMatchObject({ memoriesAdded: 4, rejectedCount: 6, totalParsed: 4 });
  const lines = text.split('\n');
  for (const { line, reason } of imported.rejected) {
    const at = lines[line - 1] ?? '';
    if (/^Category: name must be 1 to 64/.test(reason)) expect(at).toMatch(/^## /);
    else expect(at).toMatch(/^- /);
  }
  expect(imported.rejected.map(({ reason }) => reason)).toStrictEqual([
    'content must be at most 10000 characters long, not 3000001.',
    'salience must be at most 1.',
    'salience must be a number.',
    expect.stringMatching(/^Category: name must be 1 to 64.*default one\.$/),
    expect.stringMatching(/^Category: name must be 1 to 64.*default one\.$/),
    'content must not be empty.',
  ]);
  expect(await memories(session)).toMatchObject([
    { content: 'kept', category: 'facts', salience: 0.5 },
    { content: 'of a blank category', category: 'general' },
    { content: 'of a long category', category: 'general' },
    { content: 'salient as text', category: 'goals', salience: 1 },
  ]);
  expect((await session.call<{ categories: object[] }>('list_categories', ada)).categories).toHaveLength(7);
});

test('a dry run returns the same, with at most twenty rejections listed and all counted', async () => {
  const session = await openWithAda();
  const items = Array.from({ length: 30 }, (_, n) => item(`fact ${n}`, n + 2));
  const dry = await importExport(session, written(section('facts', ...items)), { dryRun: true });
  expect(dry).toMatchObject({ status: 'PARSED', memoriesAdded: 0, rejectedCount: 30 });
  expect(dry.rejected).toHaveLength(20);
  expect(dry.rejected[1]).toStrictEqual({ line: 10, reason: 'salience must be at most 1.' });
});

test('the number of categories is limited for calls and imports; surplus memories get the default', async () => {
  const session = await openWithAda();
  const names = Array.from({ length: maxCategories + 2 }, (_, n) => `category ${n}`);
  const imported = await importExport(session, written(...names.map((name) => section(name, item(`about ${name}`)))));
  // Seven exist from the start.
  expect(imported).toMatchObject({ memoriesAdded: names.length, rejectedCount: 9 });
  expect(imported.rejected[0]?.reason).toContain(`at most ${maxCategories}`);
  const categories: { name: string; memoryCount: number }[] = [];
  for (let found = { categories, next: '' as string | undefined }; found.next !== undefined; ) {
    found = await session.call<typeof found>('list_categories', { ...ada, offset: categories.length });
    categories.push(...found.categories);
  }
  expect(categories).toHaveLength(maxCategories);
  expect(categories.find(({ name }) => name === 'general')?.memoryCount).toBe(9);
  const fault = await session.fault('add_category', { ...ada, name: 'one more' });
  expect(fault).toMatchObject({ type: 'ValidationError', message: expect.stringContaining(`${maxCategories}`) });
});

test('an item added by hand is imported with default importance and salience', async () => {
  const session = await openWithAda();
  const text = written(section('facts', item('exported', 0.9), '- added by hand,\n  on two lines\n', item('last')));
  expect(await importExport(session, text)).toMatchObject({ memoriesAdded: 3, rejectedCount: 0, rejected: [] });
  expect(await memories(session)).toMatchObject([
    { content: 'added by hand,\non two lines', category: 'facts', salience: 0.5 },
    { content: 'exported', salience: 0.9 },
    { content: 'last' },
  ]);
});

test('redacting must not make a memory too long', async () => {
  const session = await openWithAda();
  const content = `${'word '.repeat(1_990)}password: hunter2`;
  const text = written(section('facts', item(`${content}${'x'.repeat(10_000 - content.length)}`)));
  const imported = await importExport(session, text);
  expect(imported.memoriesAdded + imported.rejectedCount).toBe(1);
  for (const memory of await memories(session)) expect(memory.content.length).toBeLessThanOrEqual(10_000);
});

test('an export synced as a file is read as plain text, without loss', async () => {
  const session = await openWithAda();
  const text = written(section('facts', item('too salient', 9), item('fine')));
  await session.call('sync_file', { ...ada, filePath: 'ada.md', fileContent: text });
  const found = await memories(session);
  expect(found.some(({ content }) => content.includes('too salient'))).toBe(true);
  expect(found.some(({ content }) => content.includes('fine'))).toBe(true);
  for (const { salience } of found) expect(salience).toBeLessThanOrEqual(1);
});
