import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entriesOf } from './files.ts';
import type { Disk } from './past-session.ts';

/** The most folders that are searched for one name. */
const maxLooked = 2_000;

/**
 * The folder with this path when every sign but letters and digits is a `-`: `home-ada-my-app` is `/home/ada/my-app`,
 * if it exists. Undefined otherwise.
 */
export function folderOfSlug(slug: string, platform: string): string | undefined {
  const drive = platform === 'win32' ? /^([a-zA-Z])-(.*)$/.exec(slug) : undefined;
  const root = drive ? `${drive[1]}:\\` : parse(process.cwd()).root;
  let looked = 0;
  const find = (folder: string, rest: string): string | undefined => {
    if (rest === '') return folder;
    if (++looked > maxLooked) return undefined;
    for (const entry of entriesOf(folder)) {
      if (!entry.isDirectory()) continue;
      const name = dashed(entry.name);
      const isBegun = name !== '' && (rest === name || rest.startsWith(`${name}-`));
      const found = isBegun ? find(join(folder, entry.name), rest.slice(name.length + 1)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(root, dashed(drive?.[2] ?? slug));
}

function dashed(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

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
