import { isUnspaced } from '../../search/judge/phrases.ts';
import { withSameRelatives } from '../../search/judge/relatives.ts';
import { inOneSpelling } from '../../search/judge/spelling.ts';
import { namesIn } from '../../text/names.ts';
import { isFunctionWord } from './function-words.ts';

/** Whether one of two texts writes a name that stands in the other one too, in any script. */
export function shareName(one: string, other: string): boolean {
  const [text, beside] = inOneSpelling(one, other);
  return standsIn(text, beside) || standsIn(beside, text);
}

/** Two texts with the names and relatives that both name spelt alike; undefined where they name none. */
export function namedAlike(one: string, other: string): [string, string] | undefined {
  const spelt = inOneSpelling(one, other);
  const alike = withSameRelatives(...spelt);
  const areSpelt = alike.some((text, i) => text !== spelt[i]);
  return areSpelt || shareName(...spelt) ? alike : undefined;
}

/** Whether two texts name somebody, each in a script or a language of its own: no search for the words of one finds the other. */
export function shareNameApart(one: string, other: string): boolean {
  const [text, beside] = namedAlike(one, other) ?? [one, other];
  return text !== one || beside !== other;
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_+#-]*/gu) ?? [];
const isWritten = (word: string) => /\p{Lu}/u.test(word);

/** Whether a word of a name in the first text stands in the second one, written as a name. */
function standsIn(text: string, other: string): boolean {
  const { names, first } = namesIn(text, isFunctionWord);
  const words = new Set(wordsIn(other));
  return [...names, ...first].some((name) =>
    isUnspaced(name + other) ? other.includes(name) : wordsIn(name).some((word) => isWritten(word) && words.has(word)),
  );
}
