import { expect, test } from 'vitest';
import { lowerPriority } from '../../bin/threads/priority.ts';

/** A system whose threads have this priority; the value that was set. */
function systemAt(priority: number) {
  const set: number[] = [];
  const setPriority = (...given: number[]) => void set.push(...given);
  return { set, system: { getPriority: () => priority, setPriority } };
}

test('a thread’s nice value on Linux is raised by 5, up to the maximum', () => {
  for (const [before, after] of [
    [0, 5],
    [-5, 0],
    [17, 19],
    [19, 19],
  ] as const) {
    const { set, system } = systemAt(before);
    lowerPriority(system, 'linux');
    expect(set).toStrictEqual([after]);
  }
});

test('other systems keep the priority: it would be the whole process’s', () => {
  const { set, system } = systemAt(0);
  lowerPriority(system, 'darwin');
  lowerPriority(system, 'win32');
  expect(set).toStrictEqual([]);
});

test('a sandbox that forbids a priority change does no harm', () => {
  const { system } = systemAt(0);
  const refused = () => {
    throw new Error('EACCES');
  };
  expect(() => lowerPriority({ ...system, setPriority: refused }, 'linux')).not.toThrow();
});
