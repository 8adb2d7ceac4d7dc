import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { runCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/harness.ts';

test('memories are added, found, shown, corrected and deleted at a terminal', async () => {
  const folder = temporaryFolder();
  const run = async (...line: string[]) => {
    const { code, stdout, stderr } = await runCommand(folder, line, { SERVICE_DB: join(folder, 'memory.db') });
    return { code, stdout, stderr };
  };
  const json = async (...line: string[]) => JSON.parse((await run(...line, '--json')).stdout);

  expect(await run('search', 'tea')).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no store') });
  expect(await run('add', 'Ada drinks tea')).toMatchObject({ code: 2, stderr: expect.stringContaining('--character') });
  expect((await run('add', '--character', 'Ada', 'I', 'prefer', 'green', 'tea.')).stdout).toContain(
    'I prefer green tea.',
  );
  expect((await run('add', '--category', 'facts', '--importance', 'high', 'Die Katze heißt Mimi')).stdout).toContain(
    'high',
  );
  expect((await run('add', '--category', 'facts', 'Die Katze heißt Mimi')).stdout).toContain('Known already');
  expect((await run('add', 'thanks!')).stdout).toBe('Nothing in it is worth keeping.\n');

  expect((await run('search', 'Wie', 'heißt', 'die', 'Katze?')).stdout).toMatch(
    /^relevance .*\n0\.\d\d +Die Katze heißt Mimi/,
  );
  expect(await run('search', '--character', 'Nobody', 'tea')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Character "Nobody" does not exist'),
  });
  expect((await run('search', 'zeppelin')).stdout).toBe('Nothing is known about this.\n');
  const { memories } = (await json('list', '--importance', 'high')) as { memories: Memory[] };
  expect(memories).toHaveLength(1);
  const { id } = memories[0]!;
  expect((await run('edit', id, '--content', 'Die Katze heißt Mia')).stdout).toContain('Mia');
  expect((await run('show', id)).stdout).toMatch(/^Die Katze heißt Mia\n.*\n1 +created .* Mimi\n2 +updated .* Mia\n$/s);
  expect(await run('edit', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('edit takes --content') });
  expect(await run('list', '--limit', 'many')).toMatchObject({ code: 2 });
  expect((await run('delete', id)).stdout).toContain('Deleted');
  expect((await run('list', '--deleted')).stdout).toContain('Mia');
  expect(await run('delete', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('does not exist') });
});
