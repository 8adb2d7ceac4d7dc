// Installs the hosts that npm delivers and proves that each, set up by `init --hooks`, recalls and captures: npm run
// hosts -- check [NAME ...] [--folder FOLDER] [--version NAME=VERSION ...]. A folder keeps installations; without it
// everything is deleted at the end. No account is needed, and after the installation no network.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Check } from './check.ts';
import type { Driver } from './driver.ts';
import { drivers } from './drivers/index.ts';
import { ScratchHome } from './home.ts';
import { ScriptedModel } from './models/server.ts';
import { NoNetwork } from './no-network.ts';
import { checkedTable, type Passed, withChecked } from './report.ts';

const documentation = 'docs/reference/hosts.md';
const usage = `usage: npm run hosts -- check [NAME ...] [--folder FOLDER] [--version NAME=VERSION ...]
names: ${[...drivers.keys()].join(', ')}`;

/** Parses the command line. Throws if it is invalid. */
function asked() {
  const options = { folder: { type: 'string' }, version: { type: 'string', multiple: true } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [command, ...names] = positionals;
  if (command !== 'check') throw new Error('the only command is "check"');
  const versions = new Map((values.version ?? []).map(versionOf));
  const unknown = [...names, ...versions.keys()].find((name) => !drivers.has(name));
  if (unknown !== undefined) throw new Error(`there is no host "${unknown}" here`);
  const hosts = [...drivers.values()].filter(({ name }) => names.length === 0 || names.includes(name));
  return { hosts, versions, folder: values.folder };
}

function versionOf(given: string): [string, string] {
  const [name, version] = given.split('=');
  if (!name || !version) throw new Error(`--version takes NAME=VERSION, not "${given}"`);
  return [name, version];
}

/**
 * Installs a host from npm below the folder, unless it is there. Scripts of packages do not run, except the one that
 * the host names. Returns the path of the executable.
 */
function install(host: Driver, version: string, folder: string): string {
  const home = join(folder, `${host.name}@${version}`);
  const executable = join(home, 'node_modules/.bin', host.executable);
  const done = join(home, 'installed');
  if (existsSync(done)) return executable;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  run('npm', ['install', ...quietly, `${host.package}@${version}`], home);
  if (host.afterInstall !== undefined) {
    run(process.execPath, [host.afterInstall], join(home, 'node_modules', host.package));
  }
  if (!existsSync(executable)) throw new Error(`${host.package} has no executable ${host.executable}`);
  writeFileSync(done, '');
  return executable;
}

function run(program: string, args: string[], cwd: string): void {
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(error?.message ?? `${program} ${args.join(' ')} ended with ${status ?? signal}\n${stdout}${stderr}`);
}

/** The step that failed is named in front of the error's message. */
async function check(host: Driver, version: string, folder: string, network: NoNetwork): Promise<Passed> {
  let step = 'installation';
  let home: ScratchHome | undefined;
  let model: ScriptedModel | undefined;
  try {
    const executable = install(host, version, folder);
    home = new ScratchHome(host.name, network.env);
    model = await ScriptedModel.start(host.protocol, join(home.path, 'requests.jsonl'));
    const steps = new Check(host, executable, home, model).run();
    for (;;) {
      const { done, value } = await steps.next();
      if (done) {
        home.remove();
        return { ...value, host, version };
      }
      step = value;
      console.error(`${host.name} ${version}: ${step}`);
    }
  } catch (error) {
    const kept = home ? `\nIts home is kept: ${home.path}` : '';
    throw new Error(`failed at its ${step}: ${(error as Error).message}${kept}`);
  } finally {
    model?.stop();
  }
}

/** Whether all of them passed. */
async function checkAll({ hosts, versions, folder: kept }: ReturnType<typeof asked>): Promise<boolean> {
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'memory-hosts-')) : resolve(kept);
  const network = await NoNetwork.start();
  const passed: Passed[] = [];
  try {
    for (const host of hosts) {
      const version = versions.get(host.name) ?? host.version;
      try {
        passed.push(await check(host, version, folder, network));
      } catch (error) {
        console.error(`${host.name} ${version} ${(error as Error).message}`);
      }
    }
  } finally {
    network.stop();
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
  if (network.refused.size > 0) console.error(`Asked for and refused: ${[...network.refused].join(', ')}`);
  const table = checkedTable(passed);
  if (passed.length > 0) console.log(table);
  if (passed.length === drivers.size) {
    writeFileSync(documentation, withChecked(readFileSync(documentation, 'utf8'), table));
  }
  return passed.length === hosts.length;
}

let line: ReturnType<typeof asked>;
try {
  line = asked();
} catch (error) {
  console.error(`${(error as Error).message}\n${usage}`);
  process.exit(2);
}
process.exitCode = (await checkAll(line)) ? 0 : 1;
