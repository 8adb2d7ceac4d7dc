import { expect, test } from 'vitest';
import { progressBar, type Screen } from '../../bin/terminal/progress.ts';

function screen(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { stream: { isTTY, columns, write } as unknown as Screen, written };
}

test('a progress bar redraws one line at most ten times a second, fits the terminal and is erased', () => {
  const { stream, written } = screen(true, 50);
  let now = 1_000;
  const bar = progressBar(stream, () => now);
  for (let done = 0; done <= 100; done++, now += 10) bar.show(done, 100, 'a file with a rather long name');
  bar.end();
  expect(written).toHaveLength(12);
  expect(written[5]).toBe(`\r\x1b[2K${'█'.repeat(15)}${'░'.repeat(15)}  50 %  a file with`);
  expect(written.at(-1)).toBe('\r\x1b[2K');
});

test('a progress bar is not drawn without a terminal or for instant work', () => {
  const { stream, written } = screen(false);
  const none = progressBar(stream, () => 0);
  none.show(1, 2);
  none.end();
  const terminal = screen(true);
  progressBar(terminal.stream, () => 0).end();
  expect([written, terminal.written]).toStrictEqual([[], []]);
});
