import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runCommand, startCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/harness.ts';
import { program } from '../support/spawned.ts';

interface Shown {
  id: string;
  content: string;
}

const env = { SERVICE_CHARACTER: 'mia', SERVICE_TIER: 'BUSINESS' };

/** A machine with a home of its own. */
function machine(more: Record<string, string> = {}) {
  const home = temporaryFolder();
  const run = (...args: string[]) => runCommand(home, args, { ...env, ...more });
  const answer = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const texts = async () => ((await answer('list')).memories as Shown[]).map(({ content }) => content).toSorted();
  const say = (text: string) => answer('add', text, '--category', 'facts');
  return { home, run, answer, texts, say };
}

/** All files below a folder, as one text. */
function bytesBelow(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

test('an erasure on one machine empties the file of another one that only syncs', async () => {
  const folder = temporaryFolder();
  const machines = [machine(), machine()] as const;
  const [first, second] = machines;
  await first.say('The codename is Plumquartz.');
  await first.answer('sync', folder, '--all');
  await second.answer('sync', folder, '--all');
  const round = async () => {
    for (const one of machines) await one.answer('sync');
  };
  await round();
  expect(await second.texts()).toStrictEqual(['The codename is Plumquartz.']);
  await first.run('erase', '--words', 'Plumquartz', '--everywhere', '--yes');
  for (let i = 0; i < 3; i++) await round();
  for (const one of machines) {
    expect(await one.texts()).toStrictEqual([]);
    expect(bytesBelow(one.home)).not.toContain('Plumquartz');
  }
  expect(bytesBelow(folder)).not.toContain('Plumquartz');
});

test('three machines share an encrypted folder in git, even if one is killed during a sync', {
  timeout: 240_000,
}, async () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd, stdio: 'pipe' });
  const origin = temporaryFolder();
  git(origin, 'init', '-q', '--bare', '-b', 'main');
  const machines = [machine(), machine(), machine()];
  const clones = machines.map(({ home }) => {
    const clone = join(home, 'shared');
    git(home, 'clone', '-q', origin, clone);
    writeFileSync(join(home, 'passphrase'), 'vier große Äpfel\n', { mode: 0o600 });
    return clone;
  });
  const round = async (i: number, ...flags: string[]) => {
    const [clone = '', at] = [clones[i], machines[i]];
    if (i > 0 || flags.length === 0) git(clone, 'pull', '-q', '--rebase', '--autostash', 'origin', 'main');
    const synced = await at?.answer('sync', clone, ...flags);
    git(clone, 'add', '-A');
    if (git(clone, 'status', '--porcelain').length > 0) {
      git(clone, 'commit', '-q', '-m', 'sync');
      git(clone, 'push', '-q', 'origin', 'HEAD:main');
    }
    return synced;
  };
  const [first, second, third] = machines as [(typeof machines)[0], (typeof machines)[0], (typeof machines)[0]];
  await first.say('Mia 喜欢绿茶');
  await second.say('Der Hafen ist offen');
  await third.say('يفتح المخبز في السادسة');
  const opened = (i: number) => ['--passphrase-file', join(machines[i]?.home ?? '', 'passphrase')];
  expect(await round(0, '--all', ...opened(0))).toMatchObject({ decidesHere: true, replicas: [] });
  // Each has made a character of that name: without a terminal, only its name connects it.
  git(clones[1] ?? '', 'pull', '-q', '--rebase', 'origin', 'main');
  expect(await second.run('sync', clones[1] ?? '', '--all', ...opened(1))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--character "mia"'),
  });
  for (const i of [1, 2]) {
    expect(await round(i, '--character', 'mia', ...opened(i))).toMatchObject({ decidesHere: false });
  }
  for (const i of [0, 1, 2]) await round(i);
  const all = await first.texts();
  expect(all).toHaveLength(3);
  for (const one of [second, third]) expect(await one.texts()).toStrictEqual(all);
  const stored = execFileSync('git', ['log', '-p', '--all'], { cwd: clones[0], encoding: 'utf8' });
  for (const text of ['绿茶', 'Hafen', 'المخبز', '"mia"']) expect(stored).not.toContain(text);

  const [{ id }] = (await first.answer('search', 'Hafen')).memories as [Shown];
  await second.answer('edit', id, '--content', 'Der Hafen ist zu');
  await third.answer('edit', id, '--content', 'Der Hafen ist laut');
  for (const pause of [60, 120, 240, 480]) {
    const { child } = startCommand(second.home, ['sync', clones[1] ?? ''], env);
    await elapse(pause);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  }
  for (let n = 0; n < 2; n++) for (const i of [1, 2, 0]) await round(i);
  for (const i of [1, 2]) await round(i);
  const now = await first.texts();
  expect(now).toHaveLength(3);
  for (const one of [second, third]) {
    expect(await one.texts()).toStrictEqual(now);
    const { revisions } = (await one.answer('show', id)) as { revisions: { content: string }[] };
    const kept = revisions.map(({ content }) => content).toSorted();
    expect(kept).toStrictEqual(['Der Hafen ist laut', 'Der Hafen ist offen', 'Der Hafen ist zu']);
    expect(await one.answer('connections')).toMatchObject({
      connections: [{ kind: 'folder', waiting: 0, refused: 0 }],
    });
  }
  writeFileSync(join(second.home, 'wrong'), 'another passphrase\n');
  expect(await second.run('sync', clones[1] ?? '', '--passphrase-file', join(second.home, 'wrong'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The passphrase is not that of'),
  });
});

