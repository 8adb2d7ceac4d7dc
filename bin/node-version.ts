/** What package.json asks for. */
export const leastNode = '20.19';

/** Whether this program runs on a Node of that version. */
export function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least = 0, leastMinor = 0] = leastNode.split('.').map(Number);
  return major > least || (major === least && minor >= leastMinor);
}
