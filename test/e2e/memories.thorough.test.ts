import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { commandEnvironment, runCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/harness.ts';
import { program } from '../support/spawned.ts';

test('memories are added, searched, shown, corrected and deleted at a terminal', async () => {
  const folder = temporaryFolder();
  const run = async (...line: string[]) => {
    const { code, stdout, stderr } = await runCommand(folder, line, { SERVICE_DB: join(folder, 'memory.db') });
    return { code, stdout, stderr };
  };
  const json = async (...line: string[]) => JSON.parse((await run(...line, '--json')).stdout);

  expect(await run('search', 'tea')).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no store') });
  expect((await run('add', '--character', 'Ada', 'I', 'prefer', 'green', 'tea.')).stdout).toContain(
    'I prefer green tea.',
  );
  expect((await run('add', '--category', 'facts', '--importance', 'high', 'Die Katze heißt Mimi')).stdout).toContain(
    'high',
  );
  expect((await run('add', '--category', 'facts', 'Die Katze heißt Mimi')).stdout).toContain('Known already');
  expect((await run('add', 'thanks!')).stdout).toBe('Nothing in it is worth keeping.\n');

  expect((await run('search', 'Wie', 'heißt', 'die', 'Katze?')).stdout).toMatch(
    /^relevance .*\n[01]\.\d\d +Die Katze heißt Mimi/,
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

  await run('add', 'We use Redis for caching.');
  await run('add', 'We no longer use Redis for caching.');
  expect((await run('search', 'Redis')).stdout).toMatch(
    /ended .*\n.*no longer.*\n.* We use .*, now: We no longer use Redis/,
  );

  const all = ['erase', '--all', '--yes'];
  for (const line of [all, [...all, '--character', 'Ada', '--everywhere']]) expect((await run(...line)).code).toBe(2);
  expect((await run(...all, '--character', 'Ada')).stdout).toMatch(/^erasure/m);
  expect((await run('list', '--character', 'Ada')).stdout).not.toContain('green tea');
  expect((await run('list', '--deleted')).stdout).toContain('Mia');
});

test('the folder selects the character, alike for terminal, servers, hooks and doctor', async () => {
  const home = realpathSync(temporaryFolder());
  const [api, notes] = [join(home, 'code/api'), join(home, 'notes')];
  for (const folder of [join(api, '.git'), join(api, 'src'), notes]) mkdirSync(folder, { recursive: true });
  const env = { SERVICE_DB: join(home, 'memory.db') };
  const run = (cwd: string, ...line: string[]) => runCommand(home, line, env, cwd);
  const found = async (cwd: string, query: string) => (await run(cwd, 'search', query)).stdout;

  await run(join(api, 'src'), 'add', 'The API listens on port 4000.');
  await run(notes, 'add', 'I prefer tea to coffee in the morning.');
  expect(await found(api, 'port')).toContain('4000');
  expect(await found(notes, 'port')).not.toContain('4000');
  expect(await found(home, 'tea')).toContain('I prefer tea');
  expect((await run(api, 'doctor')).stdout).toContain(`whose memory  "api", of the repository ~/code/api; memories: 1`);
  expect((await run(notes, 'doctor')).stdout).toMatch(
    /whose memory {2}"\S+", your own, because this folder is in no repository/,
  );

  // A server takes the folder from the host, else its working directory.
  const asks = async (cwd: string, roots: string[]) => {
    const client = new Client({ name: 'host', version: '1' }, { capabilities: roots.length > 0 ? { roots: {} } : {} });
    if (roots.length > 0)
      client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((uri) => ({ uri })) }));
    const settings = { PATH: process.env.PATH ?? '', HOME: home, SERVICE_CHARACTER: 'auto', ...env };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program], cwd, env: settings, stderr: 'ignore' }),
    );
    onTestFinished(() => client.close());
    expect(client.getInstructions()).toContain('The memory of the project, else of the user, is meant');
    const { structuredContent } = await client.callTool({ name: 'list_memories', arguments: {} });
    return (structuredContent as { memories: Memory[] }).memories.map(({ content }) => content);
  };
  expect(await asks(join(api, 'src'), [])).toStrictEqual(['The API listens on port 4000.']);
  expect(await asks(home, [pathToFileURL(api).href])).toStrictEqual(['The API listens on port 4000.']);
  expect(await asks(home, ['memory://elsewhere'])).toStrictEqual(['I prefer tea to coffee in the morning.']);
  expect(await asks(api, [pathToFileURL(notes).href])).toStrictEqual(['I prefer tea to coffee in the morning.']);
});

test('commands read the project’s memory and the user’s own, and say whose each memory is', async () => {
  const home = realpathSync(temporaryFolder());
  const [api, notes] = [join(home, 'api'), join(home, 'notes')];
  for (const folder of [join(api, '.git'), notes]) mkdirSync(folder, { recursive: true });
  const env = { SERVICE_DB: join(home, 'memory.db') };
  const run = (cwd: string, ...line: string[]) => runCommand(home, line, env, cwd);
  await run(api, 'add', 'The API listens on port 4000.');
  const refused = await run(notes, 'list');
  expect(refused.stderr).toMatch(/Nothing is remembered yet of "\S+" or of you\. There are memories of api \(1\)/);
  const added = await run(api, 'add', 'I am vegetarian. The API needs Redis.');
  const login = userInfo().username;
  const owners = added.stdout
    .split('\n')
    .flatMap((line) => /(I am|The API)\b.* (\S+) +\S+$/.exec(line)?.slice(1) ?? []);
  expect(owners.toSorted()).toStrictEqual(['I am', login, 'The API', 'api'].toSorted());
  const listed = (await run(api, 'list')).stdout;
  expect(listed).toMatch(new RegExp(`^api:\\n[\\s\\S]*Redis[\\s\\S]*^${login}:\\n[\\s\\S]*vegetarian`, 'm'));
  expect((await run(notes, 'list')).stdout).not.toContain('Redis');
  expect((await run(api, 'search', 'vegetarian')).stdout).toContain('I am vegetarian.');
  const [{ id } = { id: '' }] = JSON.parse((await run(notes, 'search', 'vegetarian', '--json')).stdout).memories;
  expect((await run(api, 'show', id)).stdout).toContain('I am vegetarian.');
  expect((await run(api, 'delete', id)).stdout).toContain(id);
  expect((await run(notes, 'search', 'vegetarian')).stdout).toContain('Nothing is known');
});

test.each<[string, BufferEncoding, string]>([
  ['UTF-16 with a byte order mark', 'utf16le', '\uFEFF'],
  ['UTF-8 with a byte order mark', 'utf8', '\uFEFF'],
])('standard input is decoded from %s', (_, encoding, mark) => {
  const env = commandEnvironment(temporaryFolder());
  const run = (line: string[], text: string) =>
    spawnSync(process.execPath, [program, ...line], {
      env,
      input: Buffer.from(mark + text, encoding),
    }).stdout.toString();
  expect(run(['add', '-'], 'I prefer green tea.')).toContain('\nI prefer green tea. ');
  expect(run(['import', '-', '--json'], 'Die Katze heißt Mimi.')).toContain('"memoriesAdded": 1');
});
