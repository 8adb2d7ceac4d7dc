import { once } from '../../domain/once.ts';
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
import portuguese from './portuguese.lexicon';
import spanish from './spanish.lexicon';

/**
 * The terms that memories use where a question uses this one: "Which instruments does she play?" is answered by
 * "piano". One direction only; see docs/lexicon.md.
 */
export function relatedTerms(term: string): readonly string[] {
  return relations().get(term) ?? NONE;
}

/** The same in another language, for all the stems of a word. */
export const relatedTermsIn = perLanguage((_, language) => {
  const text = LEXICONS[languageOf(language).name] ?? '';
  const first = (word: string) => stemsIn(language)(word)[0] ?? word;
  const known = readRelations(text, first, stopWordsOf(language));
  return (stems: readonly string[]): readonly string[] => stems.flatMap((one) => known.get(one) ?? NONE);
});

const NONE: readonly string[] = [];

const LEXICONS: Readonly<Record<string, string>> = {
  German: german,
  French: french,
  Spanish: spanish,
  Portuguese: portuguese,
  Italian: italian,
  Dutch: dutch,
};

const relations = once(() => readRelations(english, stem, STOP_WORDS));

/** `word: member member …`, one relation a line. */
function readRelations(
  text: string,
  stemOf: (word: string) => string,
  stopWords: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const relations = new Map<string, string[]>();
  for (const line of text.trim().split('\n')) {
    const [word = '', members = ''] = line.split(':');
    const term = stemOf(word.trim());
    const known = relations.get(term) ?? [];
    for (const member of members.trim().split(/\s+/)) {
      const related = stemOf(member);
      if (related !== term && !stopWords.has(fold(member)) && !known.includes(related)) known.push(related);
    }
    relations.set(term, known);
  }
  return relations;
}
