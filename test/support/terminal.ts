import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { program } from './spawned.ts';

/** Keys as a terminal sends them. */
export const keys = { enter: '\r', down: '\u001b[B', space: ' ', interrupt: '\u0003' } as const;

/** The built program at a terminal of its own, which util-linux's `script` makes. */
export class Terminal {
  readonly #child;
  #shown = '';
  #seen = 0;

  constructor(args: readonly string[], place: { cwd: string; env: Record<string, string> }) {
    const words = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ');
    // A new one has no columns.
    const line = `stty cols 120 rows 50 && exec ${words}`;
    this.#child = spawn('script', ['--quiet', '--return', '--flush', '--command', line, '/dev/null'], {
      cwd: place.cwd,
      env: { ...place.env, TERM: 'xterm', SHELL: '/bin/sh' },
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#shown += text;
    });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  /** Everything that was shown, without colours and movements. */
  get shown(): string {
    return stripVTControlCharacters(this.#shown);
  }

  /** Waits for new output with this text. */
  async see(text: string): Promise<void> {
    for (;;) {
      const at = this.shown.indexOf(text, this.#seen);
      if (at >= 0) {
        this.#seen = at + text.length;
        return;
      }
      const ended = once(this.#child, 'close').then(() => true);
      const isOver = await Promise.race([once(this.#child.stdout, 'data').then(() => false), ended]);
      if (isOver && !this.shown.includes(text, this.#seen))
        throw new Error(`"${text}" was never shown:\n${this.shown}`);
    }
  }

  press(...typed: string[]): void {
    this.#child.stdin.write(typed.join(''));
  }

  /** The exit code of the program. */
  async end(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const [code] = (await once(this.#child, 'close')) as [number | null];
    return code;
  }
}
