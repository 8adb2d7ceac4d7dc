import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm';
/** The most space that the tests need at once; a container often has 64 MB there. */
const enough = 2 * 1024 ** 3;
const day = 24 * 3_600_000;
const prefix = 'memory-service-tests-';

function isRoomy() {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}

/** Removes folders of this user's killed runs: nothing was created in them for a day. */
function tidy() {
  const folders = readdirSync(inMemory).filter((name) => name.startsWith(prefix));
  for (const folder of folders.map((name) => join(inMemory, name))) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < day) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Temporary files of the tests are in memory where there is space: a store syncs at each commit, for which thousands of
 * tests would wait. TMPDIR has priority. Removed after the run.
 */
export default () => {
  if (process.env.TMPDIR || !isRoomy()) return undefined;
  tidy();
  const folder = mkdtempSync(join(inMemory, prefix));
  process.env.TMPDIR = folder;
  // A browser that ends may still write.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
