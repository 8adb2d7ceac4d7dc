import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import { dialects } from '../../src/hooks/dialects.ts';
import { examineStore } from '../../src/storage/sqlite/examine/examine.ts';
import { answerOf, folderWith, runApart, runCommand, startCommand } from '../support/command.ts';
import { damage, overwrite } from '../support/damage.ts';
import { openSession, temporaryFolder } from '../support/harness.ts';
import { Provider } from '../support/provider.ts';
import { program } from '../support/spawned.ts';

interface Found {
  ok: boolean;
  detail: string;
  advice?: string;
}
interface Report {
  ok: boolean;
  checks: (Found & { name: string; ms?: number })[];
  hosts: (Found & { host: string; file: string; ms?: number })[];
}

function checkOf({ checks }: Report, name: string) {
  return checks.find((check) => check.name === name);
}

interface Entry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** Writes a host's file with our entry in it. */
function configure(file: string, entry: Entry): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ mcpServers: { memory: entry } }));
}

/** A program in a folder of its own whose name looks like ours. */
function wrapper(folder: string, name: string, code: string): string {
  mkdirSync(join(folder, name));
  const file = join(folder, name, 'agent-memory-service.cjs');
  writeFileSync(file, code);
  return file;
}

describe('a healthy installation', () => {
  test('doctor passes every check of a healthy installation and starts every host’s server', async () => {
    const folder = await folderWith('Ada likes tea.');
    const env = { SERVICE_DB: join(folder, 'memory.db') };
    const entry = { command: process.execPath, args: [program] };
    configure(join(folder, '.cursor/mcp.json'), { ...entry, env: { ...env, SERVICE_CHARACTER: 'Ada' } });
    configure(join(folder, '.qwen/settings.json'), { ...entry, env });
    const report = await answerOf<Report>(folder, ['doctor']);
    expect(report.checks.filter(({ ok, advice }) => !ok || advice !== undefined)).toStrictEqual([]);
    expect(report.checks.map(({ name }) => name)).toStrictEqual([
      'version',
      'node',
      'settings',
      'sqlite',
      'store',
      'schema',
      'integrity',
      'lock',
      'search',
      'hooks',
      'projects',
      'mode',
      'log',
      'disk',
      'whose memory',
      'encoder',
    ]);
    expect(checkOf(report, 'store')?.detail).toMatch(/1 memory of 1 character$/);
    expect(report).toMatchObject({
      ok: true,
      hosts: ['.cursor/mcp.json', '.qwen/settings.json'].map((file) => ({
        ok: true,
        file: join(folder, file),
        detail: expect.stringMatching(/^agent-memory-service \S+ with \d+ tools$/),
        ms: expect.any(Number),
      })),
    });
  });

  test('doctor without store or hosts reports so, creates nothing, and prints a table', async () => {
    const folder = temporaryFolder();
    const { code, stdout, stderr } = await runCommand(folder, ['doctor']);
    expect([code, stderr]).toStrictEqual([0, '']);
    expect(stdout).toMatch(/^is +name +detail\nok +version .*\nok +node +\d+\.\d+/);
    expect(stdout).toContain('is not there yet; the first memory makes it');
    await expect(answerOf<Report>(folder, ['doctor'])).resolves.toMatchObject({ ok: true, hosts: [] });
  });

  test('a named host without an entry fails the check; an unknown host is a usage error', async () => {
    const folder = await folderWith('Ada likes tea.');
    const { hosts } = await answerOf<Report>(folder, ['doctor', '--host', 'cursor'], {}, 1);
    expect(hosts).toMatchObject([{ host: 'cursor', ok: false, advice: expect.stringContaining('init --host cursor') }]);
    expect(await runCommand(folder, ['doctor', '--host', 'odd'])).toMatchObject({ code: 2 });
  });
});

test('SQLite built for another Node is reported in one line, by doctor and by a server', async () => {
  const folder = await folderWith('Ada likes tea.');
  const refuse = join(folder, 'refuse.cjs');
  writeFileSync(
    refuse,
    `process.dlopen = () => { throw Object.assign(new Error('was compiled against\\nanother'), { code: 'ERR_DLOPEN_FAILED' }); };`,
  );
  const env = { NODE_OPTIONS: `--require ${refuse}` };
  const report = await answerOf<Report>(folder, ['doctor'], env, 1, runApart);
  expect(report.checks.map(({ name, ok }) => [name, ok])).toStrictEqual([
    ['version', true],
    ['node', true],
    ['settings', true],
    ['sqlite', false],
    ['encoder', true],
  ]);
  expect(checkOf(report, 'sqlite')).toMatchObject({
    detail: expect.stringContaining(`not built for Node ${process.versions.node}`),
    advice: expect.stringContaining('npm rebuild better-sqlite3'),
  });
  const { code, stderr } = await runApart(folder, ['export', '--character', 'Ada'], env);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^agent-memory-service: The store .* agent-memory-service doctor says what to do\. Nothing was changed\.\n$/,
  );
});

