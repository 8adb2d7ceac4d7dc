import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leave } from '../hooks/left-sessions.ts';
import { assistant, hostNamed, user } from '../hooks/play.ts';
import { repositoryHome } from '../support/repository-home.ts';
import { program } from '../support/spawned.ts';

interface Answer {
  projects: {
    project: string;
    character?: string;
    sessions: number;
    memories: { content: string; occurredAt: string; change: string }[];
  }[];
  withoutProject: { gone: number; unknown: number };
  unread: unknown[];
  totals: { memories: number; sessions: number; brokenLines: number };
}

/** A home with a repository, and the built program there. */
function home() {
  const { folder, runIn, ...home } = repositoryHome();
  const run = (...args: string[]) => runIn(folder, ...args);
  const sessions = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('import', '--sessions', '--json', ...args);
    expect([code, stderr]).toStrictEqual([0, '']);
    return JSON.parse(stdout) as Answer;
  };
  const contents = (answer: Answer, name = 'harbour') =>
    answer.projects.find(({ project }) => project === name)?.memories.map(({ content }) => content);
  return { ...home, folder, run, sessions, contents };
}

const pnpm = 'Always use pnpm, never npm.';
const tuesdays = 'From now on we always deploy on Tuesdays from the release branch.';
const german = 'Wir schreiben Kommentare immer auf Englisch.';
const secret = 'We always use the key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH for tests.';

test('past sessions are previewed, then stored once, by project, with their dates', async () => {
  const { folder, project, data, env, run, sessions, contents } = home();
  leave['claude-code']?.(folder, {
    session: 'one',
    folder: project,
    said: [user(pnpm), user('Add a button to the page.'), user(secret)],
  });
  leave.codex?.(folder, {
    session: 'two',
    folder: join(project),
    said: [user(german), user('<private>We always whisper.</private>')],
  });
  leave['qwen-code']?.(folder, { session: 'three', folder: join(folder, 'gone'), said: [user(tuesdays)] });
  leave.antigravity?.(folder, { session: 'four', folder: project, said: [user(tuesdays)] });

  const shown = await sessions('--dry-run');
  expect(contents(shown)).toStrictEqual([pnpm, german]);
  expect(shown).toMatchObject({ withoutProject: { gone: 1, unknown: 1 }, totals: { memories: 2, sessions: 2 } });
  expect([existsSync(env.SERVICE_DB), readdirSync(data)]).toStrictEqual([false, []]);

  const unasked = await run('import', '--sessions');
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes keeps this') });
  expect(unasked.stdout).toContain(`- 2026-01-02 [`);
  expect(unasked.stdout).toContain(pnpm);
  expect(existsSync(env.SERVICE_DB)).toBe(false);

  const kept = await sessions('--yes');
  expect(contents(kept)).toStrictEqual([pnpm, german]);
  expect(kept.projects[0]).toMatchObject({
    character: 'harbour',
    memories: [{ occurredAt: expect.stringMatching(/^2026-01-02T1/) }, {}],
  });
  expect(await sessions('--yes')).toMatchObject({ totals: { memories: 0 } });
  expect(readdirSync(data).filter((name) => name.startsWith('.'))).toStrictEqual([]);
  const { stdout } = await run('list', '--json', '--character', 'harbour');
  expect(stdout).not.toContain('sk-ant');
  expect((JSON.parse(stdout) as { total: number }).total).toBe(2);
  // Deleted by the user, it is not imported again.
  const [one] = (JSON.parse(stdout) as { memories: { id: string }[] }).memories;
  await run('delete', one?.id ?? '', '--character', 'harbour');
  expect(await sessions('--yes')).toMatchObject({ totals: { memories: 0 } });
});

test('statements of the project’s rule files are skipped, and doubtful ones wait for review', async () => {
  const { folder, project, sessions, contents, run } = home();
  writeFileSync(join(project, 'CLAUDE.md'), '# Rules\n\n- Always use pnpm, never npm.\n');
  const doubtful = 'The staging box is slow these days.';
  const all = [pnpm, german, doubtful, 'The gateway listens on port 8443.'].map(user);
  leave['claude-code']?.(folder, { session: 'one', folder: project, said: all });
  const shown = await sessions('--dry-run');
  expect(contents(shown)).toContain(german);
  expect(contents(shown)).not.toContain(pnpm);
  const kept = await sessions('--yes');
  expect(contents(kept)).toStrictEqual(contents(shown));
  expect(kept.totals).toStrictEqual(shown.totals);
  const listed = JSON.parse((await run('list', '--json', '--character', 'harbour')).stdout) as { total: number };
  expect(listed.total).toBe(kept.totals.memories);
});

