/** Characters of scripts in which a letter is about a quarter of a token; any other counts as one. */
const alphabetic = /[\p{ASCII}\p{Script=Latin}]/u;

/** A rough, rather high estimate of a text's tokens: for limits, and where an endpoint does not count. */
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
