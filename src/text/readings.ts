/** A name in signs, and how it is read: 藤田, Fujita. */
export interface NameReading {
  alias: string;
  name: string;
}

/** UTF-16 units of a text that are read. */
const maxRead = 500;
const signs = '(?<![\\p{sc=Han}\\p{sc=Katakana}ー])(?<alias>[\\p{sc=Han}\\p{sc=Katakana}ー]{1,8}?)';
const called = '(?:さん|先生|様|氏|君|くん|ちゃん)';
const word = '\\p{Lu}\\p{Ll}{1,20}';
const letters = `(?<![\\p{L}\\p{N}])(?<name>${word})`;
const patterns = [
  `${signs}${called}? ?[(（](?<name>${word}(?: ${word})?)[)）]`,
  `${letters} ?[(（]${signs}${called}?[)）]`,
  `${letters} ?${signs}${called}`,
].map((pattern) => new RegExp(pattern, 'u'));
const few = /[\p{sc=Han}\p{sc=Katakana}]/u;

/** A name that a text writes in signs and, beside it, in Latin letters: "藤田 (Fujita)", "Fujita 藤田さん". */
export function readingIn(text: string): NameReading | undefined {
  const start = text.slice(0, maxRead);
  if (!few.test(start)) return undefined;
  for (const pattern of patterns) {
    const { alias, name } = pattern.exec(start)?.groups ?? {};
    if (alias !== undefined && name !== undefined) return { alias, name };
  }
  return undefined;
}
