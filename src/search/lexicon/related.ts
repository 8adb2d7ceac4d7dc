import { once } from '../../base/once.ts';
import { fold } from '../text/fold.ts';
import { languageOf, perLanguage } from '../text/languages/languages.ts';
import { stemsIn, stopWordsOf } from '../text/languages/stems.ts';
import { stem } from '../text/stem.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import dutch from './dutch.lexicon';
import english from './english.lexicon';
import french from './french.lexicon';
import german from './german.lexicon';
import italian from './italian.lexicon';
import { otherNamesOf } from './places.ts';
import portuguese from './portuguese.lexicon';
import spanish from './spanish.lexicon';

/**
 * The terms of answers to a term of a question: "piano" answers "Which instruments does she play?". One direction only;
 * see README.md.
 */
export function relatedTerms(term: string): readonly string[] {
  const others = otherNamesOf(term);
  return others.length === 0 ? relations()(term) : [...relations()(term), ...others];
}

/** The same in another language, for all the stems of a word. */
export const relatedTermsIn = perLanguage((_, language) => {
  const text = LEXICONS.get(languageOf(language).name) ?? '';
  const first = (word: string) => stemsIn(language)(word)[0] ?? word;
  const known = readRelations(text, first, stopWordsOf(language));
  return (stems: readonly string[]): readonly string[] => stems.flatMap(known);
});

const NONE: readonly string[] = [];

const LEXICONS = new Map([
  ['German', german],
  ['French', french],
  ['Spanish', spanish],
  ['Portuguese', portuguese],
  ['Italian', italian],
  ['Dutch', dutch],
]);

const relations = once(() => readRelations(english, stem, STOP_WORDS));

/**
 * Reads `word: member member …`, one relation a line. Members are stemmed lazily: a query needs few of two thousand.
 */
function readRelations(
  text: string,
  stemOf: (word: string) => string,
  stopWords: ReadonlySet<string>,
): (term: string) => readonly string[] {
  const written = new Map<string, string>();
  for (const line of text.trim().split('\n')) {
    const [word = '', members = ''] = line.split(':');
    const term = stemOf(word.trim());
    written.set(term, `${written.get(term) ?? ''} ${members.trim()}`);
  }
  const read = new Map<string, readonly string[]>();
  return (term) => {
    const members = written.get(term);
    if (members === undefined) return NONE;
    const known = read.get(term) ?? stemmed(members.trim().split(/ +/), term);
    read.set(term, known);
    return known;
  };

  function stemmed(members: readonly string[], term: string): string[] {
    const stems = members.filter((member) => !stopWords.has(fold(member))).map(stemOf);
    return [...new Set(stems)].filter((related) => related !== term);
  }
}
