import { beginningOf } from '../../src/base/graphemes.ts';
import { printable } from '../../src/base/printable.ts';

/** Columns that the bar itself takes. */
const width = 30;
/** How often it is drawn at most (ms). */
const redrawMs = 100;

/** How far a command has come, drawn over one line. */
interface ProgressBar {
  show(done: number, total: number, what?: string): void;
  /** Takes the line away. */
  end(): void;
}

export type Screen = Pick<NodeJS.WriteStream, 'columns' | 'isTTY' | 'write'>;

/** A progress bar on stderr if that is a terminal, else nothing. */
export function progressBar(stderr: Screen = process.stderr, now = () => performance.now()): ProgressBar {
  if (!stderr.isTTY) return { show: () => undefined, end: () => undefined };
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    show(done, total, what = '') {
      if (now() - drawn < redrawMs) return;
      drawn = now();
      const share = total > 0 ? Math.min(1, done / total) : 0;
      const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
      const line = `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${printable(what).replaceAll('\n', ' ')}`;
      stderr.write(`\r\x1b[2K${beginningOf(line, (stderr.columns || 80) - 1)}`);
    },
    end() {
      if (drawn > 0) stderr.write('\r\x1b[2K');
    },
  };
}
