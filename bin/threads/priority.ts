import { setPriority } from 'node:os';

/** As much as `nice` takes by default: on a busy machine a tenth of what the others get, on any other all it wants. */
const niceness = 10;

/**
 * Lets the thread that calls it compute when nobody with more urgent work does: the loop that answers everybody comes
 * first. Linux alone has priorities of threads; elsewhere it would be that of the whole process.
 */
export function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // Some sandboxes refuse it; then all are alike.
  }
}
