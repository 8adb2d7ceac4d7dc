/** Shorter pieces of a key than this tell nothing, and would strike innocent words. */
const shortestPiece = 6;
const mark = '[key]';

/** Removes a key, and every longer piece of it (endpoints like to quote keys half masked), from a text. */
export function redact(text: string, key: string): string {
  if (key === '') return text;
  let clean = text.replaceAll(key, mark).replaceAll(encodeURIComponent(key), mark);
  for (let start = 0; start + shortestPiece <= key.length; start++) {
    let end = key.length;
    while (end - start >= shortestPiece) {
      const piece = key.slice(start, end);
      if (clean.includes(piece)) clean = clean.replaceAll(piece, mark);
      end--;
    }
  }
  return clean;
}
