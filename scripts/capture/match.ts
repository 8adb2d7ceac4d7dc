/** Whether a memory and a labelled sentence have the same meaning, by their words. */

const common = new Set(
  'the a an to of in on for and or is are be it this that with as at by from i we you my our your do not no have has had was were will can should would'.split(
    ' ',
  ),
);

export function flat(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Content words; of scripts without spaces, pairs of characters. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const word of flat(text).split(' ')) {
    if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u.test(word)) {
      for (let i = 0; i < Math.max(1, word.length - 1); i++) words.push(word.slice(i, i + 2));
    } else if (word !== '' && !common.has(word)) words.push(word);
  }
  return words.length > 0 ? words : flat(text).split(' ');
}

/** The share of the content words of one text that are in another. */
export function share(text: string, other: string): number {
  const known = new Set(wordsOf(other));
  const words = wordsOf(text);
  return words.filter((word) => known.has(word)).length / Math.max(1, words.length);
}

/** The memory contains the sentence or 80 % of its words, or is a part of it with 40 % of them. */
export function tells(memory: string, sentence: string): boolean {
  if (flat(memory).includes(flat(sentence)) || share(sentence, memory) >= 0.8) return true;
  return share(memory, sentence) >= 0.8 && share(sentence, memory) >= 0.4;
}

/** The memory is a part of the sentence (80 % of its words), or contains it and adds at most as much again. */
export function liesIn(memory: string, sentence: string): boolean {
  if (flat(sentence).includes(flat(memory)) || share(memory, sentence) >= 0.8) return true;
  return flat(memory).includes(flat(sentence)) && wordsOf(memory).length <= 2 * wordsOf(sentence).length;
}

/** One of the sentences contains the memory, or 60 % of its words are in them. */
export function within(memory: string, sentences: readonly string[]): boolean {
  if (sentences.some((sentence) => liesIn(memory, sentence))) return true;
  return share(memory, sentences.filter((sentence) => share(sentence, memory) >= 0.6).join(' ')) >= 0.6;
}
