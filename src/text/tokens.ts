/** Characters of scripts in which a letter is about a quarter of a token; any other counts as one. */
const alphabetic = /\p{Script=Latin}/u;

/** A code point's share of a token, in tenths: their sum is exact. */
function tenthsOf(codePoint: number): number {
  // The pattern alone would take ten times as long.
  return codePoint < 0x80 || alphabetic.test(String.fromCodePoint(codePoint)) ? 3 : 10;
}

/** The longest beginning of a text within `max` tenths of a token: where it ends, and its tenths. */
function measured(text: string, max: number) {
  let sum = 0;
  let end = 0;
  while (end < text.length) {
    const codePoint = text.codePointAt(end) ?? 0;
    const next = sum + tenthsOf(codePoint);
    if (next > max) break;
    sum = next;
    end += codePoint > 0xffff ? 2 : 1;
  }
  return { end, sum };
}

/** A rough, rather high estimate of a text's tokens: for limits, and where an endpoint does not count. */
export function estimateTokens(text: string): number {
  return Math.ceil(measured(text, Number.POSITIVE_INFINITY).sum / 10);
}

/** The estimates of several texts, added up. */
export function estimateTokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

/** The beginning of a text that stays below `max` tokens by estimate. */
export function truncateToTokens(text: string, max: number): string {
  return text.slice(0, measured(text, max * 10).end);
}
