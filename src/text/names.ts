import { pathBefore } from './headings.ts';
import {
  isAbbreviatedNoun,
  isApposed,
  isCalling,
  isDefined,
  isDetermined,
  isMoney,
  isNoun,
  isOneOfSeveral,
  isTold,
  shownKind,
} from './kinds-of-names.ts';
import { uncased } from './known-names.ts';
import { listsIn, type PlacedName } from './lists-of-names.ts';
import { isGivenName } from './personal/people.ts';
import { speakerOf } from './speakers.ts';
import { isKin, isTitle } from './told-names.ts';
import { uncasedNamesIn } from './uncased-names.ts';

/** What a text writes as names, and what it writes as common words. */
export interface NamesInText {
  /** A capital inside a sentence or a word, Latin letters among those of a script without capitals, a title behind it. */
  names: string[];
  /** What begins a sentence and may be a name: several capitals, or something that is said of it. */
  first: string[];
  /** In the path of headings before a text, or its label: only their count tells, as titles are cut and headings are no names. */
  headings: string[];
  /** Whom the path of headings calls: "Hey Nate! Good to › …". Titles that are cut say so too. */
  called: string[];
  /** Other words that begin a sentence: names only where other texts show them to be. */
  begins: string[];
  /** In lower case: words that are written so, or that have an article of a language with capitals for all nouns. */
  common: string[];
  /** What the words around show to be a person, or a thing; of the people those who surely are, and not by a pronoun. */
  people: string[];
  sure: string[];
  things: string[];
  /** Names that stand together: "Odunayo and Gbenga", "Merlot, Chianti or Malbec". */
  together: string[][];
  /** Names that the text only addresses: "Thanks, Maria!" says nothing of her. */
  addressed: string[];
  /** Names that the text explains: "my sister Ines", "Ines is a nurse". */
  defined: string[];
}

/** UTF-16 units of a text that are read, and of a name; words of a name. */
const [maxRead, maxName, maxWords] = [4_000, 80, 5];
/** UTF-16 units around a name that show what it is of. */
const [maxBefore, maxBehind] = [48, 80];

