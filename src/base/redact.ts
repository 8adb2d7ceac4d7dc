/** Shorter pieces of a key reveal nothing, and would match innocent words. */
const shortestPiece = 6;
const mark = '[redacted]';

/** Replaces every secret in a text, also in its URL-encoded form. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((clean, secret) => clean.replaceAll(secret, mark).replaceAll(encodeURIComponent(secret), mark), text);
}

/** As redact, and every longer piece of the key: endpoints like to quote keys half masked. */
export function redactQuoted(text: string, key: string): string {
  let clean = redact(text, [key]);
  for (let start = 0; start + shortestPiece <= key.length; start++) {
    for (let end = key.length; end - start >= shortestPiece; end--) {
      const piece = key.slice(start, end);
      if (clean.includes(piece)) clean = clean.replaceAll(piece, mark);
    }
  }
  return clean;
}
