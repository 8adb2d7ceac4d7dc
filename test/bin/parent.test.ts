import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { endWithParent } from '../../bin/stdio.ts';

test('a server stops when its parent is gone and its input stays idle', () => {
  vi.useFakeTimers();
  const input = new EventEmitter();
  let parent = 42;
  const ended = vi.fn();
  endWithParent({ input, parent: () => parent }, ended);
  vi.advanceTimersByTime(3_600_000);
  expect(ended).not.toHaveBeenCalled();
  input.emit('data', 'a request');
  parent = 1;
  vi.advanceTimersByTime(20_000);
  expect(ended).not.toHaveBeenCalled();
  input.emit('data', 'another one');
  vi.advanceTimersByTime(20_000);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_600_000);
  expect(ended).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
