import { expect, test } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { CaptureWorker } from '../../src/service/extraction/capture.ts';
import { openSession } from '../support/harness.ts';

const password = 'hunter2!';
const told = `The wifi password is ${password}`;
const redacted = 'The wifi password is [redacted: password]';
const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
const privateKey = `-----BEGIN PRIVATE KEY-----\n${`${body}\n`.repeat(30)}-----END PRIVATE KEY-----`;

async function opened(services = {}) {
  const session = await openSession({ character: 'Ada', services });
  const contents = async () => {
    const { memories } = await session.call<{ memories: Memory[] }>('list_memories', { limit: 100 });
    return memories.map(({ content }) => content).toSorted();
  };
  return { ...session, contents };
}

test.each(['add_memory', 'add_memory_direct'])(
  '%s refuses a secret by its kind, unless it is allowed',
  async (name) => {
    const session = await opened();
    const given = { content: told, ...(name === 'add_memory_direct' && { category: 'facts' }) };
    const fault = await session.fault(name, given);
    expect(fault).toMatchObject({ type: 'InvalidContent', status: 400 });
    expect(fault.message).toContain('(password)');
    expect(fault.message).toContain('allowSecret: true');
    expect(JSON.stringify([fault, session.logged])).not.toContain('hunter2');
    expect(await session.contents()).toStrictEqual([]);
    await session.call(name, { ...given, allowSecret: true });
    expect(await session.contents()).toStrictEqual([told]);
  },
);

test('update_memory refuses a secret too, and the permission alone changes nothing', async () => {
  const session = await opened();
  const { id } = await session.call('add_memory_direct', { content: 'The wifi is slow', category: 'facts' });
  expect(await session.fault('update_memory', { memoryId: id, content: told })).toMatchObject({
    type: 'InvalidContent',
  });
  expect(await session.contents()).toStrictEqual(['The wifi is slow']);
  expect(await session.fault('update_memory', { memoryId: id, allowSecret: true })).toMatchObject({
    type: 'InvalidInput',
  });
  await session.call('update_memory', { memoryId: id, content: told, allowSecret: true });
  // Its other fields can be changed without insisting again.
  expect(await session.call('update_memory', { memoryId: id, salience: 0.9 })).toMatchObject({ content: told });
});

const documents = {
  'notes.md': `# Home\n\n- ${told}\n- The router is in the hall\n\n${privateKey}\n\nThe end of the notes is near.\n`,
  'notes.txt': `${told}\n\nThe router is in the hall\n\n${privateKey}\n\nThe end of the notes is near.\n`,
  'notes.html': `<h1>Home</h1><ul><li>${told}</li><li>The router is in the hall</li></ul><pre>${privateKey}</pre>`,
  'notes.json': JSON.stringify([{ content: told }, { content: 'The router is in the hall' }, { content: privateKey }]),
};

test.each(Object.entries(documents))(
  'an import of %s redacts secrets, unless told to keep them',
  async (fileName, fileContent) => {
    const session = await opened();
    await session.call('import_document', { fileName, fileContent });
    const stored = (await session.contents()).join('\n');
    expect(stored).toContain(redacted);
    expect(stored).toContain('The router is in the hall');
    expect(stored).not.toContain(password);
    expect(stored).not.toContain(body.slice(0, 30));
    const other = await opened();
    await other.call('import_document', { fileName, fileContent, allowSecret: true });
    expect((await other.contents()).join('\n')).toContain(told);
  },
);

test.each(Object.entries(documents))(
  'a sync of %s redacts secrets in memories and keeps the file as it is',
  async (filePath, fileContent) => {
    const session = await opened();
    const { fileId } = await session.call('sync_file', { filePath, fileContent });
    const stored = (await session.contents()).join('\n');
    expect(stored).toContain(redacted);
    expect(stored).not.toContain(password);
    expect(stored).not.toContain(body.slice(0, 30));
    expect(await session.call('get_file', { fileId })).toMatchObject({ content: fileContent });
    // Two statements that are equal once redacted are no error.
    await session.call('sync_file', { filePath, fileContent: `${fileContent} ` });
    expect((await session.contents()).join('\n')).toBe(stored);
  },
);

const bare = [privateKey, `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}.`];

test.each([
  ['notes.md', bare.map((secret) => `- ${secret}\n`).join('')],
  ['notes.json', JSON.stringify(bare)],
  ['export.md', undefined],
])('a bare secret in %s is not stored, and is reported', async (fileName, given) => {
  const session = await opened();
  const exported = await opened();
  for (const content of bare)
    await exported.call('add_memory_direct', { content, category: 'facts', allowSecret: true });
  const fileContent = given ?? (await exported.call('export_character', {})).markdown;
  const { memoriesAdded, fillerFiltered, rejected } = await session.call<{
    memoriesAdded: number;
    fillerFiltered: number;
    rejected: { reason: string }[];
  }>('import_document', { fileName, fileContent });
  expect({ memoriesAdded, fillerFiltered }).toStrictEqual({ memoriesAdded: 0, fillerFiltered: 0 });
  expect(rejected.length).toBeGreaterThan(0);
  for (const { reason } of rejected) expect(reason).toBe('content holds nothing but a secret.');
  await session.call('sync_file', { filePath: fileName, fileContent });
  expect((await session.contents()).filter((content) => /^\W*\[redacted/.test(content))).toStrictEqual([]);
});

test('captured pieces contain no secret, not even in the queue', async () => {
  const session = await opened({ autoCapture: true });
  await session.call('sync_file', { filePath: 'a.md', fileContent: `- ${told}\n` });
  const now = session.clock.now;
  const [job] = await session.store.captures.claim(['BUSINESS'], now, { holder: 'test', until: now }, 1);
  expect(job?.memory.content).toBe(redacted);
  await new CaptureWorker(session.services).round();
  expect(await session.contents()).toStrictEqual([redacted]);
});

test('an export with a permitted secret can be imported whole on request', async () => {
  const session = await opened();
  await session.call('add_memory_direct', { content: told, category: 'facts', allowSecret: true });
  const { markdown } = await session.call('export_character', {});
  const other = await opened();
  await other.call('import_document', { fileName: 'export.md', fileContent: markdown, allowSecret: true });
  expect(await other.contents()).toStrictEqual([told]);
});
