import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The exit and both outputs of a program. */
export interface Ended {
  status: number | string;
  output: string;
}

const timeoutMs = 180_000;

/** A home folder of its own with a project in it: nothing of the user's is read or written. */
export class ScratchHome {
  readonly path: string;
  /** Where the agent works. */
  readonly project: string;
  readonly #env: Record<string, string>;

  /** @param env further variables of its programs */
  constructor(name: string, env: Record<string, string>) {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), `memory-home-${name}-`)));
    this.project = join(this.path, 'project');
    const temporary = join(this.path, 'tmp');
    mkdirSync(this.project);
    mkdirSync(temporary);
    this.#env = {
      HOME: this.path,
      USER: 'tester',
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      TMPDIR: temporary,
      PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
      ...env,
    };
  }

  write(file: string, content: string | object): void {
    const path = join(this.path, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`);
  }

  /**
   * Runs a program in the project with empty standard input. After three minutes it is ended with its child processes.
   */
  run(command: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    const [program = '', ...args] = command;
    return new Promise((resolve) => {
      const options = { cwd: this.project, env: { ...this.#env, ...env }, detached: true } as const;
      const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      const end = () => child.pid !== undefined && endGroup(child.pid);
      const timer = setTimeout(end, timeoutMs);
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
      }
      const ended = (status: number | string) => {
        clearTimeout(timer);
        resolve({ status, output: said.join('') });
      };
      child.on('error', ({ message }) => ended(message));
      child.on('close', (code, signal) => ended(code ?? signal ?? 'unknown'));
    });
  }

  /** The environment in which its programs run. */
  get env(): Readonly<Record<string, string>> {
    return this.#env;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10 });
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
