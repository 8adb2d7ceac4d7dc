import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, runCommand, startCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/harness.ts';
import { startServe } from '../support/served.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [`docs/${name}`] : [],
  ),
];

/** Blocks that another test runs, by page: all of the page, or those with this beginning. */
const playedElsewhere: Record<string, RegExp> = {
  'docs/commands.md': /^/,
  'docs/teams.md': /^/,
  'README.md': /^# curl/,
};

/** Commands that are not run, and why. */
const notRun: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm (?:ci|test)/, 'this test runs in what it installs and runs'],
  [/^npm install --global/, 'asks a registry; package.release.test.ts installs what is packed'],
  [/ encoder on$/, 'asks a registry; install.test.ts installs from one on loopback'],
  [/ sync (?:ssh |~)/, 'needs a shared folder or another machine; sync.thorough.test.ts has both'],
  [/ --sign-in$/, 'a person signs in; sign-in.thorough.test.ts is one'],
  [/^ollama /, 'another program'],
  [/ erase\b/, 'there is nothing to erase yet; erasing-kills.release.test.ts has memories'],
  [/ share\b/, 'needs a repository; team-folder.thorough.test.ts has two clones'],
  [/…|\[|(?<![_A-Z])(?:EVENT|FILE|FOLDER|NAME|TENANT|DATA|CHARACTER)\b/, 'a pattern of commands, not one'],
];

interface Command {
  line: string;
  why?: string | undefined;
}

/** The commands that a page shows: in blocks of shell, and between backticks. */
function commandsOf(page: string): Command[] {
  const text = textOf(page);
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  const shell = blocks.flatMap(([, language = '', body = '']) => (['', 'sh'].includes(language) ? [body] : []));
  const own = shell.filter((body) => !playedElsewhere[page]?.test(body));
  const typed = own.flatMap((body) => body.replaceAll(/ *\\\n */g, ' ').split('\n'));
  const spoken = [...text.matchAll(/`((?:npx -y )?agent-memory-service [^`\n]+)`/g)].map(([, line = '']) => line);
  return [...typed, ...spoken]
    .map((line) => line.replace(/ +# .*$/, '').trim())
    .filter((line) => /^(?:agent-memory-service|npx|npm|node|curl|openssl|ollama)\b/.test(line))
    .map((line) => ({ line, why: notRun.find(([command]) => command.test(line))?.[1] }));
}

const withCommands = pages.filter((page) => commandsOf(page).some(({ why }) => why === undefined));

test('the parser finds each command and uses every reason not to run one', () => {
  const all = pages.flatMap(commandsOf);
  expect(all.filter(({ why }) => why === undefined).length).toBeGreaterThan(30);
  for (const [, why] of notRun)
    expect(
      all.some((one) => one.why === why),
      why,
    ).toBe(true);
});

/** A home with notes, a project and a host. */
function home(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'notes'));
  mkdirSync(join(folder, '.cursor'));
  writeFileSync(join(folder, 'notes/ada.md'), '- Ada likes tea.\n- Ada lives in Lisbon with her dog Turing.\n');
  return folder;
}

/** Without a terminal for questions, and for servers on any free port. */
function unattended(args: string[]): string[] {
  const [command] = args;
  if (command === 'init' && !/--(?:host|all)/.test(args.join(' '))) return [...args, '--all', '--yes'];
  if (command === 'uninstall') return [...args, '--all', '--yes'];
  if (command === 'init' && !args.includes('--yes') && !args.includes('--dry-run')) return [...args, '--yes'];
  if (command === 'ui') return [...args, '--no-open', '--port', '0'];
  if (command === 'serve') return [...args.filter((one) => !/^(?:--port|\d+)$/.test(one)), '--port', '0'];
  return args;
}

/** A server, once it listens. */
async function runServer(folder: string, args: string[]): Promise<number | null> {
  const { child, said } = startCommand(folder, args);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listens = () => /"message":"serving"|http:\/\/127\.0\.0\.1/.test(said.stderr + said.stdout);
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', () => listens() && resolve());
    child.once('close', () => reject(new Error(said.stderr)));
  });
  child.kill('SIGTERM');
  return ended;
}

/** Commands that no later one of a page needs: each runs once, for the first page that shows it. */
const onItsOwn = /^(?:demo|doctor|init|serve|ui|uninstall|update)\b/;
const ran = new Set<string>();

/** What a command says that has been done before, or whose tier has no room for another one. */
const isDone = /\b(?:taken|already|revoked|allows at most)\b/;

test.each(withCommands)('every command of %s does what the page says, and can be given twice', async (page) => {
  const folder = home();
  const run = commandsOf(page).filter(({ why }) => why === undefined);
  // A server makes the OWNER of the tenant local.
  const needsServer = run.some(({ line }) => /http:\/\/127\.0\.0\.1:8787|--tenant local/.test(line));
  const { url = '', key = '' } = needsServer ? await startServe(join(folder, 'memory.db')) : {};
  for (const [i, { line }] of [...run, ...run].entries()) {
    const isAgain = i >= run.length;
    const own = /^(?:npx -y )?agent-memory-service (.*)$/.exec(line)?.[1];
    if (own !== undefined && onItsOwn.test(own)) {
      if (isAgain || ran.has(own)) continue;
      ran.add(own);
    }
    if (own === undefined) {
      const command = line.replaceAll('http://127.0.0.1:8787', url).replaceAll('ams_…', key);
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
      expect([line, status, /"error"/.test(stdout) && stdout], stderr).toStrictEqual([line, 0, false]);
      continue;
    }
    const args = unattended(own.split(' '));
    if (args.includes('KEYID')) {
      const { keys } = await answerOf<{ keys: { id: string; name: string }[] }>(folder, [
        'keys',
        'list',
        '--tenant',
        'Acme',
      ]);
      args[args.indexOf('KEYID')] = keys.find(({ name }) => name === 'laptop')?.id ?? '';
    }
    if (['serve', 'ui'].includes(args[0] ?? '')) {
      expect([line, await runServer(folder, args)]).toStrictEqual([line, 0]);
      continue;
    }
    const { code, stderr, stdout } = await runCommand(folder, args);
    if (isAgain && code === 1 && isDone.test(stderr)) continue;
    expect([line, code], stderr + stdout).toStrictEqual([line, 0]);
  }
});
