import { isConfidential } from '../../../base/web-address.ts';

const maxLength = 500;
/** A program's own scheme is a domain in reverse (RFC 8252, 7.1): the schemes of systems and browsers have no dot. */
const ownScheme = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/;
/** Schemes without a dot of well-known hosts. */
const knownSchemes = new Set([
  'claude:',
  'cursor:',
  'goose:',
  'jetbrains:',
  'raycast:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'windsurf:',
  'zed:',
]);
const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?=\/|$)/;

/** Whether a code may be sent there: https, http on loopback, or a program's own scheme (RFC 8252). */
export function isRedirectUri(given: string): boolean {
  if (given.length > maxLength || !URL.canParse(given) || given.includes('#')) return false;
  const { protocol, username, password } = new URL(given);
  if (username !== '' || password !== '') return false;
  return isConfidential(given) || ownScheme.test(protocol) || knownSchemes.has(protocol);
}

/**
 * Whether the client has this redirect URI. The comparison is exact, except for the port on loopback (RFC 8252, 7.3).
 */
export function isRegistered(given: string, registered: readonly string[]): boolean {
  if (registered.includes(given)) return true;
  if (!URL.canParse(given)) return false;
  const anyPort = withoutPort(given);
  return anyPort !== undefined && registered.some((one) => withoutPort(one) === anyPort);
}

function withoutPort(uri: string): string | undefined {
  return loopback.test(uri) ? uri.replace(/^(http:\/\/(?:\[::1\]|[^/:]+)):\d+/, '$1') : undefined;
}

/** Describes where a person is sent back to: a site, or a program on this machine. */
export function placeOf(redirectUri: string): { kind: 'site' | 'machine' | 'program'; name: string } {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'https:') return { kind: 'site', name: host };
  return protocol === 'http:' ? { kind: 'machine', name: host } : { kind: 'program', name: protocol.slice(0, -1) };
}
