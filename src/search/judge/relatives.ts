import { once } from '../../base/once.ts';
import { isUnspaced } from './phrases.ts';
import lexicon from './relatives.lexicon';

/** A relative a line, "word: the words of all languages". */
const relatives = once(() =>
  lexicon
    .trim()
    .split('\n')
    .map((line) => {
      const [word = '', forms = ''] = line.split(': ');
      const parts = forms.split('|').map((form) => (isUnspaced(form) ? form : `(?<!\\p{L})${form}(?!\\p{L})`));
      return { word, said: new RegExp(parts.join('|'), 'giu') };
    }),
);

/**
 * Two texts with the relatives that they name in different languages in one: "My sister has moved", "妹のユキは大阪に住んでいる".
 * Other texts stay.
 */
export function withSameRelatives(one: string, other: string): [string, string] {
  const shared = relatives().filter(({ said }) => {
    const forms = new Set([one, other].map((text) => text.match(said)?.[0].toLowerCase()));
    return forms.size > 1 && !forms.has(undefined);
  });
  const spelt = (text: string) =>
    shared.reduce((all, { word, said }) => all.replace(said, (form) => (isUnspaced(form) ? ` ${word} ` : word)), text);
  return [spelt(one).trim(), spelt(other).trim()];
}
