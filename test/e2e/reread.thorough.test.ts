import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/files/decode.ts';
import { reconcile } from '../../src/files/reconcile.ts';
import { put } from '../hooks/left-sessions.ts';
import { newPiece, newSnapshot, localScope as scope } from '../support/builders.ts';
import { runCommand } from '../support/command.ts';
import { openSession, temporaryFolder } from '../support/harness.ts';

interface Row {
  character: string;
  files: number;
  leftOut?: number;
  touched: number;
  batch: string;
}

const toolsets = ['core', 'memories', 'characters', 'files', 'review'] as const;

/** A watched folder whose files an earlier version stored without subjects, with templates and drawings. */
async function storedEarlier() {
  const folder = temporaryFolder();
  const notes = join(folder, 'notes');
  mkdirSync(join(notes, '.obsidian'), { recursive: true });
  put(join(notes, '.obsidian/templates.json'), '{"folder":"Muster"}');
  const files = new Map([
    ['Heron.md', ['The lead is Ana.', 'The budget is 4,000.']],
    ['Templates/Meeting.md', ['Write down who was there.']],
    ['Muster/Tag.md', ['What did you learn today?']],
    ['Plan.excalidraw.md', ['v2 drawing data']],
  ]);
  for (const [path, lines] of files) put(join(notes, path), lines.map((line) => `- ${line}\n`).join(''));
  const open = () =>
    openSession({ path: join(folder, 'memory.db'), home: folder, character: 'Ada', toolsets: [...toolsets] });
  const session = await open();
  await session.call('watch_path', { path: notes });
  const { characters } = await session.call<{ characters: { id: string }[] }>('list_characters');
  const characterId = characters[0]?.id ?? '';
  let n = 1_000;
  for (const [path, lines] of files) {
    const content = Buffer.from(lines.map((line) => `- ${line}\n`).join(''));
    const pieces = lines.map((line) => newPiece(n++, line));
    const snapshot = newSnapshot(n++, pieces, { path: join(notes, path), content, contentHash: sha256(content) });
    await session.store.files.push(scope, characterId, snapshot, reconcile, {
      changedBy: 'test',
      now: Date.now(),
      kind: 'file',
    });
  }
  await session.close();
  const contents = async () => {
    const { stdout } = await runCommand(folder, ['list', '--json', '--character', 'Ada']);
    const { memories } = JSON.parse(stdout) as { memories: { content: string }[] };
    return memories.map(({ content }) => content).toSorted();
  };
  const reread = async (...more: string[]) => {
    const { code, stdout, stderr } = await runCommand(folder, ['watch', '--reread', '--json', ...more]);
    expect([code, stderr]).toStrictEqual([0, '']);
    return (JSON.parse(stdout) as { reread: Row[] }).reread;
  };
  return { folder, notes, open, contents, reread };
}

const before = [
  'The budget is 4,000.',
  'The lead is Ana.',
  'What did you learn today?',
  'Write down who was there.',
  'v2 drawing data',
];

test('reread gives old watched files subjects and drops templates and drawings, with dry run and undo', async () => {
  const { open, contents, reread } = await storedEarlier();
  expect(await contents()).toStrictEqual(before);
  const dry = await reread('--dry-run');
  expect(dry).toMatchObject([{ character: 'Ada', files: 4, leftOut: 3, touched: 5 }]);
  expect(await contents()).toStrictEqual(before);

  const [done] = (await reread()) as [Row];
  expect(done).toMatchObject({ files: 4, leftOut: 3, touched: dry[0]?.touched });
  expect(await contents()).toStrictEqual(['Heron: The budget is 4,000.', 'Heron: The lead is Ana.']);
  // Nothing is left to do, and a sync brings nothing back.
  expect(await reread('--dry-run')).toMatchObject([{ touched: 0 }]);
  const session = await open();
  await session.call('sync_now');
  await session.call('undo_batch', { batchId: done.batch });
  await session.call('sync_now');
  await session.close();
  expect(await contents()).toStrictEqual(before);
});

test('reread keeps memories that a person changed, and a template that is watched by itself', async () => {
  const { notes, open, contents, reread } = await storedEarlier();
  const session = await open();
  const { memories } = await session.call<{ memories: { id: string; content: string }[] }>('list_memories');
  const lead = memories.find(({ content }) => content === 'The lead is Ana.');
  await session.call('update_memory', { memoryId: lead?.id, content: 'The lead was Ana.' });
  await session.call('watch_path', { path: join(notes, 'Templates/Meeting.md') });
  await session.close();
  expect(await reread()).toMatchObject([{ leftOut: 2 }]);
  const left = await contents();
  expect(left).toContain('The lead was Ana.');
  expect(left).toContain('Heron: The budget is 4,000.');
  expect(left.join()).toMatch(/Write down who was there/);
  expect(left.join()).not.toMatch(/drawing|learn today/);
});

test('reread reports an unknown character and a store without watched files', async () => {
  const { folder, reread } = await storedEarlier();
  expect(await reread('--character', 'Ada')).toHaveLength(1);
  const { code, stderr } = await runCommand(folder, ['watch', '--reread', '--character', 'Nobody']);
  expect([code, stderr]).toStrictEqual([1, expect.stringContaining('there is no character Nobody')]);
  const empty = temporaryFolder();
  await runCommand(empty, ['add', 'Ada has a dog.', '--category', 'facts', '--character', 'Ada']);
  expect((await runCommand(empty, ['watch', '--reread'])).stdout).toContain('No file is watched.');
});
