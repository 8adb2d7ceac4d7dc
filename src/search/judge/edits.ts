import { hunksOf, isLeftOf, wordsIn } from './hunks.ts';
import { saysAgain } from './parts.ts';
import { isUnspaced } from './phrases.ts';
import { profileOf } from './profile.ts';
import { tells } from './subjects.ts';
import { sameNames } from './sure.ts';

/** What an edit of a text has put in place of what: York, Leeds. */
export interface Edit {
  from: string;
  to: string;
}

/** An edit that leaves less of a text writes another one (share of its words). */
const leastKept = 0.3;
/** Without the letters that two words of scripts without spaces begin and end with. */
function apart(one: string, other: string): string {
  const [a, b] = [[...one], [...other]];
  let [start, end] = [0, 0];
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return a.slice(start, a.length - end).join('');
}

/** The first words that an edit replaces by others; undefined where it only adds or takes away, or writes another text. */
export function editOf(before: string, after: string): Edit | undefined {
  const [had, has] = [wordsIn(before), wordsIn(after)];
  const { hunks, common } = hunksOf(had, has);
  const hunk = hunks.find(({ older, newer }) => older.some(tellsAs) && newer.some(tellsAs));
  if (!hunk) return undefined;
  const [from, to] = [hunk.older, hunk.newer].map((words) => words.join(' ')) as [string, string];
  if (isUnspaced(from) && isUnspaced(to) && hunks.length === 1) {
    const edit = { from: apart(from, to), to: apart(to, from) };
    return edit.from === '' || edit.to === '' || edit.from === from ? undefined : edit;
  }
  return common < leastKept * Math.min(had.length, has.length) ? undefined : { from, to };
}

/** Whether an edit of a text only takes something away: then nothing is said anew. */
export function onlyTakesAway(before: string, after: string): boolean {
  if (isLeftOf(after, before)) return true;
  const { hunks } = hunksOf(wordsIn(before), wordsIn(after));
  return !hunks.some(({ newer }) => newer.some(tellsAs));
}

const tellsAs = (word: string) => tells(word.toLowerCase());

/** One name alone is in many texts by chance. */
const leastNames = 2;

/**
 * Whether a text still says in one of its parts what another one said before an edit: "I live in Leeds and have a dog", after
 * "I live in Leeds" was changed to "I live in York"; or says it in other words: "Schwester Yuki in Leeds".
 */
export function stillSays(text: string, before: string, { from }: Edit): boolean {
  if (!text.toLowerCase().includes(from.toLowerCase())) return false;
  const said = profileOf(before);
  return saysAgain(text, said) || sameNames(said, profileOf(text)).size >= leastNames;
}
