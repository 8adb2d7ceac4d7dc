import { statSync } from 'node:fs';

/** The file that this code is in, as it was when it was loaded. */
const loaded = stateOf(__filename);

/** Whether the program's files were replaced or removed after it was started. */
export function isReplaced(): boolean {
  return stateOf(__filename) !== loaded;
}

function stateOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}
