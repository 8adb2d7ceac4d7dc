// Lines for a terminal, to be copied. Names of programs are not translated.

/** The program, where it is not installed. */
export const program = 'npx -y agent-memory-service';

/** The line that gives Claude Code a server's memory; without a key it signs in in the browser. */
export function claudeLine(address: string, key?: string): string {
  const header = key === undefined ? '' : ` --header "Authorization: Bearer ${key}"`;
  return `claude mcp add --transport http agent-memory ${address}/mcp${header}`;
}

/** The line that gives a machine a memory of its own that a server keeps in step. */
export const connectLine = (address: string, more = ''): string =>
  `${program} connect ${address} --all --sign-in${more}`;

/** The line that shares every character through a folder. */
export const syncLine = (folder: string, more = ''): string => `${program} sync ${asWord(folder.trim())} --all${more}`;

/** Stands for an address that is not given yet. */
export const someAddress = 'ADDRESS';

/** The line that starts a server which signs people in. */
export function serveLine(address: string): string {
  // A proxy leads from another address to the usual port.
  const port = (isHere(address) && new URL(address).port) || '8787';
  return `SERVICE_SIGN_IN=built-in SERVICE_PUBLIC_URL=${address} ${program} serve --port ${port}`;
}

/** Whether a text is an address that a shell takes as one word; without a slash at its end. */
export function addressIn(text: string): string | undefined {
  const address = text.trim().replace(/\/+$/u, '');
  return URL.canParse(address) && /^https?:\/\/[\w.:[\]/~-]+$/u.test(address) ? address : undefined;
}

/** Whether an address leads to this machine only. */
export function isHere(address: string): boolean {
  return URL.canParse(address) && /^(?:localhost|127\..*|\[::1\])$/u.test(new URL(address).hostname);
}

/** A text as one word of a shell. */
export function asWord(text: string): string {
  if (/^[\w@~./:+-]+$/u.test(text)) return text;
  return /["$`!]|\\$/u.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
