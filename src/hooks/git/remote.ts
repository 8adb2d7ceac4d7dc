import { isAbsolute, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GitSetting } from './config.ts';

/** The place that a repository was cloned from: a local path, or a normalised address. */
export type Remote = { path: string } | { place: string };

/** The address of `origin`, or of the remote that is named first. */
export function remoteUrl(settings: readonly GitSetting[]): string | undefined {
  const urls = settings.filter(({ section, key, value }) => section === 'remote' && key === 'url' && value !== '');
  return (urls.find(({ subsection }) => subsection === 'origin') ?? urls[0])?.value;
}

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['ssh:', '22'],
  ['git:', '9418'],
]);

/**
 * Normalises an address (git-clone(1), "Git URLs"): `git@host:a/b.git`, `ssh://host/a/b` and `https://KEY@host/a/b/`
 * are one place. Undefined for an address that can't be compared.
 */
export function readRemote(url: string): Remote | undefined {
  // A helper's own form, such as codecommit::region://name.
  if (/^[\w+-]+::/.test(url)) return { place: url };
  if (url.includes('://')) return readUrl(url);
  // Behind the brackets of an IPv6 address.
  const colon = url.indexOf(':', url.indexOf(']') + 1);
  const isPath = colon < 0 || url.slice(0, colon).includes('/') || isAbsolute(url) || win32.isAbsolute(url);
  if (isPath) return { path: url };
  return hostAndPath(url.slice(0, colon), url.slice(colon + 1));
}

function readUrl(given: string): Remote | undefined {
  if (!URL.canParse(given)) return undefined;
  const { protocol, username, hostname, host, port, pathname, search, hash } = new URL(given);
  if (protocol === 'file:') return pathOfUrl(given);
  // A query may distinguish repositories, or hold a credential.
  if (search !== '' || hash !== '' || host === '') return undefined;
  const place = port === defaultPorts.get(protocol) ? hostname : host;
  return hostAndPath(protocol === 'ssh:' && username !== '' ? `${username}@${place}` : place, pathname);
}

function pathOfUrl(url: string): Remote | undefined {
  try {
    return { path: fileURLToPath(url) };
  } catch {
    return undefined;
  }
}

/** A user counts only where the path starts in their home; credentials never count. */
function hostAndPath(userAndHost: string, path: string): Remote {
  const at = userAndHost.lastIndexOf('@') + 1;
  const [user] = userAndHost.slice(0, Math.max(0, at - 1)).split(':');
  const isInHome = path.startsWith('~') || path.startsWith('/~') || !path.startsWith('/');
  const host = userAndHost.slice(at).toLowerCase();
  const steps = path.split('/').filter((step) => step !== '');
  const plain = steps.join('/').replace(/\/?\.git$/, '');
  return { place: `${isInHome && user && user !== 'git' ? `${user}@` : ''}${host}/${plain}` };
}
