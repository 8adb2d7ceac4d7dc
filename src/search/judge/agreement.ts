import { uncased } from '../../text/known-names.ts';
import { parting } from './contradiction.ts';
import { articles, from, to } from './instead.ts';
import { namedBy, namesIn, wordsWithNames } from './kinds.ts';
import { isFormOf, joint, partsOf, wordsThatTell } from './news.ts';
import { isUnspaced } from './phrases.ts';
import { beginningOf, isDoubtful, type Profile, profileOf } from './profile.ts';
import { inOneSpelling } from './spelling.ts';
import { haveOtherValues, holdsState, ownStatesIn, valueIn, wordsOfHeld } from './states.ts';

/** Names and numbers that stand together. */
type Run = string[];

/** What a statement says was left and what came; of that, what stands beside a word of change. */
interface Change {
  left: Run[];
  came: Run[];
  told: Run[];
}

const isNumber = (word: string) => /\p{N}/u.test(word);

/** In scripts that do not separate words: "大阪から京都に", "서울에서 부산으로", "从Vim换到Neovim". */
const name = '[\\p{Script=Latin}\\p{N}\\p{Script=Katakana}\\p{Script=Han}ー]+|\\p{Script=Hangul}+?';
const unspacedChanges = [
  new RegExp(`(${name}) ?(?:から|에서) ?(${name}) ?(?:に|へ|으로|로)`, 'u'),
  /[从從由](.{1,40}?)(?:换|換|搬|转|轉|移|改|切|迁|遷)?[到成为為]了?(.+)/u,
];

function changeIn(text: string, profile: Profile): Change {
  if (isUnspaced(profile.said)) {
    const found = unspacedChanges.map((pattern) => pattern.exec(profile.said)).find((match) => match !== null);
    const [left = [], came = []] = (found?.slice(1) ?? []).map((one) => [partsOf(one)]);
    return { left, came, told: came };
  }
  const isName = (word: string) =>
    isNumber(word) || profile.names.has(beginningOf(word)) || namedBy(word) !== undefined;
  const change: Change = { left: [], came: [], told: [] };
  for (const part of text.split(parting).flatMap((one) => one.split(joint))) {
    const words = wordsWithNames(` ${profileOf(part).said} `);
    const { cues } = profileOf(words.filter((word) => !isName(word)).join(' '));
    const isOver = cues.has('end') || cues.has('not');
    // "A Yuki mudou-se" begins with an article.
    const opening = words[0];
    let before = '';
    let run: Run | undefined;
    for (const word of words.filter((one) => !articles.has(one) || to.test(one) || from.test(one))) {
      // Scripts without capitals show no names, but these words stand before one.
      const isBehind = !run && uncased.test(word) && (from.test(before) || to.test(before));
      if (!isName(word) && !isBehind) [before, run] = [word, undefined];
      else if (run) run.push(word);
      else {
        run = [word];
        if (isOver || from.test(before)) change.left.push(run);
        else if (to.test(before) && !(articles.has(before) && before === opening)) {
          change.came.push(run);
          if (cues.has('change')) change.told.push(run);
        }
      }
    }
  }
  return change;
}

/** The names and numbers that a statement says to be left: "to Kyoto, not to Osaka". */
export function namesLeft(text: string, profile: Profile): string[] {
  return changeIn(text, profile).left.flat();
}

/** Whether a statement tells of a move to what has no name: "Momo moved to her new vet". */
export function namesNoGoal(text: string): boolean {
  const { said, ...profile } = profileOf(text);
  return said.split(' ').some((word) => to.test(word)) && changeIn(text, { ...profile, said }).came.length === 0;
}

/** Whether a statement names a value of the kind of some words, beside them: another weekday, another number. */
function namesOther(one: Profile, words: readonly string[]): boolean {
  const kinds = words.flatMap((word) => namedBy(word)?.kinds ?? []);
  const isKnown = (each: string) => words.some((word) => isFormOf(word, each));
  const others = namesIn(one.said).filter(({ name: each }) => !isKnown(each));
  const isOtherNumber = words.some(isNumber) && [...one.numbers].some((number) => !isKnown(number));
  return isOtherNumber || others.some((each) => each.kinds.some((kind) => kinds.includes(kind)));
}

/**
 * Whether a newer statement tells of a change to what the older one says already, so that both hold: "I switched from Vim to
 * Neovim", "My editor is Neovim".
 */
export function changesToSame(text: string, newer: Profile, older: Profile): boolean {
  const isOver = ['end', 'past'].some((cue) => older.cues.has(cue)) || (older.cues.has('not') && !holdsState(older));
  if (newer.asks || isDoubtful(newer) || isOver) return false;
  const { left, came, told } = changeIn(text, newer);
  const words = wordsWithNames(` ${older.said} `);
  const [first = ''] = wordsThatTell(older);
  const isSaid = (word: string) => words.some((one) => isFormOf(word, one) || (isUnspaced(word) && one.includes(word)));
  const areSaid = (run: readonly string[]) => run.length > 0 && run.every(isSaid);
  const isLeft = (word: string) => left.flat().some((one) => isFormOf(word, one));
  const isOtherNumber = older.numbers.size > 0 && [...newer.numbers].some((one) => !isSaid(one) && !isLeft(one));
  if (isOtherNumber || left.some(areSaid)) return false;
  if (came.length > 0)
    return (left.length > 0 ? came : told).some(
      (run) =>
        areSaid(run) && !namesOther(older, run) && (left.length > 0 || !run.some((word) => isFormOf(word, first))),
    );
  const now = newer.said.split(' ');
  return [...ownStatesIn(newer)].some((kind) => {
    const value = ownStatesIn(older).has(kind) ? valueIn(older, kind) : [];
    return (
      value.length > 0 &&
      value.every((word) => now.includes(word) && !isLeft(word)) &&
      !haveOtherValues(newer, older, kind)
    );
  });
}

/** What a statement names beside another one, as it names values; in scripts that show no names, what it says. */
function namedBeside(one: Profile, other: Profile): string[] {
  const had = wordsWithNames(` ${other.said} `);
  const isKnown = (word: string) =>
    had.some((each) => isFormOf(word, each) || (isUnspaced(word) && each.includes(word)));
  const light = wordsOfHeld(one);
  const said = wordsThatTell(one).filter((word) => !isKnown(word) && !light.has(word));
  const named = said.filter(
    (word) => isNumber(word) || one.names.has(beginningOf(word)) || namedBy(word) !== undefined,
  );
  return named.length > 0 ? named : said;
}

/**
 * Whether two statements that may both replace a third say the same instead, one of them perhaps more: "My editor is Neovim",
 * "I switched from Vim to Neovim", after "My editor is Vim".
 */
export function replaceAlike(one: string, other: string, replaced: string): boolean {
  const [mine, others] = inOneSpelling(one, other).map(profileOf) as [Profile, Profile];
  const before = profileOf(replaced);
  const [named, beside] = [namedBeside(mine, before), namedBeside(others, before)];
  const isIn = (words: readonly string[]) => (word: string) => words.some((each) => isFormOf(word, each));
  return named.length > 0 && beside.length > 0 && (named.every(isIn(beside)) || beside.every(isIn(named)));
}
