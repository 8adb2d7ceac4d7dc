import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a link that contains a code. Every user of the machine can read a process's arguments, so the system's opener
 * gets a page that leads to the link and that only this user can read.
 * @returns removes the page; the end of the process does so at the latest
 * @throws the system's error when the page can't be written
 */
export function openBrowser(link: string): () => void {
  // 0700 from the beginning.
  const folder = mkdtempSync(join(parentFolder(), 'agent-memory-'));
  const remove = () => {
    process.off('exit', remove);
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Windows refuses while the browser reads it; its code is spent then.
    }
  };
  process.once('exit', remove);
  const page = join(folder, 'open.html');
  writeFileSync(page, pageTo(link), { mode: 0o600, flag: 'wx' });
  const [command = '', ...args] = opener(page);
  // Where there is no opener, the link has been printed.
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
  return remove;
}

/** A browser that is a snap can read neither the temporary folder nor hidden ones. */
function parentFolder(): string {
  const home = homedir();
  return process.platform === 'linux' && existsSync(join(home, 'snap')) ? home : tmpdir();
}

function opener(page: string): string[] {
  if (process.platform === 'darwin') return ['open', page];
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler', page] : ['xdg-open', page];
}

/** @param address as URLs write it, with no quote and no angle bracket */
function pageTo(address: string): string {
  const link = address.replaceAll('&', '&amp;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>agent-memory-service</title>
<a href="${link}">Go on</a>
`;
}
