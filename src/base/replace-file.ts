import { randomUUID } from 'node:crypto';
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file as a whole, or makes it: readers see the old text or the new one, also after a crash. Throws the file
 * system's errors, and then leaves the file as it was.
 * @param mode of the new file, whatever the umask; default: for this user alone
 */
export function replaceFile(file: string, text: string, mode = 0o600): void {
  const part = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(part, text, { mode: 0o600, flag: 'wx', flush: true });
    chmodSync(part, mode);
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
