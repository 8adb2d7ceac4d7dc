import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { memoryMB, workMs } from '../../bench/support/process.ts';

/** The built program under observation: its output, its use of resources and whether it lives. */
export class Server {
  readonly child: ChildProcessWithoutNullStreams;
  /** Its log since the last call. */
  #log = '';

  /** @param args after the program's name; none: the stdio server */
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

  /** Waits for text in the log. */
  async logs(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#log);
      if (found) return found;
      if (!this.isAlive) throw new Error(`the server ended: ${this.#log}`);
      await once(this.child.stderr, 'data');
    }
  }

  /** The peak memory in MB; NaN where the system does not report it. */
  get peakMB(): number {
    return memoryMB(this.child.pid, 'VmHWM');
  }

  /** CPU time so far in ms; NaN where the system does not report it. */
  get cpuMs(): number {
    return workMs(this.child.pid);
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    if (this.isAlive) await once(this.child, 'exit');
  }
}
