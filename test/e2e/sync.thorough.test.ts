import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commandEnvironment, runCommand, startCommand } from '../support/command.ts';
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

const lineOf = (folder: string) => `agent-memory-service sync ${JSON.stringify(folder)} --all`;

test('a folder alone takes the own memory, and the terminal says what comes next and what is apart', async () => {
  const folder = temporaryFolder();
  const [first, second] = [machine(), machine()];
  await first.say('私の犬はポチです。');
  expect(await first.run('sync', folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      `Next, on the other machine, with its own path of the folder: ${lineOf(folder)} --wait`,
    ),
  });
  const joined = await second.run('sync', folder);
  expect(joined).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('without them, run "agent-memory-service sync" on'),
  });
  expect((await first.run('sync')).stdout).toContain('without them, run "agent-memory-service sync" there');
  const settled = (await second.run('sync')).stdout;
  expect(settled).not.toContain('finish');
  expect(settled).toContain('up to date');
  const rest = (await first.run('sync')).stdout;
  expect(rest).toContain('nothing new');
  expect(rest).not.toContain('run ');
  expect(await second.texts()).toStrictEqual(['私の犬はポチです。']);
  await runCommand(first.home, ['add', 'Tom sails.', '--category', 'facts'], { ...env, SERVICE_CHARACTER: '港' });
  expect((await first.run('sync', folder)).stdout).toContain('On this machine alone: 港.');
  const line = lineOf(folder);
  await first.answer('sync', folder, '--all');
  const again = await second.run('sync', folder);
  expect(again.stdout).toContain('In the folder, but not here: 港.');
  expect(again.stdout).toContain(line);
  const empty = temporaryFolder();
  const refused = await first.run('sync', empty);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`sync ${JSON.stringify(empty)} --all`) });
});

/** A machine on which hooks of Claude Code run, each in its own process. */
function withHooks() {
  const one = machine({ SERVICE_CHARACTER: '' });
  const hook = (event: string, input: object) =>
    execFileSync(process.execPath, [program, 'hook', event, '--host', 'claude-code'], {
      input: JSON.stringify({ hook_event_name: event, ...input }),
      env: commandEnvironment(one.home),
      encoding: 'utf8',
    });
  let sessions = 0;
  const sessionIn = (cwd: string) => {
    const id = `00000000-0000-4000-8000-${String(++sessions).padStart(12, '0')}`;
    return { session_id: id, transcript_path: join(one.home, `${id}.jsonl`), cwd };
  };
  return {
    ...one,
    repository: (path: string, remote?: string) => {
      const folder = join(one.home, path);
      mkdirSync(folder, { recursive: true });
      execFileSync('git', ['init', '-q', folder]);
      if (remote !== undefined) execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', remote]);
      return folder;
    },
    hears: (cwd: string, content: string) => {
      const session = sessionIn(cwd);
      const line = { type: 'user', uuid: session.session_id, cwd, message: { role: 'user', content } };
      writeFileSync(session.transcript_path, `${JSON.stringify({ ...line, sessionId: session.session_id })}\n`);
      hook('Stop', session);
    },
    starts: (cwd: string) => hook('SessionStart', { ...sessionIn(cwd), source: 'startup' }),
  };
}

test('a second machine uses the synced memories of its repositories and its person', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const [laptop, desktop, attic] = [withHooks(), withHooks(), withHooks()];
  const tea = laptop.repository('work/お茶 プロジェクト');
  laptop.hears(tea, 'We decided to ship the tea project on Tuesdays. I am allergic to peanuts.');
  laptop.hears(laptop.repository('work/shop', 'git@github.com:ada/shop.git'), 'The shop uses Stripe for payments.');
  await laptop.answer('sync', folder, '--all');
  await desktop.answer('sync', folder, '--all');
  // The host of the second machine runs before the first one has answered.
  const shop = desktop.repository('code/laden', 'https://github.com/ada/shop');
  desktop.starts(shop);
  for (const one of [laptop, desktop]) await one.answer('sync');
  expect(desktop.starts(shop)).toMatch(/Stripe[\s\S]*peanuts/);
  const same = desktop.repository('お茶 プロジェクト');
  expect(desktop.starts(same)).toMatch(/because of its name alone/);
  expect(desktop.starts(same)).toMatch(/ship the tea project/);
  expect(desktop.starts(desktop.repository('strange/お茶 プロジェクト', 'https://example.org/other'))).not.toMatch(
    /tea/,
  );
  desktop.hears(shop, 'The shop is hosted in Frankfurt. I live in Lisbon.');
  // The third machine's host ran before: the same repository becomes one, the person is asked about.
  const attics = attic.repository('shop', 'https://github.com/ada/shop.git');
  attic.hears(attics, 'The shop database is called ledgerdb. I play the cello.');
  await attic.answer('sync', folder, '--all');
  for (let i = 0; i < 2; i++) for (const one of [desktop, laptop, attic]) await one.answer('sync');
  expect(attic.starts(attics)).toMatch(/(?=[\s\S]*ledgerdb)(?=[\s\S]*Frankfurt)(?=[\s\S]*cello)/);
  expect(attic.starts(attics)).not.toMatch(/Lisbon/);
  expect(laptop.starts(tea)).toMatch(/Lisbon/);
  const { connections } = (await laptop.answer('connections')) as { connections: { machines: object[] }[] };
  expect(connections[0]?.machines).toHaveLength(2);
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
  // Each has made a character of that name: without a terminal the other one comes beside it, until it is named.
  git(clones[1] ?? '', 'pull', '-q', '--rebase', 'origin', 'main');
  const beside = await second.run('sync', clones[1] ?? '', '--all', ...opened(1));
  expect(beside).toMatchObject({ code: 0, stdout: expect.stringContaining('--character "mia"') });
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
