/** Words of scripts that put no spaces between them are found among other letters. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const letter = '[\\p{L}\\p{M}\\p{N}]';

/** All of a word of up to three signs that has these: 生日 is found in 誕生日. */
const ofShortWord = (signs: string) =>
  `(?<!\\p{sc=Han})(?=\\p{sc=Han}{1,3}(?!\\p{sc=Han}))\\p{sc=Han}*?${signs}\\p{sc=Han}*`;

/** The source of a regular expression that finds any of these words, each as a whole. */
export function wholeWords(words: readonly string[]): string {
  return words
    .map((word) => {
      const source = word.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
      return unspaced.test(word) ? `${ofShortWord(source)}|${source}` : `(?<!${letter})${source}(?!${letter})`;
    })
    .join('|');
}