describe('faults of hosts', () => {
  test('doctor finds each fault of a host’s entry, with advice: path, env, JSON, output, timeout, setting', async () => {
    const folder = await folderWith('Ada likes tea.');
    const env = { SERVICE_DB: join(folder, 'memory.db'), SERVICE_CHARACTER: 'Ada' };
    const node = process.execPath;
    const oldNode = join(folder, 'old', 'node');
    mkdirSync(dirname(oldNode));
    writeFileSync(oldNode, '#!/bin/sh\necho v16.20.2\n');
    chmodSync(oldNode, 0o755);
    const prints = wrapper(folder, 'prints', `console.log('Starting up!'); require(${JSON.stringify(program)});`);
    const hangs = wrapper(folder, 'hangs', 'setInterval(() => undefined, 1_000);');
    const key = ['sk', 'ant', 'api03', 'q7Zt0aVb3NcXm5LkR8sWd2Yf6HgJp4Ue'].join('-');
    const fails = wrapper(folder, 'fails', `throw new Error('no such luck with ${key}');`);
    const planted: Record<string, [file: string, entry: Entry]> = {
      cursor: ['.cursor/mcp.json', { command: node, args: [join(folder, 'gone', 'agent-memory-service.cjs')], env }],
      devin: ['.config/devin/config.json', { command: oldNode, args: [program], env }],
      'gemini-cli': ['.gemini/settings.json', { command: node, args: [program], env: { SERVICE_CHARACTER: 'Ada' } }],
      'qwen-code': ['.qwen/settings.json', { command: node, args: [prints], env }],
      'copilot-cli': ['.copilot/mcp-config.json', { command: node, args: [hangs], env }],
      'lm-studio': ['.lmstudio/mcp.json', { command: node, args: [program], env: { ...env, SERVICE_TIER: 'GOLD' } }],
      'claude-code': ['.claude.json', { command: node, args: [fails], env }],
    };
    for (const [file, entry] of Object.values(planted)) configure(join(folder, file), entry);
    mkdirSync(join(folder, '.kiro/settings'), { recursive: true });
    writeFileSync(join(folder, '.kiro/settings/mcp.json'), '{"mcpServers": {"memory": ');
    const report = await answerOf<Report>(folder, ['doctor'], { SERVICE_DB: env.SERVICE_DB }, 1);
    const found = Object.fromEntries(report.hosts.map((one) => [one.host, one]));
    const fault = (detail: RegExp, advice: RegExp) => ({
      ok: false,
      detail: expect.stringMatching(detail),
      advice: expect.stringMatching(advice),
    });
    expect(found).toMatchObject({
      cursor: fault(/gone\/agent-memory-service\.cjs" is not there/, /init --host cursor/),
      devin: fault(/Node 16\.20\.2; 20\.19 or newer/, /init --host devin/),
      'gemini-cli': fault(/another store/, /init --host gemini-cli/),
      'qwen-code': fault(/stdout/, /leave stdout to the protocol/),
      'copilot-cli': fault(/no answer within [1-8] s/, /hangs/),
      'lm-studio': fault(/SERVICE_TIER must be one of/, /variable in the entry's env/),
      'claude-code': fault(/ended before it answered.*no such luck/, /init --host claude-code/),
      kiro: fault(/can't be read/, /Mend .*\.kiro/),
    });
    expect(JSON.stringify(report)).not.toContain(key);
  });
});

describe('hooks in hosts’ files', () => {
  const flags = (folder: string) => ['--character', 'Ada', '--db', join(folder, 'memory.db')];
  const hookLine = (words: string[], event: string, host: string, more: string[]) =>
    [...words, 'hook', event, '--host', host, ...more].map((word) => `'${word}'`).join(' ');
  /** Hooks in the form that most hosts share. */
  const putHooks = (
    folder: string,
    file: string,
    host: string,
    words: string[],
    more: string[],
    extra: object = {},
  ) => {
    const group = (event: string) => [{ hooks: [{ type: 'command', command: hookLine(words, event, host, more) }] }];
    const hooks = { SessionStart: group('SessionStart'), Stop: group('Stop') };
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify({ ...extra, hooks }));
  };

  test('doctor accepts the hooks that init writes, for every host with hooks', async () => {
    const folder = await folderWith('Ada likes tea.');
    const hosts = [...dialects.keys()];
    const named = hosts.flatMap((host) => ['--host', host]);
    const written = await runCommand(folder, ['init', ...named, '--hooks', '--character', 'Ada', '--yes']);
    expect(written.code).toBe(0);
    const report = await answerOf<Report>(folder, ['doctor']);
    expect(report.hosts.filter(({ ok }) => !ok)).toStrictEqual([]);
    const hooks = report.hosts.filter(({ detail }) => detail.startsWith('hooks: '));
    expect(hooks.map(({ host }) => host).toSorted()).toStrictEqual(hosts.toSorted());
    for (const { detail, advice } of hooks) {
      expect([detail, advice]).toStrictEqual(['hooks: have not run yet', undefined]);
    }
  });

  test('doctor finds each fault of a hook: missing, old, not running, foreign, disabled, broken file', async () => {
    const folder = await folderWith('Ada likes tea.');
    const node = process.execPath;
    const old = wrapper(folder, 'old-one', `console.log(process.argv[2] === '--version' ? '0.0.9' : '{}');`);
    const broken = wrapper(folder, 'broken', 'process.exit(3);');
    putHooks(
      folder,
      '.claude/settings.json',
      'claude-code',
      [node, join(folder, 'gone/agent-memory-service.cjs')],
      flags(folder),
    );
    putHooks(folder, '.qwen/settings.json', 'qwen-code', [node, old], flags(folder));
    putHooks(folder, '.cursor/hooks.json', 'cursor', [node, broken], flags(folder), { version: 1 });
    const stranger = ['--character', 'Nobody', ...flags(folder).slice(2)];
    putHooks(folder, '.gemini/settings.json', 'gemini-cli', [node, program], stranger, {
      hooksConfig: { enabled: true },
    });
    putHooks(folder, '.codex/hooks.json', 'codex', [node, program], flags(folder));
    mkdirSync(join(folder, '.gemini/config'), { recursive: true });
    writeFileSync(join(folder, '.gemini/config/hooks.json'), '{"hooks": "agent-memory-service hook');
    const report = await answerOf<Report>(folder, ['doctor'], {}, 1);
    const found = Object.fromEntries(report.hosts.map(({ host, ...one }) => [host, one]));
    const fault = (detail: RegExp, advice: RegExp) => ({
      ok: false,
      detail: expect.stringMatching(detail),
      advice: expect.stringMatching(advice),
    });
    expect(found).toMatchObject({
      'claude-code': fault(
        /^hooks: ".*gone\/agent-memory-service\.cjs" is not there/,
        /init --host claude-code --hooks/,
      ),
      'qwen-code': fault(/is version 0\.0\.9, older than/, /init --host qwen-code --hooks/),
      cursor: fault(/does not run, or is not this program/, /init --host cursor --hooks/),
      'gemini-cli': { ok: true, advice: expect.stringMatching(/no active character "Nobody" yet.*--character NAME/) },
      codex: fault(/features\.hooks in .*config\.toml is not true/, /init --host codex --hooks/),
      antigravity: fault(/^hooks: the file can't be read/, /Mend .*config\/hooks\.json/),
    });
  });

  test('doctor shows when hooks last ran, and asks about weeks of silence without a failure', async () => {
    const folder = await folderWith('Ada likes tea.');
    putHooks(folder, '.claude/settings.json', 'claude-code', [process.execPath, program], flags(folder));
    putHooks(folder, '.qwen/settings.json', 'qwen-code', [process.execPath, program], flags(folder));
    const weeksAgo = new Date(Date.now() - 20 * 24 * 3_600_000);
    for (const file of ['.claude/settings.json', '.qwen/settings.json'])
      utimesSync(join(folder, file), weeksAgo, weeksAgo);
    const { child } = startCommand(folder, ['hook', 'SessionStart', '--host', 'claude-code', ...flags(folder)]);
    child.stdin.end(JSON.stringify({ session_id: 'one', cwd: folder }));
    await once(child, 'close');
    const { ok, hosts } = await answerOf<Report>(folder, ['doctor']);
    expect(ok).toBe(true);
    expect(hosts).toMatchObject([
      { host: 'claude-code', detail: expect.stringMatching(/^hooks: ran last 20\S+Z$/) },
      {
        host: 'qwen-code',
        detail: 'hooks: have not run yet',
        advice: expect.stringContaining('was used since'),
      },
    ]);
    expect(hosts[0]?.advice).toBeUndefined();
  });
});

test('doctor calls the provider only with --provider, once and briefly, and never shows the key', async () => {
  const folder = temporaryFolder();
  const provider = await Provider.start();
  const key = 'key-of-nobody-0123456789';
  const env = { SERVICE_AI_API_KEY: key, SERVICE_AI_BASE_URL: `${provider.url}/v1` };
  const silent = await answerOf<Report>(folder, ['doctor'], env);
  expect([checkOf(silent, 'provider'), provider.received]).toStrictEqual([undefined, []]);
  const asked = await answerOf<Report>(folder, ['doctor', '--provider'], env);
  expect(checkOf(asked, 'provider')).toMatchObject({ ok: true, detail: expect.stringMatching(/^openai answers with/) });
  expect(provider.received).toHaveLength(1);
  provider.script({ status: 401, message: `wrong key ${key}` });
  const refused = await runCommand(folder, ['doctor', '--provider'], env);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('refused the key (401)') });
  expect(refused.stdout + refused.stderr).not.toContain(key);
  const none = await answerOf<Report>(folder, ['doctor', '--provider']);
  expect(checkOf(none, 'provider')).toMatchObject({ ok: true, detail: expect.stringContaining('no key') });
});

describe('faults of the store', () => {
  const faultIn = async (
    folder: string,
    name: string,
    env: Record<string, string> = {},
    run: typeof runApart = runCommand,
  ) => {
    const report = await answerOf<Report>(folder, ['doctor'], env, 1, run);
    expect(report.ok).toBe(false);
    return checkOf(report, name);
  };

  test('doctor finds a damaged page and a damaged file header', async () => {
    const folder = await folderWith('Ada likes tea.');
    writeFileSync(join(folder, 'memory.db.before-restore-x'), '');
    damage(join(folder, 'memory.db'), 'memories');
    expect(await faultIn(folder, 'integrity')).toMatchObject({
      detail: expect.stringContaining('damaged'),
      advice: expect.stringMatching(/restore FILE\. Beside it stand memory\.db\.before-restore-x/),
    });
    overwrite(join(folder, 'memory.db'), 0, 4_096);
    expect(await faultIn(folder, 'store')).toMatchObject({ detail: expect.stringContaining('damaged') });
  });

  test('doctor finds damaged rows that only an integrity check reads', async () => {
    const folder = await folderWith('Ada likes tea.');
    damage(join(folder, 'memory.db'), 'watches');
    expect(await faultIn(folder, 'integrity')).toMatchObject({
      detail: expect.stringContaining('is damaged'),
      advice: expect.stringContaining('restore FILE'),
    });
  });

  test('doctor finds a truncated write-ahead log', async () => {
    const folder = await folderWith('Ada likes tea.');
    const path = join(folder, 'memory.db');
    const session = await openSession({ path, character: 'Ada' });
    for (let i = 0; i < 5; i++) await session.call('add_memory_direct', { content: `Note ${i}`, category: 'facts' });
    const copy = temporaryFolder();
    for (const ending of ['', '-wal']) writeFileSync(join(copy, `memory.db${ending}`), readFileSync(path + ending));
    await session.close();
    overwrite(join(copy, 'memory.db-wal'), 40, 8);
    expect(await faultIn(copy, 'log')).toMatchObject({ detail: expect.stringMatching(/log is damaged/) });
  });

  test('doctor finds a full disk', async () => {
    const folder = await folderWith('Ada likes tea.');
    const checks = await examineStore(join(folder, 'memory.db'), () => [], { freeIn: () => 4_000_000 });
    expect(checks.filter(({ ok }) => !ok)).toStrictEqual([
      { name: 'disk', ok: false, detail: '4.0 MB free', advice: expect.stringContaining('Make room') },
    ]);
  });

  test('doctor finds a lock that another process holds', async () => {
    const folder = await folderWith('Ada likes tea.');
    const other = new Database(join(folder, 'memory.db'));
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const fault = await faultIn(folder, 'lock', {}, runApart);
    expect(fault).toMatchObject({
      detail: expect.stringContaining('kept the store locked'),
      advice: expect.any(String),
    });
    if (process.platform === 'linux') expect(fault?.advice).toContain(`(${process.pid})`);
  });

  test('doctor reports an old schema and a newer one, and changes neither', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'memory.db');
    const old = gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/stores/0.1.0.db.gz')));
    writeFileSync(path, old, { mode: 0o600 });
    expect(await faultIn(folder, 'schema')).toMatchObject({ detail: expect.stringMatching(/^version 1;/) });
    expect(readFileSync(path).equals(old)).toBe(true);
    const db = new Database(path);
    db.pragma('user_version = 99');
    db.close();
    expect(await faultIn(folder, 'store')).toMatchObject({
      detail: expect.stringContaining('version 99'),
      advice: expect.stringContaining('Update'),
    });
  });

  test('doctor finds another program’s database, a world-readable file and invalid settings', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'memory.db');
    const db = new Database(path);
    db.exec('CREATE TABLE theirs (x)');
    db.close();
    expect(await faultIn(folder, 'store')).toMatchObject({ advice: expect.stringContaining('SERVICE_DB') });
    chmodSync(path, 0o644);
    expect(await faultIn(folder, 'mode')).toMatchObject({
      detail: '0644',
      advice: expect.stringContaining('chmod 600'),
    });
    const settings = await faultIn(folder, 'settings', { SERVICE_TIER: 'GOLD' });
    expect(settings).toMatchObject({ detail: expect.stringContaining('SERVICE_TIER'), advice: expect.any(String) });
  });
});