/** Also with an ending of addresses and files: "Fly.io", "Node.js". */
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_+#-]*(?:\.[a-z]{2,4}(?![\p{L}\p{N}]))?/gu;
const capital = /^\p{Lu}/u;
const small = /^\p{Ll}/u;
/** PostgreSQL, iOS, GPT-4. */
const humped = /\p{Ll}\p{Lu}|^\p{Lu}[\p{Lu}-]*-?\p{N}|\p{Lu}{2}\p{Ll}{2}/u;
/** A name in code: "customerId". */
const identifier = /^\p{Ll}{2,}\p{Lu}\p{Ll}/u;
/** A heading or an order in capitals. */
const shouted = /^\p{Lu}{6,}$/u;
/** A time of the day, a version. */
const noName = /^(?:[AP]M|V\p{N}+)$/u;
/** "I'm", "J'ai": a small word with what is tied to it. */
const contraction = /^\p{Lu}\p{Ll}{0,4}['’](?!s$)\p{Ll}{1,3}$/u;
/** These words belong to the name behind them: "Lake Victoria". A verb does not: "Ask Tom Becker". */
const ofPlaces =
  /^(?:Lake|Saint|St|Santa|San|São|Mount|Mt|Port|Fort|New|Cape|Lady|Sir|King|Queen|Prince|Princess|Pope|Hurricane|Little|Big|Villa|Hotel|Café)$/u;
/** What makes a quality of a name: "Python-based", "Kubernetes-ähnlich". */
const quality =
  /-(?:related|based|like|style|themed|inspired|friendly|specific|powered|driven|compatible|free|only|owned|made|born|basierte?[mnrs]?|bezogene?[mnrs]?|ähnliche?[mnrs]?|artige?[mnrs]?|spezifische?[mnrs]?|freundliche?[mnrs]?)$/u;
/** Between two words of a name: "Maria da Silva". */
const particles = new Set('de da do dos das del della di du van von der den ter la le el al bin ibn'.split(' '));
/** What is called before a name and is no part of it: "Woah Joanna". */
const exclamations = new Set(
  `hey hi hello oh ooh ah aha aw aww wow woah whoa yay yeah yep haha lol omg thanks congrats congratulations dear cheers
  hallo ach danke liebe lieber salut bonjour merci cher chère hola gracias querida querido olá oi obrigada obrigado ciao
  grazie cara caro hej tack привет спасибо дорогая дорогой`.split(/\s+/u),
);
/** German writes every noun with a capital; one that has an article is hardly a name. */
const article =
  /^(?:der|die|das|den|dem|eine?|eine[mnrs]|zum|zur|vom|beim|im|(?:[mds]ein|ihr|unser|kein)(?:e[mnrs]?)?|jede[mnrs]?|diese[mnrs]?|viele?|mehr)$/u;
/** One word before who is called: "Yeah, Maria, …". */
const interjection = /(?:^|[.!?]\s)\p{L}{1,12}, $/u;
const maxAdjectives = 2;
/** "Ich arbeite als Hebamme": behind "als" stands what somebody is, in a text about work. */
const atWork = /(?<!\p{L})(?:ge)?(?:arbeit|jobb?|beruf|tätig|angestellt|beschäftigt|ausbildung|stelle|dien)/iu;
/** "Staging deploys": a noun that looks as if something were said of it. */
const gerund = /^\p{Lu}\p{Ll}{2,}ing$/u;
/** "Hopefully" begins a sentence. */
const adverb = /^\p{Lu}\p{Ll}{3,}ly$/u;
/** What is said of a name at the beginning of a sentence; a word that only has the form of a verb is in a group. */
const predicate =
  /^(?: (?:\p{Ll}+ly )?(?:is|was|has|had|can|will|wants?|went|got|took|made|said|told|bought|met|ist|war|hat|will|mag|kann|muss|soll|darf|(\p{Ll}{2,}(?:s|ed)|\p{Ll}{3,}t)|est|a|était|aime|es|era|está|tiene|vive|é|mora|tem|è|ha|abita|woont|heeft|houdt|är|har|bor|er|on|asuu|jest|ma|mieszka|был[аи]?|живёт|живет|любит|работает|имеет)(?!\p{L})|['’]s )/u;
/** "Budget: ", in Markdown "**Budget:** ". */
const labelEnd = /^[*_]{0,2}[:：][*_]{0,2}(?:\s|$)/u;
const labelled = /^([^\n:：›]{1,40})[:：]\s/gmu;

/**
 * The names of people and things in a text, by the way they are written; in scripts without capitals those with a title,
 * speakers and words in Latin letters. Looks at its beginning.
 * @param isFunctionWord of a word in lower case; such words begin no name. `inside`: the text where it begins no sentence
 */
export function namesIn(whole: string, isFunctionWord: IsFunctionWord): NamesInText {
  const text = whole.slice(0, maxRead);
  const above = pathBefore(text);
  const found = read(text.slice(above.length), isFunctionWord);
  const over = read(above, isFunctionWord);
  found.headings.push(...over.names, ...over.first);
  found.called = over.called;
  const once = Object.entries(found).map(([way, some]) => [way, [...new Set<string | string[]>(some)]]);
  return Object.fromEntries(once) as NamesInText;
}

type IsFunctionWord = (word: string, inside?: string) => boolean;

function read(text: string, isFunctionWord: IsFunctionWord): NamesInText {
  const found: NamesInText = {
    ...{ names: [], first: [], headings: [], called: [], begins: [], common: [], people: [], sure: [], things: [] },
    ...{ together: [], addressed: [], defined: [] },
  };
  const speakers = [...text.matchAll(labelled)];
  const labels = new Set(
    speakers.flatMap(({ 0: all, 1: one = '', index }) =>
      isSpeaker(one) ? [] : [index, index + all.length - 2 - one.length],
    ),
  );
  const speaking = new Set(speakers.map(([, one = '']) => one).filter(isSpeaker));
  const isTranscript = speaking.size > 1;
  const words = Array.from(text.matchAll(word), ({ 0: written, index }) => ({ written, at: index }));
  const textBehind = ({ at, written }: Word) => text.slice(at + written.length, at + written.length + maxBehind);
  const [called, spoken] = [new Set<string>(), new Set<string>()];
  const places: PlacedName[] = [];
  let adjectives = -1;
  for (let i = 0; i < words.length; i++) {
    const { written, at } = words[i]!;
    const lower = written.toLowerCase();
    if (!capital.test(written)) {
      if (humped.test(written) && !identifier.test(written)) found.names.push(written);
      else if (small.test(written) && written.length > 2) found.common.push(lower);
      if (article.test(lower) || (lower === 'als' && atWork.test(text))) adjectives = 0;
      else if (adjectives >= 0 && ++adjectives > maxAdjectives) adjectives = -1;
      continue;
    }
    if (article.test(lower)) {
      adjectives = 0;
      continue;
    }
    const start = i;
    let from = start;
    const hasArticle = adjectives >= 0;
    adjectives = -1;
    const to = endOfName(text, words, i, hasArticle);
    // "Yesterday Anna went" begins with no name, and "Wow" is none.
    const inside = beginsSentence(text, at, words[start - 1]) ? undefined : text;
    const isBefore = (word: string) => {
      const lower = word.toLowerCase().replace(/['’]s$/u, '');
      return isFunctionWord(lower, inside) || exclamations.has(lower) || contraction.test(word);
    };
    // "Mei, my sister, …" begins with no function word.
    while (from < to && isBefore(words[from]!.written) && !isApposed(textBehind(words[from]!))) from++;
    if (inside === undefined && from < to - 1 && isVerbBefore(words[from]!.written, words[from + 1]!.written)) from++;
    const isAddressed = from > start && exclamations.has(words[from - 1]!.written.toLowerCase());
    // "Meine Schwester Annika": the name is Annika.
    while (from < to - 1 && isKin(words[from]!.written)) found.common.push(words[from++]!.written.toLowerCase());
    const isCalled = from > start && isKin(words[from - 1]!.written);
    i = to - 1;
    if (from === to) continue;
    const begin = words[from]!.at;
    const last = words[to - 1]!;
    const end = last.at + last.written.length;
    const whole = text.slice(begin, end).replace(/(?:['’]s)?['’]{0,2}$|(?<=\p{Lu}{3})\+$/u, '');
    const name = whole.replace(quality, '');
    // A noun follows: "Kubernetes-basierte Cluster".
    if (name !== whole) adjectives = 0;
    if (noName.test(name) || name.length < 2 || name.length > maxName || shouted.test(name) || labels.has(at)) continue;
    if (isAbbreviatedNoun(name) || isTitle(name) || isOneOfSeveral(name, text.slice(end, end + maxBehind))) continue;
    if (inside === undefined && to === from + 1 && adverb.test(name) && !isGivenName(name)) continue;
    if (isMoney(name, text.slice(Math.max(0, begin - maxBefore), begin), text.slice(end, end + maxBehind))) continue;
    const isOne = to === from + 1;
    const isCounted = /\p{N}$/u.test(words[start - 1]?.written ?? '');
    if (isNoun(name, isCounted)) {
      found.common.push(name.toLowerCase());
      continue;
    }
    if (isAddressed) found.called.push(name);
    const before = text.slice(Math.max(0, begin - maxBefore), begin);
    const behind = text.slice(begin + whole.length, end + maxBehind);
    const isFirst = isAddressed || (inside === undefined ? isGivenName(name) : interjection.test(before));
    const isCall = (isFirst || (inside !== undefined && before.endsWith(', '))) && isCalling(behind, isFirst);
    (isCall ? called : spoken).add(name);
    places.push({
      name,
      from: begin,
      to: begin + whole.length,
      isFirst: inside === undefined,
      isSaid: isSaidOf(behind, isFunctionWord),
    });
    const isKnown = isCalled || isTold(before, behind);
    const kind = isKnown || isAddressed ? 'person' : shownKind(before, behind);
    if (kind) found[kind === 'thing' ? 'things' : 'people'].push(name);
    if (kind === 'person') found.sure.push(name);
    if (!isCall && (isKnown || isDefined(behind))) found.defined.push(name);
    const isLabel = labelEnd.test(text.slice(end, end + 6)) && inside === undefined;
    if (isLabel) (isTranscript ? found.first : found.headings).push(name);
    // The article before a quality is that of another word.
    else if (hasArticle && isOne && !isCalled && name === whole && !humped.test(name))
      found.common.push(name.toLowerCase());
    else if (isOne && isDetermined(before) && !humped.test(name)) found.first.push(name);
    else if (humped.test(name) || from > start || inside !== undefined) found.names.push(name);
    // "Maria, look!" says nothing of her.
    else if (isGivenName(name) && /^[,!?]/u.test(behind)) found.names.push(name);
    else if (!isOne || /['’]s$/u.test(last.written)) found.first.push(name);
    else {
      const isPerson = isGivenName(name) || kind === 'person';
      const isSaid = isPerson || (!gerund.test(name) && isSaidOf(behind, isFunctionWord));
      (isSaid ? found.first : found.begins).push(name);
    }
  }
  found.together = listsIn(text, places);
  if (isTranscript) found.together.push([...speaking]);
  found.addressed.push(...[...called].filter((one) => !spoken.has(one)));
  if (uncased.test(text)) {
    const { written, named, defined } = uncasedNamesIn(text, isFunctionWord);
    found.names.push(...written, ...named);
    found.people.push(...named);
    found.defined.push(...defined);
    found.things.push(...written);
    const labels = speakers.map(([, label = '']) => label.trim());
    const said = labels.filter((label) => uncased.test(label) && isSpeaker(label));
    (isTranscript ? found.names : found.headings).push(...said);
  }
  return found;
}

/** "Ask Tom Becker" begins with a verb. */
function isVerbBefore(first: string, second: string): boolean {
  return !isGivenName(first) && isGivenName(second) && !ofPlaces.test(first) && !humped.test(first);
}

function isSaidOf(behind: string, isFunctionWord: IsFunctionWord): boolean {
  const said = predicate.exec(behind);
  return said !== null && (said[1] === undefined || !isFunctionWord(said[1]));
}

const isSpeaker = (label: string) => speakerOf(label, false)?.role === 'other';

interface Word {
  written: string;
  at: number;
}

/** Behind the last word of a name that begins with the i-th word. @param isNoun it has an article: "der Hund von Jonas" */
function endOfName(text: string, words: readonly Word[], i: number, isNoun: boolean): number {
  let to = i + 1;
  while (to < words.length && to - i < maxWords) {
    const before = words[to - 1]!;
    if (/['’]s?$/u.test(before.written) || quality.test(before.written)) break;
    const isNext = (a: Word, b: Word | undefined): b is Word =>
      b !== undefined && text.slice(a.at + a.written.length, b.at) === ' ';
    const next = words[to];
    if (!isNext(before, next)) break;
    if (capital.test(next.written) && !shouted.test(next.written) && !contraction.test(next.written)) to++;
    else {
      const linking = isNoun ? 0 : linkingAt(text, words, i, to);
      const isLinked = Array.from({ length: linking }, (_, k) => to + k).every((k) => isNext(words[k]!, words[k + 1]));
      if (linking === 0 || !isLinked || !capital.test(words[to + linking]!.written)) break;
      to += linking + 1;
    }
  }
  return to;
}

/** A rank or a language in capitals is no part of a name: "CEO of Google". */
const abbreviation = /^\p{Lu}+s?$/u;

/**
 * How many words from a place on link those of a name from the first on: "Maria da Silva", "Lord of the Rings", "Game of
 * Thrones". At the beginning of a sentence a capital shows no name: "Photos of Anna".
 */
function linkingAt(text: string, words: readonly Word[], first: number, at: number): number {
  const { written } = words[at]!;
  if (particles.has(written)) return 1;
  if (written !== 'of') return 0;
  if (words[at + 1]?.written === 'the') return 2;
  const begin = words[first]!;
  return abbreviation.test(begin.written) || beginsSentence(text, begin.at, words[first - 1]) ? 0 : 1;
}

/** Whether a word begins a sentence, a line, an item or a quotation. "Dr. Holgersson" goes on. */
function beginsSentence(text: string, at: number, before: Word | undefined): boolean {
  if (before === undefined || /['’]$/u.test(before.written)) return true;
  const gap = text.slice(before.at + before.written.length, at);
  return !/^(?: |, | \(|\/|['’]| [–—] )$/u.test(gap) && !(gap === '. ' && isTitle(before.written));
}
