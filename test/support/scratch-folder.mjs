import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm';
/** What the tests may need at once; a container often has 64 MB there. */
const enough = 2 * 1024 ** 3;

function isRoomy() {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

/**
 * Temporary files of the tests are kept in memory where there is room: a store writes through to the disk at each
 * commit, for which thousands of tests would wait. TMPDIR, when set, says otherwise. Gone after the run.
 */
export default () => {
  if (process.env.TMPDIR || !isRoomy()) return undefined;
  const folder = mkdtempSync(join(inMemory, 'memory-service-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
