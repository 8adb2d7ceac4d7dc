import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Disk } from './past-session.ts';

/** The folder `User` of an editor made from VS Code, by its name on this platform. */
export function userFolder(editor: string, { home, env, platform }: Disk): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', editor, 'User');
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), editor, 'User');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), editor, 'User');
}

/** The folder that a `file:` address means; undefined for any other (another machine's, a container's). */
export function folderOfAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}
