import { isConfidential } from '../../base/web-address.ts';

const maxLength = 500;
/** What a browser runs, shows or reads by itself instead of handing it to a program. */
const unsafeSchemes = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'http:',
  'javascript:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);
const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=\/|$)/;

/** Whether a code may be sent there: https, http on loopback, or a program's own scheme (RFC 8252). */
export function isRedirectUri(given: string): boolean {
  if (given.length > maxLength || !URL.canParse(given) || given.includes('#')) return false;
  const { protocol, username, password } = new URL(given);
  if (username !== '' || password !== '') return false;
  return isConfidential(given) || !(unsafeSchemes.has(protocol) || protocol === 'https:');
}

/** Whether it is one of the client's, compared exactly; a program on loopback may listen on any port (RFC 8252, 7.3). */
export function isRegistered(given: string, registered: readonly string[]): boolean {
  if (registered.includes(given)) return true;
  const anyPort = withoutPort(given);
  return anyPort !== undefined && registered.some((one) => withoutPort(one) === anyPort);
}

function withoutPort(uri: string): string | undefined {
  return loopback.test(uri) ? uri.replace(/^(http:\/\/(?:\[::1\]|[^/:]+)):\d+/, '$1') : undefined;
}

/** Where a person is sent back to, in words: a site, or a program of its machine. */
export function placeOf(redirectUri: string): { kind: 'site' | 'machine' | 'program'; name: string } {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return { kind: 'site', name: host };
  return protocol === 'http:' ? { kind: 'machine', name: host } : { kind: 'program', name: protocol.slice(0, -1) };
}
