/*
 * Addresses as text. Separate from places.ts, which imports the dashboard: the page inside a conversation also makes
 * addresses, but has no dashboard.
 */

/** An address of the dashboard. */
export function placeOf(page: string, ...parts: (string | undefined)[]): string {
  const given = parts.filter((part) => part !== undefined && part !== '') as string[];
  return `/${[page, ...given.map(encodeURIComponent)].join('/')}`;
}

/** An address's query without its empty fields; the question mark is in it. */
export function queryOf(fields: Record<string, string | undefined>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '') as [string, string][];
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
