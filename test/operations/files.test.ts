import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PushResult } from '../../src/domain/file.ts';
import type { Memory } from '../../src/domain/memory.ts';
import { type openSession, openWithAda, type Session } from '../support/harness.ts';

async function withCharacter(options: Parameters<typeof openSession>[0] = {}) {
  const session = await openWithAda(options, { categoryPreset: 'developer' });
  const push = (fileContent: string, more: object = {}) =>
    session.call<PushResult>('sync_file', { characterId: 'Ada', filePath: 'notes.md', fileContent, ...more });
  return { ...session, push };
}

async function memoriesOf(session: Pick<Session, 'call'>): Promise<Memory[]> {
  const { memories } = await session.call<{ memories: Memory[] }>('list_memories', { characterId: 'Ada', limit: 100 });
  return memories.toSorted((a, b) => (a.content < b.content ? -1 : 1));
}

const notes = '# Notes\n\n## Decisions\n\n- Postgres for production\n- Friday deploys are off\n\n## Stack\n\n- Biome\n';

describe('files on FREE', () => {
  test('a FREE tenant’s pushed file is searchable, while add_memory is refused', async () => {
    const session = await withCharacter({ tier: 'FREE' });
    const refused = await session.fault('add_memory', { characterId: 'Ada', content: 'x' });
    expect(refused.type).toBe('FeatureNotAvailable');
    expect(await session.push(notes)).toMatchObject({
      version: 1,
      changed: true,
      memoriesAdded: 3,
      memoriesRemoved: 0,
    });
    const { memories } = await session.call<{ memories: Memory[] }>('search_memories', {
      characterId: 'Ada',
      query: 'which database is used in production?',
    });
    expect(memories[0]).toMatchObject({ content: 'Notes: Postgres for production', category: 'decisions' });
    expect(memories[0]?.source.kind).toBe('file');
  });

  test('a changed line changes one memory and keeps the others', async () => {
    const session = await withCharacter({ tier: 'FREE' });
    await session.push(notes);
    const before = await memoriesOf(session);
    const second = await session.push(notes.replace('Friday deploys are off', 'Friday deploys are fine'));
    expect(second).toMatchObject({ version: 2, memoriesAdded: 1, memoriesRemoved: 1 });
    const after = await memoriesOf(session);
    const kept = before.filter(({ content }) => !content.includes('Friday'));
    expect(after.filter(({ content }) => !content.includes('Friday'))).toStrictEqual(kept);
    expect(after.map(({ content }) => content)).toContain('Notes: Friday deploys are fine');
  });

  test('a push within the minimum interval is refused, naming interval and time', async () => {
    const session = await withCharacter({ tier: 'FREE', rateLimits: true });
    await session.push(notes);
    expect(await session.push(notes)).toMatchObject({ changed: false });
    session.clock.now += 35_000;
    const fault = await session.fault('sync_file', { characterId: 'Ada', filePath: 'notes.md', fileContent: 'new' });
    expect(fault).toMatchObject({ type: 'TierLimitExceeded', status: 429 });
    expect(fault.message).toContain('60 s');
    expect(fault.message).toContain('2026-01-15T10:01:30.000Z');
    session.clock.now += 25_000;
    expect(await session.push('new')).toMatchObject({ version: 2 });
  });
});

describe('new versions of a file', () => {
  test('the memory of a moved line is kept, with its new context', async () => {
    const session = await withCharacter();
    await session.push('# A\n\n- the same line\n\n# B\n\n- other\n');
    const [first] = await memoriesOf(session);
    const pushed = await session.push('# A\n\n- other thing\n\n# B\n\n- other\n- the same line\n');
    expect(pushed).toMatchObject({ memoriesAdded: 1, memoriesRemoved: 0 });
    const moved = (await memoriesOf(session)).find(({ id }) => id === first?.id);
    expect(moved).toMatchObject({ content: 'B: the same line', revision: 2 });
  });

  test('edited memories are kept, also when their line was removed', async () => {
    const session = await withCharacter();
    await session.push('- first\n- second\n');
    const [first] = await memoriesOf(session);
    await session.call('update_memory', { characterId: 'Ada', memoryId: first?.id, content: 'first, corrected' });
    expect(await session.push('- second\n- third\n')).toMatchObject({ memoriesAdded: 1, memoriesRemoved: 0 });
    const contents = (await memoriesOf(session)).map(({ content }) => content);
    expect(contents).toStrictEqual(['first, corrected', 'second', 'third']);
  });

  test('deleted memories stay deleted while their line is unchanged', async () => {
    const session = await withCharacter();
    await session.push('- first\n- second\n');
    const [first] = await memoriesOf(session);
    await session.call('delete_memory', { characterId: 'Ada', memoryId: first?.id });
    await session.push('- second\n- first\n- third\n');
    expect((await memoriesOf(session)).map(({ content }) => content)).toStrictEqual(['second', 'third']);
    await session.push('- second\n- first, but new\n');
    expect((await memoriesOf(session)).map(({ content }) => content)).toStrictEqual(['first, but new', 'second']);
  });

  test('a memory that another file or a caller also states is not deleted', async () => {
    const session = await withCharacter();
    const direct = { characterId: 'Ada', content: 'said directly', category: 'decisions' };
    await session.call('add_memory_direct', direct);
    await session.push('- said directly\n- in both files\n');
    await session.push('- in both files\n', { filePath: 'other.md' });
    expect(await session.push('- nothing else\n')).toMatchObject({ memoriesRemoved: 0 });
    const contents = (await memoriesOf(session)).map(({ content }) => content);
    expect(contents).toStrictEqual(['in both files', 'nothing else', 'said directly']);
    expect(await session.push('', { filePath: 'other.md' })).toMatchObject({ memoriesRemoved: 1 });
  });
});

