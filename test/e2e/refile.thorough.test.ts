import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MemoryChange } from '../../src/domain/memory.ts';
import { newMemory, localScope as scope } from '../support/builders.ts';
import { runCommand } from '../support/command.ts';
import { openSession, temporaryFolder } from '../support/harness.ts';

test('older captures that are no decisions are filed anew as one batch, which can be taken back', async () => {
  const folder = temporaryFolder();
  const session = await openSession({ path: join(folder, 'memory.db'), home: folder, toolsets: ['core', 'review'] });
  const { id } = await session.call<{ id: string }>('create_character', { name: 'Ada', categoryPreset: 'developer' });
  const add = (n: number, content: string): MemoryChange => {
    return { kind: 'add', memory: { ...newMemory(n, content), category: 'decisions', source: { kind: 'extraction' } } };
  };
  const changes = [
    add(1, 'Always run the tests before you push.'),
    add(2, 'prod is in eu-west-1'),
    add(3, 'We decided to drop Internet Explorer.'),
    add(4, 'Never force-push to main.'),
  ];
  const hooks = { changedBy: 'auto-capture', now: 1_000, kind: 'system' } as const;
  await session.store.memories.write(scope, id, changes, hooks);
  await session.store.memories.write(scope, id, [add(5, 'Never commit on Fridays.')], { ...hooks, changedBy: 'Bo' });
  // Somebody chose the category of the fourth.
  for (const category of ['events', 'decisions']) {
    await session.call('change_memories', { characterId: id, ids: [newMemory(4, '').id], change: { category } });
  }
  await session.close();
  const run = async (...line: string[]) => {
    const { code, stdout, stderr } = await runCommand(folder, [...line, '--character', 'Ada', '--json']);
    expect([line, code, stderr]).toStrictEqual([line, 0, '']);
    return JSON.parse(stdout);
  };
  const filed = async () => {
    const { memories } = (await run('list')) as { memories: { content: string; category: string }[] };
    return Object.fromEntries(memories.map(({ content, category }) => [content.split(' ', 2).join(' '), category]));
  };
  const before = await filed();
  const refused = await runCommand(folder, ['refile', '--character', 'Ada']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was changed') });
  expect((await run('refile', '--dry-run')).memories).toHaveLength(2);
  expect(await filed()).toStrictEqual(before);

  const { changed, batchId } = await run('refile', '--yes');
  expect(changed).toBe(2);
  expect(await filed()).toStrictEqual({ ...before, 'Always run': 'preferences', 'prod is': 'facts' });
  expect(await run('refile', '--undo', batchId)).toMatchObject({ changed: 2 });
  expect(await filed()).toStrictEqual(before);
  expect((await run('refile', '--yes')).memories).toStrictEqual([]);
});