test('a machine exchanges with another one over ssh, and reports what prevents it', { timeout: 120_000 }, async () => {
  const there = machine();
  const path = join(temporaryFolder(), 'bin');
  mkdirSync(path);
  const script = (name: string, lines: string) => {
    writeFileSync(join(path, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(path, name), 0o755);
  };
  const remote = `export HOME='${there.home}' SERVICE_DB='${there.home}/memory.db'`;
  script('ssh', `echo "$@" >> '${path}/asked'\necho 'a shell that prints something'\n${remote}\nexec sh -c "$4"`);
  script('agent-memory-service', `exec '${process.execPath}' '${program}' "$@"`);
  const here = machine({ PATH: `${path}:${process.env.PATH ?? ''}` });
  await there.say('Mia 喜欢绿茶');
  await here.say('Der Hafen ist offen');
  expect(await here.answer('sync', 'ssh', 'ada@desktop', '--all', '--dry-run')).toMatchObject({
    characters: [{ character: 'mia', here: 1, there: 1, same: 0 }],
  });
  await here.answer('sync', 'ssh', 'ada@desktop', '--all');
  expect(await here.texts()).toStrictEqual(['Der Hafen ist offen', 'Mia 喜欢绿茶']);
  expect(await there.texts()).toStrictEqual(await here.texts());
  await there.say('يفتح المخبز في السادسة');
  await here.answer('sync');
  expect(await here.texts()).toHaveLength(3);
  expect(readFileSync(join(path, 'asked'), 'utf8')).toMatch(
    /^(-T -- ada@desktop agent-memory-service sync answer\n){3}$/,
  );
  // A replica answers no replica.
  const chained = machine({ PATH: `${path}:${process.env.PATH ?? ''}` });
  script('ssh', `export HOME='${here.home}' SERVICE_DB='${here.home}/memory.db'\nexec sh -c "$4"`);
  expect(await chained.run('sync', 'ssh', 'laptop', '--all')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('itself a replica there'),
  });
  const fault = async (lines: string) => {
    script('ssh', lines);
    const { code, stderr } = await chained.run('sync', 'ssh', 'laptop', '--all');
    expect(code).toBe(1);
    return stderr;
  };
  expect(await fault('echo "Connection refused" >&2; exit 255')).toContain(
    "ssh can't reach it, or it refuses the login. It said: Connection refused",
  );
  expect(await fault('exit 127')).toContain('it has no "agent-memory-service"');
  expect(await fault('exit 2')).toContain('does not know "sync answer"');
  expect(await fault(`echo '{"agent-memory-service":"9.0.0","pipe":9,"machine":"x"}'; cat`)).toContain('9.0.0');
  expect(await chained.run('sync', 'ssh', '--all', '--', '-oProxyCommand=x')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no host for ssh'),
  });
});
