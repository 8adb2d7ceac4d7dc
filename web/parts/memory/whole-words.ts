/** Words of scripts that put no spaces between them are found among other letters. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const letter = '[\\p{L}\\p{M}\\p{N}]';

/** The source of a regular expression that finds any of these words, each as a whole. */
export function wholeWords(words: readonly string[]): string {
  return words
    .map((word) => {
      const source = word.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
      return unspaced.test(word) ? source : `(?<!${letter})${source}(?!${letter})`;
    })
    .join('|');
}
