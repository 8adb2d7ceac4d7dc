/** Characters of scripts whose letters are about a quarter of a token each; any other counts as one. */
const alphabetic = /[\p{ASCII}\p{Script=Latin}]/u;

/** A text's tokens, roughly and rather too many: for bounds, and where an endpoint does not count. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const char of text) tokens += alphabetic.test(char) ? 0.3 : 1;
  return Math.ceil(tokens);
}

/** The beginning of a text that stays below `max` tokens by estimate. */
export function truncateToTokens(text: string, max: number): string {
  let tokens = 0;
  let end = 0;
  for (const char of text) {
    tokens += alphabetic.test(char) ? 0.3 : 1;
    if (tokens > max) return text.slice(0, end);
    end += char.length;
  }
  return text;
}
