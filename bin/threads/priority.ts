import { constants, getPriority, setPriority } from 'node:os';

/** Where others want the same core, a third of what they get, and else all it wants: searches must go on beside other programs. */
const step = 5;

/**
 * Lets the thread that calls it compute when nobody with more urgent work does: the loop that answers everybody comes
 * first. Linux alone has priorities of threads; elsewhere it would be that of the whole process.
 */
export function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + step, constants.priority.PRIORITY_LOW));
  } catch {
    // Some sandboxes refuse it; then all are alike.
  }
}
