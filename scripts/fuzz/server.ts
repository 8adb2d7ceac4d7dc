import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { memoryMB, workMs } from '../../bench/support/process.ts';

/** The built program under watch: what it says, uses and whether it lives. */
export class Server {
  readonly child: ChildProcessWithoutNullStreams;
  /** What it logged since it was last asked. */
  #log = '';

  /** @param args what follows the program's name; none: the stdio server */
  constructor(home: string, args: string[]) {
    const settings = { SERVICE_DB: `${home}/memory.db`, SERVICE_RATE_LIMITS: 'off', HOME: home };
    this.child = spawn(process.execPath, ['dist/agent-memory-service.cjs', ...args], {
      env: { PATH: process.env.PATH ?? '', ...settings },
    });
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
    });
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  takeLog(): string {
    const log = this.#log;
    this.#log = '';
    return log;
  }

  /** Waits until the log tells something. */
  async logs(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#log);
      if (found) return found;
      if (!this.isAlive) throw new Error(`the server ended: ${this.#log}`);
      await once(this.child.stderr, 'data');
    }
  }

  /** The most memory it ever used, in MB; NaN where the system does not tell. */
  get peakMB(): number {
    return memoryMB(this.child.pid, 'VmHWM');
  }

  /** Processor time used so far, in ms; NaN where the system does not tell. */
  get cpuMs(): number {
    return workMs(this.child.pid);
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    if (this.isAlive) await once(this.child, 'exit');
  }
}
