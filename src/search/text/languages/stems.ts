import { withoutJoined } from '../apostrophes.ts';
import { fold } from '../fold.ts';
import { cutTerm } from '../stem.ts';
import { perLanguage, wordsOf } from './languages.ts';

/** A language's words of grammar, without marks. */
export const stopWordsOf = perLanguage(({ stopWords }) => new Set(wordsOf(stopWords).map(fold)));

/** The same with the words of questions that memories do not answer with. */
export const queryStopWordsOf = perLanguage(
  ({ stopWords, asking }) => new Set(wordsOf(`${stopWords} ${asking}`).map(fold)),
);

/** Stem, then the stem without diacritics, then alternative forms, for a word in lower case with its apostrophes. */
export const stemsIn = perLanguage(({ stem, irregularForms = '', otherForms, otherStems, endsAtApostrophe }) => {
  const bases = readForms(irregularForms);
  return (word: string): readonly string[] => {
    const written = endsAtApostrophe === true ? word.replace(/(?<=.)'.*/, '') : withoutJoined(word);
    const folded = fold(written);
    const base = bases.get(folded);
    const ways = base === undefined ? new Set([written, folded]) : [base];
    const stems = Array.from(ways, stem);
    if (base === undefined) {
      for (const form of otherForms?.(folded) ?? []) stems.push(stem(bases.get(form) ?? form));
      stems.push(...(otherStems?.(folded) ?? []));
    }
    return [...new Set(stems.map((one) => cutTerm(fold(one))))].filter((term, i) => i === 0 || term.length >= SHORTEST);
  };
});

/** A shorter remainder of a guessed stem means nothing. */
const SHORTEST = 2;

/** The same for a word of a query, in all its spellings: "Mueller" for "Müller", and the other way round. */
export const spelledStemsIn = perLanguage(({ spellings = [] }, number) => {
  return (written: string): readonly string[] => {
    const spelled = new Set([written]);
    for (const [letter, typed] of spellings) {
      spelled.add(written.replaceAll(typed, letter));
      spelled.add(written.replaceAll(letter, typed));
    }
    return [...new Set([...spelled].flatMap(stemsIn(number)))];
  };
});

/** Inflected form → base form, from lines of a base form and its forms. The keys have no marks. */
function readForms(lines: string): ReadonlyMap<string, string> {
  return new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [base = '', ...forms] = line.split(' ');
        return [base, ...forms].map((form): [string, string] => [fold(form), base]);
      }),
  );
}
