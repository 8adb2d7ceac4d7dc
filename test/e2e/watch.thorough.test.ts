import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { put } from '../hooks/left-sessions.ts';
import { repositoryHome } from '../support/repository-home.ts';

interface Row {
  host?: string;
  path: string;
  character?: string;
  files?: number;
  leftOut?: string;
}

function home() {
  const { project, runIn, ...home } = repositoryHome();
  const run = (...args: string[]) => runIn(project, ...args);
  const watched = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('watch', '--json', ...args);
    expect([code, stderr]).toStrictEqual([0, '']);
    return (JSON.parse(stdout) as { watched: Row[] }).watched;
  };
  return { ...home, project, run, watched };
}

test('hosts’ own notes are watched on request, a project’s for its character, others for the user’s', async () => {
  const { folder, project, env, run, watched } = home();
  expect(await watched('--hosts')).toStrictEqual([]);
  const claude = join(folder, '.claude/projects/-harbour');
  put(join(claude, 'one.jsonl'), `${JSON.stringify({ type: 'user', cwd: project, message: {} })}\n`);
  const note = put(
    join(claude, 'memory/MEMORY.md'),
    '# Memory\n\n- The API lives in services/api.\n- Wir verwenden pnpm.\n',
  );
  put(join(folder, '.claude/projects/-gone-somewhere/memory/MEMORY.md'), '- Gone.\n');
  put(join(folder, '.codex/memories/MEMORY.md'), '# Tasks\n\n- Ada prefers short answers.\n');
  put(join(folder, '.gemini/GEMINI.md'), '## Gemini Added Memories\n- Ada lives in Lisbon.\n');
  put(join(folder, '.qwen/QWEN.md'), 'Always be kind.\n\n## Qwen Added Memories\n- Ada has a dog.\n');

  const shown = await watched('--hosts', '--dry-run');
  expect(shown.map(({ host, leftOut }) => [host, leftOut === undefined])).toStrictEqual([
    ['claude-code', false],
    ['claude-code', true],
    ['codex', true],
    ['gemini-cli', true],
    ['qwen-code', false],
  ]);
  const done = await watched('--hosts');
  expect(done.find(({ path }) => path === join(claude, 'memory'))).toMatchObject({ character: 'harbour', files: 1 });
  const known = async (character: string) => (await run('list', '--json', '--character', character)).stdout;
  expect(await known('harbour')).toContain('services/api');
  expect(await known('harbour')).toContain('Wir verwenden pnpm.');
  const own = done.find(({ host }) => host === 'gemini-cli')?.character ?? '';
  expect(own).not.toBe('harbour');
  expect(await known(own)).toContain('Lisbon');
  expect(await known(own)).toContain('short answers');
  expect(await known(own)).not.toContain('dog');
  // One way, and once.
  expect(readFileSync(note, 'utf8')).toContain('The API lives');
  expect(await watched('--hosts')).toHaveLength(5);
  expect((JSON.parse(await known('harbour')) as { total: number }).total).toBe(2);
  expect(existsSync(env.SERVICE_DB)).toBe(true);
});

test('a named path is watched; a forbidden or missing one is refused', async () => {
  const { project, run, watched } = home();
  const path = put(join(project, 'notes/team.md'), '- We decided to release on 12 March 2027.\n');
  expect(await watched(join(project, 'notes'))).toMatchObject([{ character: 'harbour', files: 1 }]);
  expect((await run('list', '--json')).stdout).toContain('12 March 2027');
  expect(await watched(path, '--character', 'Ada')).toMatchObject([{ character: 'Ada', files: 1 }]);
  const refused = async (...args: string[]) => {
    const { code, stderr } = await run('watch', ...args);
    return [code, stderr.split('\n').length];
  };
  expect(await refused('nowhere')).toStrictEqual([1, 2]);
  expect(await refused('/etc')).toStrictEqual([1, 2]);
  expect(await refused()).toStrictEqual([2, 2]);
  expect(await refused('notes', '--hosts')).toStrictEqual([2, 2]);
});