test('--character takes all sessions, and --sessions can name one host', async () => {
  const { folder, project, sessions, contents } = home();
  leave['claude-code']?.(folder, { session: 'one', folder: project, said: [user(pnpm)] });
  leave.codex?.(folder, { session: 'two', folder: join(folder, 'gone'), said: [user(tuesdays)] });
  leave.antigravity?.(folder, { session: 'three', folder: project, said: [user(german)] });
  expect(contents(await sessions('codex', 'antigravity', '--character', 'Ada', '--yes'), 'Ada')?.sort()).toStrictEqual([
    tuesdays,
    german,
  ]);
  expect(contents(await sessions('--character', 'Ada', '--yes'), 'Ada')).toStrictEqual([pnpm]);
});

test('hooks and import share a cursor, so that neither stores the other’s turns', async () => {
  const { folder, project, env, sessions, contents } = home();
  const transcript_path = leave.codex?.(folder, { session: 'one', folder: project, said: [user(pnpm)] }) ?? '';
  const stop = () =>
    spawnSync(process.execPath, [program, 'hook', 'Stop', '--host', 'codex'], {
      env,
      input: JSON.stringify({ session_id: 'one', cwd: project, transcript_path }),
      encoding: 'utf8',
    });
  expect(stop()).toMatchObject({ status: 0, stderr: '' });
  expect(await sessions('--dry-run')).toMatchObject({ totals: { memories: 0 } });
  const { line } = hostNamed('codex');
  appendFileSync(transcript_path, `${JSON.stringify(line(user(tuesdays)))}\n`);
  expect(contents(await sessions('--yes'))).toStrictEqual([tuesdays]);
  appendFileSync(transcript_path, `${JSON.stringify(line(assistant('Done.')))}\n`);
  expect(stop()).toMatchObject({ status: 0, stderr: '' });
  expect(await sessions('--dry-run')).toMatchObject({ totals: { memories: 0 } });
});

test('a forked session is stored once, and a rule that changed later beside what it was', async () => {
  const { folder, project, sessions } = home();
  const first =
    leave['claude-code']?.(folder, { session: 'one', folder: project, said: [user('We deploy on Tuesdays.')] }) ?? '';
  const { line } = hostNamed('claude-code');
  const more = { ...line(user('We no longer deploy on Tuesdays, we deploy on Thursdays now.')), cwd: project };
  const forked = leave['claude-code']?.(folder, { session: 'two', folder: project, said: [] }) ?? '';
  appendFileSync(forked, readFileSync(first, 'utf8') + JSON.stringify(more));
  const [harbour] = (await sessions('--yes')).projects;
  expect(harbour?.memories).toMatchObject([
    { change: 'added', content: 'We deploy on Tuesdays.' },
    { change: 'added', content: expect.stringContaining('Thursdays') },
  ]);
  const { host } = hostNamed('claude-code');
  leave[host]?.(folder, {
    session: 'three',
    folder: project,
    said: [user('No, we deploy on Mondays now, not on Thursdays.')],
  });
  const later = (await sessions('--yes')).projects[0]?.memories;
  expect(later?.every(({ content }) => content.includes('Mondays'))).toBe(true);
});

test('invalid arguments of import are refused in one line', async () => {
  const { run } = home();
  const refused = async (...args: string[]) => {
    const { code, stderr } = await run('import', ...args);
    return [code, stderr.split('\n').length];
  };
  for (const args of [
    ['--sessions', 'netscape'],
    ['--sessions', '--since', 'yesterday'],
    ['--sessions', '--category', 'facts'],
    ['notes.md', '--since', '3'],
    [],
  ]) {
    expect(await refused(...args)).toStrictEqual([2, 2]);
  }
  expect((await run('import', '--sessions', '--dry-run')).stdout).toContain('There are no sessions to read.');
});
