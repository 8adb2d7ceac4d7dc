import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Host, HostScope } from '../../src/hosts/host.ts';
import type { Machine } from '../../src/hosts/machine.ts';
import { carryOut, type Done, type Writing } from '../../src/hosts/setup/carry-out.ts';
import type { Wishes } from '../../src/hosts/setup/parts.ts';
import { type Plan, planInit, planUninstall } from '../../src/hosts/setup/plan.ts';
import { readReceipt, type SetupReceipt } from '../../src/hosts/setup/receipt.ts';
import type { Problem } from '../../src/hosts/setup/workspace.ts';
import { runHere } from './command-here.ts';
import { compiledCode, fakeNpm, program } from './spawned.ts';

export const command = { command: '/usr/bin/node', args: ['/opt/agent-memory-service/dist/agent-memory-service.cjs'] };

/** The result of a run. */
export interface Ran {
  done: Done[];
  problems: Problem[];
  snippets: Plan['snippets'];
  launches: Plan['launches'];
}

/** Memory, where the system has such a folder: files are synchronised to disk before they are renamed. */
const scratchFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A machine of its own in a scratch folder, which hosts can be set up on. */
export class ScratchMachine {
  readonly root = realpathSync(mkdtempSync(join(scratchFolder, 'hosts-')));
  readonly machine: Machine = {
    platform: 'linux',
    env: {},
    home: join(this.root, 'home'),
    project: join(this.root, 'project'),
  };
  readonly receiptFile = join(this.root, 'data/hosts.json');
  #runs = 0;

  constructor() {
    mkdirSync(this.machine.home);
    mkdirSync(join(this.machine.project, '.git'), { recursive: true });
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  wishes(more: Partial<Wishes> = {}): Wishes {
    const defaults = { SERVICE_CHARACTER: 'ada' };
    return {
      scope: 'user',
      hooks: false,
      rules: false,
      command,
      env: {},
      defaults,
      initial: {},
      approved: new Set(),
      ...more,
    };
  }

  init(hosts: readonly Host[], more: Partial<Wishes> = {}): Ran {
    const receipt = readReceipt(this.receiptFile);
    const { workspace, snippets, launches } = planInit(hosts, this.wishes(more), this.machine, receipt);
    const done = carryOut(workspace, this.#writing(receipt));
    return { done, problems: workspace.problems, snippets, launches };
  }

  uninstall(hosts: readonly Host[]): Ran {
    const receipt = readReceipt(this.receiptFile);
    const { workspace } = planUninstall(hosts, this.machine, receipt);
    const done = carryOut(workspace, this.#writing(receipt));
    return { done, problems: workspace.problems, snippets: [], launches: [] };
  }

  /** Every file below home and project except the copies, with its content; empty folders too. */
  snapshot(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const folder of [this.machine.home, this.machine.project]) {
      for (const one of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(one.parentPath, one.name);
        if (one.isDirectory()) {
          if (readdirSync(path).length === 0) found[`${path}/`] = '';
        } else if (!one.name.includes('.bak-')) found[path] = readFileSync(path, 'latin1');
      }
    }
    return found;
  }

  folderFor(path: string): string {
    mkdirSync(dirname(path), { recursive: true });
    return path;
  }

  #writing(receipt: SetupReceipt): Writing {
    return { receipt, receiptFile: this.receiptFile, stamp: `run${++this.#runs}`, newMode: 0o666 };
  }
}

/** The command line in a scratch home. */
export class CommandLine extends ScratchMachine {
  /** In this process (see `runHere`). */
  async run(args: string[], env: Record<string, string> = {}, cwd = this.machine.project) {
    const { code: status, stdout, stderr } = await runHere(cwd, { ...this.#environment, ...env }, args);
    return { status, stdout, stderr, document: () => JSON.parse(stdout) };
  }

  /** As `run`, in a process of its own. */
  runApart(args: string[], env: Record<string, string> = {}, cwd = this.machine.project, file = program) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
      cwd,
      env: { ...this.#environment, ...env },
      encoding: 'utf8',
    });
    return { status, stdout, stderr, document: () => JSON.parse(stdout) };
  }

  get #environment() {
    return {
      PATH: `${join(this.root, 'bin')}:${fakeNpm}:/usr/bin:/bin`,
      HOME: this.machine.home,
      ...compiledCode,
    };
  }

  /** Where the user's data is. */
  get data(): string {
    return join(this.machine.home, '.local/share/agent-memory-service');
  }

  /** The environment of every machine, without our own data and newer Node's compiled code. */
  override snapshot(): Record<string, string> {
    const own = [this.data, join(this.machine.home, '.cache')];
    return Object.fromEntries(
      Object.entries(super.snapshot()).filter(([path]) => !own.some((folder) => path.startsWith(folder))),
    );
  }

  put(path: string, text: string): string {
    const file = this.folderFor(join(this.machine.home, path));
    writeFileSync(file, text);
    return file;
  }
}

/** Host and scope of every place where servers are written. */
export function placesOf(hosts: readonly Host[]): { title: string; host: Host; scope: HostScope }[] {
  return hosts.flatMap((host) =>
    (['user', 'project'] as const)
      .filter((scope) => host.server[scope])
      .map((scope) => ({ title: `${host.name}, ${scope}`, host, scope })),
  );
}
