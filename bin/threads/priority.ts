import os from 'node:os';

/** At nice +5 a thread gets about a third of a contended core, and all of an idle one. */
const step = 5;

/**
 * Lowers the priority (nice) of the calling thread: the event loop comes first. Only Linux has priorities of threads;
 * elsewhere it would be that of the whole process.
 */
export function lowerPriority(
  system: Pick<typeof os, 'getPriority' | 'setPriority'> = os,
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'linux') return;
  try {
    system.setPriority(Math.min(system.getPriority() + step, os.constants.priority.PRIORITY_LOW));
  } catch {
    // Some sandboxes refuse it; then all are alike.
  }
}
