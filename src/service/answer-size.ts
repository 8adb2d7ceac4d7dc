/**
 * The most that the list in one tool's answer may weigh, in bytes. Hosts close the connection at a message above
 * 10 MiB; a whole answer stays below 4 MB.
 */
const maxListBytes = 3_500_000;

/** A text's bytes inside a JSON string, less its quotes. */
export function sentBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/**
 * How many of the first items fit into one answer, at least one, counted as they are sent: as structured content and
 * once more inside a text.
 */
export function fitting(items: readonly unknown[]): number {
  let left = maxListBytes;
  for (const [i, item] of items.entries()) {
    const json = JSON.stringify(item);
    left -= Buffer.byteLength(json) + sentBytes(json);
    if (left < 0 && i > 0) return i;
  }
  return items.length;
}
