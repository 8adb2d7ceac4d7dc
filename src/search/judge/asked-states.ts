import { once } from '../../base/once.ts';
import { isQuestion } from '../../text/questions.ts';
import { wordsThatTell } from './news.ts';
import { isUnspaced, squeezed } from './phrases.ts';
import { latin, profileOf, tellsNow } from './profile.ts';
import { ownStates } from './states.ts';

/** What stands between the name of a state and its value: "my dentist is _", "ich wohne in _". */
const links = new Set(
  `is s called at in for by on to ist heißt lautet bei am im zu est c'est le la au à en chez es el se llama è il si chiama
   é o em no na heet är heter er hedder jest w we pod в на у адрес ở di في a`.split(/\s+/u),
);
/** Between a question word and what it asks for: "Who is my dentist", "What is the name of my doctor". */
const copulas = new Set('is s are ist heißt lautet est es è é är er jest of de von du di do'.split(' '));
/** Behind what a question asks for: "Who do I work for?", "J'habite où ?". */
const trailing = new Set('at for in where wo wohin où qui dónde dove onde again please currently today'.split(' '));
const maxAskedWords = 12;
/** "Which parks are near where I live?" asks for parks, but "Do you know where I live?" for the place. */
const where = new Set('where wo où dónde donde dove onde waar var hvor gdzie kde где де'.split(' '));
const asking = new Set(
  `know tell remind remember recall say please weißt weisst sag erinnerst sais dis rappelle sabes dime recuerdas sai dimmi ricordi
   sabe diga lembra weet zeg vet säg ved sig wiesz powiedz знаешь скажи помнишь знаєш`.split(/\s+/u),
);
/** In so short a question one word is enough: "¿Dónde vivo?" */
const maxAlone = { words: 3, least: 4 };
/** "Where do I live" has the words of "I live". */
const inverted = / (?:do|did|am) (?=i )/gu;

interface AskedPhrase {
  readonly phrase: string;
  readonly kind: string;
  readonly isNoun: boolean;
}

/** What stands before a value in statements of the speaker's states, which stands at the end of questions for it: by its last word. */
const askedBy = once(() => {
  const phrases = new Map<string, Omit<AskedPhrase, 'phrase'>>();
  for (const { kind, leads, bare } of ownStates()) {
    for (const phrase of bare) phrases.set(phrase.trim(), { kind, isNoun: false });
    for (const lead of leads) {
      const words = lead.trim().split(' ');
      const isLong = () => words.length > 2 || words[0]!.length >= maxAlone.least;
      while (words.length > 1 && links.has(words.at(-1)!) && isLong()) words.pop();
      phrases.set(words.join(' '), { kind, isNoun: copulas.has(lead.trim().split(' ')[words.length] ?? '') });
    }
  }
  const unspaced: [phrase: string, kind: string][] = [];
  const byEnd = new Map<string, AskedPhrase[]>();
  for (const [phrase, { kind, isNoun }] of phrases) {
    const end = phrase.split(' ').at(-1)!;
    if (isUnspaced(phrase)) unspaced.push([phrase, kind]);
    else byEnd.set(end, [...(byEnd.get(end) ?? []), { phrase, kind, isNoun }]);
  }
  return { unspaced, byEnd };
});

/** The kinds of the speaker's states that a short question asks for: "Where do I live?", "Wie heißt mein Zahnarzt?". */
export function statesAskedIn(question: string): ReadonlySet<string> {
  const said = squeezed(question).replace(inverted, ' ').trim();
  const words = said.split(' ');
  if (words.length > maxAskedWords) return new Set();
  const end = words.findLastIndex((word) => !trailing.has(word) && !tellsNow(word));
  const asked = ` ${words.slice(0, end + 1).join(' ')}`;
  const isAsked = ({ phrase, isNoun }: AskedPhrase) => {
    if (!asked.endsWith(` ${phrase}`)) return false;
    if (end < maxAlone.words) return true;
    const beginning = asked.slice(0, -phrase.length).trim();
    const before = beginning.split(' ').at(-1) ?? '';
    if (isNoun) return phrase.includes(' ') && (copulas.has(before) || links.has(before));
    const isBeside =
      where.has(before) && wordsThatTell(profileOf(beginning)).some((word) => !asking.has(word) && !where.has(word));
    return phrase.includes(' ') && !isBeside;
  };
  const { unspaced, byEnd } = askedBy();
  const found = (byEnd.get(words[end] ?? '') ?? []).filter(isAsked).map(({ kind }) => kind);
  const within = isUnspaced(said) ? unspaced.filter(([phrase]) => said.includes(phrase)).map(([, kind]) => kind) : [];
  const kinds = new Set([...found, ...within]);
  // Every search comes here, and most ask for no state.
  if (kinds.size === 0) return kinds;
  const { asks, script, cues } = profileOf(question);
  const isOfOther = script !== latin && cues.has('other');
  return isOfOther || !(asks || isQuestion(question)) ? new Set() : kinds;
}
