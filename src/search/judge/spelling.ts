import { Lru } from '../../base/lru.ts';
import { soundsOf } from '../../text/sounds.ts';
import { otherNamesOf } from '../lexicon/places.ts';
import { fold } from '../text/fold.ts';
import { stem } from '../text/stem.ts';
import { isUnspaced } from './phrases.ts';

const latinWord = /[\p{Script=Latin}\p{M}]+/gu;
const capitalised = /^\p{Lu}./u;
/** Words that may be names in other scripts; Korean particles and Arabic ones that are written with a name are left out. */
const foreign = new RegExp(
  [
    '[\\p{Script=Katakana}ー]{2,40}',
    '(?<![\\p{L}\\p{M}])(?=\\p{Lu})[\\p{Script=Cyrillic}\\p{M}]{2,40}',
    '(?<!\\p{Script=Hangul})\\p{Script=Hangul}{2,6}?(?=이?(?:은|는|가|을|를|과|랑|와|의|에게|한테|께|도|네|야|씨|님|에|에서|로|으로)?(?!\\p{Script=Hangul}))',
    '(?<![\\p{L}\\p{M}])(?:[وفبلك](?=\\p{Script=Arabic}{3}))?\\p{Script=Arabic}{3,40}',
    '(?<![\\p{L}\\p{M}])\\p{Script=Devanagari}{2,40}',
  ].join('|'),
  'gu',
);
const otherLetter = '(?!\\p{Script=Latin})\\p{L}';
const otherScript = new RegExp(otherLetter, 'u');

/** Names come again: a statement is compared with several others. */
const maxHeard = 1_024;
/** Further names of a text, and words that may be one, are not compared. */
const maxNames = 48;
const heard = new Lru<string, ReadonlySet<string>>(maxHeard);

function soundsIn(name: string): ReadonlySet<string> {
  const known = heard.get(name) ?? soundsOf(name);
  heard.set(name, known);
  return known;
}

/** How two names of different scripts sound alike, with a capital: ユキ and Юки. Undefined where they do not. */
function soundOfBoth(one: string, other: string): string | undefined {
  const others = soundsIn(other);
  const [sound] = [...soundsIn(one)].filter((each) => others.has(each)).toSorted();
  return sound?.replace(/^./u, (letter) => letter.toUpperCase());
}

const scripts = ['Latin', 'Katakana', 'Cyrillic', 'Hangul', 'Arabic', 'Devanagari'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);
const areOfOneScript = (one: string, other: string) => scripts.some((script) => script.test(one) && script.test(other));

/**
 * Two texts with the names that they have in different scripts in one spelling, and apart from words of another script: of
 * "Yuki moved to Hamburg" and "妹のユキはベルリンに住んでいる" the second says "妹の Yuki は". Other texts stay.
 */
export function inOneSpelling(one: string, other: string): [string, string] {
  if (!otherScript.test(one) && !otherScript.test(other)) return [one, other];
  const [mine, theirs] = [one, other].map(namesIn) as [Names, Names];
  // Two texts in one manner of writing have the name in the same place of a word.
  const shared = isUnspaced(one) && isUnspaced(other) ? [] : mine.latin.filter((name) => theirs.latin.includes(name));
  return [spelt(one, mine, theirs, shared), spelt(other, theirs, mine, shared)];
}

/** The words of other scripts in a text, and its names in Latin letters. */
interface Names {
  words: readonly string[];
  latin: readonly string[];
}

function namesIn(text: string): Names {
  const latin = [...new Set(text.match(latinWord))].filter((word) => capitalised.test(word));
  return { words: [...new Set(text.match(foreign))].slice(0, maxNames), latin: latin.slice(0, maxNames) };
}

function spelt(text: string, mine: Names, theirs: Names, shared: readonly string[]): string {
  const latin = new Map<string, string>();
  for (const name of theirs.latin) {
    for (const word of mine.words) if (soundOfBoth(name, word) !== undefined) latin.set(word, name);
    for (const place of otherNamesOf(stem(fold(name)))) if (text.toLowerCase().includes(place)) latin.set(place, name);
  }
  for (const name of mine.latin)
    if (shared.includes(name) || theirs.words.some((word) => soundOfBoth(name, word) !== undefined))
      latin.set(name, name);
  for (const word of mine.words) {
    if (latin.has(word)) continue;
    const sounds = theirs.words.flatMap((each) => (areOfOneScript(word, each) ? [] : (soundOfBoth(word, each) ?? [])));
    if (sounds.length > 0) latin.set(word, sounds[0]!);
  }
  return [...latin]
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((said, [word, name]) => said.replace(apart(word), ` ${name} `), text)
    .replace(/ {2,}/gu, ' ')
    .trim();
}

/** A word where it stands; one in Latin letters only beside another script. */
function apart(word: string): RegExp {
  // With the ending of a case.
  if (/\p{Script=Cyrillic}/u.test(word)) return new RegExp(`${word}\\p{Script=Cyrillic}{0,2}(?!\\p{L})`, 'giu');
  if (otherScript.test(word)) return new RegExp(word, 'giu');
  return new RegExp(
    `(?<=${otherLetter})${word}(?!\\p{Script=Latin})|(?<!\\p{Script=Latin})${word}(?=${otherLetter})`,
    'gu',
  );
}