describe('versions', () => {
  test('twenty versions are kept and can be fetched, equal contents once', async () => {
    const session = await withCharacter();
    for (let i = 1; i <= 22; i++) await session.push(`- version ${i % 3}-${i}\n`);
    const { fileId } = await session.push('- version 1-22\n');
    const latest = await session.call<Body>('get_file', { fileId });
    expect(latest).toMatchObject({ version: 22, content: '- version 1-22\n', encoding: 'utf8' });
    expect(await session.call('get_file', { fileId, version: 3 })).toMatchObject({ content: '- version 0-3\n' });
    expect((await session.fault('get_file', { fileId, version: 2 })).type).toBe('FileNotFound');
    expect((await session.fault('get_file', { fileId: 'nothing' })).type).toBe('FileNotFound');
  });

  test('a stale base and a wrong checksum are refused, in this order', async () => {
    const session = await withCharacter();
    await session.push('one', { baseVersion: 0 });
    const refusal = (more: object) =>
      session.fault('sync_file', { characterId: 'Ada', filePath: './notes.md', fileContent: 'one', ...more });
    expect(await refusal({ baseVersion: 0 })).toMatchObject({ type: 'SnapshotConflict', status: 409 });
    expect(await refusal({ baseVersion: 0, checksum: '0'.repeat(64) })).toMatchObject({ type: 'InvalidInput' });
    const checksum = createHash('sha256').update('two').digest('hex').toUpperCase();
    expect(await session.push('two', { baseVersion: 1, checksum })).toMatchObject({ version: 2 });
  });

  test('binary files are kept and give no memories', async () => {
    const session = await withCharacter();
    const fileContent = Buffer.from([0, 255, 1, 254]).toString('base64');
    const { fileId, memoriesAdded } = await session.push(fileContent, { encoding: 'base64', filePath: 'a.bin' });
    expect(memoriesAdded).toBe(0);
    expect(await session.call('get_file', { fileId })).toMatchObject({ content: fileContent, encoding: 'base64' });
  });

  test.each([
    ['base64 that is none', { fileContent: '!!!', encoding: 'base64' }],
    ['a path upwards', { fileContent: 'x', filePath: '../secret.md' }],
    ['an empty path', { fileContent: 'x', filePath: './' }],
    ['more than 5 MiB', { fileContent: 'x'.repeat(5 * 1024 * 1024 + 1) }],
    ['no content', {}],
    ['files and a file', { fileContent: 'x', files: [{ filePath: 'a', fileContent: 'b' }] }],
  ])('%s is invalid input', async (_, input) => {
    const session = await withCharacter();
    const fault = await session.fault('sync_file', { characterId: 'Ada', filePath: 'a.md', ...input });
    expect(fault.type).toBe('InvalidInput');
  });

  test('file names in any script, CRLF and a byte order mark are supported', async () => {
    const session = await withCharacter();
    const content = '\uFEFF# Заметки\r\n\r\n- первая\r\n- вторая\r\n';
    const { fileId } = await session.push(content, { filePath: '.\\заметки\\日本.md' });
    expect(await session.call('get_file', { fileId })).toMatchObject({ path: 'заметки/日本.md', content });
    expect((await memoriesOf(session)).map((one) => one.content)).toStrictEqual(['Заметки: вторая', 'Заметки: первая']);
  });
});

test('a batch answers each file by itself', async () => {
  const session = await withCharacter();
  const { results } = await session.call<{ results: (PushResult & { error?: { type: string } })[] }>('sync_file', {
    characterId: 'Ada',
    files: [
      { filePath: 'a.md', fileContent: '- a' },
      { filePath: '../b.md', fileContent: '- b' },
      { filePath: 'c.md', fileContent: '- c' },
    ],
  });
  expect(results.map((one) => one.error?.type ?? one.version)).toStrictEqual([1, 'InvalidInput', 1]);
  const status = await session.call('get_sync_status', { characterId: 'Ada' });
  expect(status).toMatchObject({ totalFiles: 2, totalSizeBytes: 6, capture: { pending: 0, failed: [] } });
  const listed = await session.call('list_files', { characterId: 'Ada', limit: 1, page: 1 });
  expect(listed).toMatchObject({ total: 2, page: 1, files: [{ path: 'c.md' }] });
  expect(await session.call('get_tier')).toMatchObject({ usage: { files: 2 } });
});

test('files of an archived character can be read but not changed', async () => {
  const session = await withCharacter();
  const { fileId } = await session.push('- a');
  await session.call('archive_character', { characterId: 'Ada' });
  expect(await session.call('get_file', { fileId })).toMatchObject({ content: '- a' });
  const fault = await session.fault('sync_file', { characterId: 'Ada', filePath: 'a.md', fileContent: 'b' });
  expect(fault.type).toBe('CharacterArchived');
});

type Body = Record<string, unknown>;
