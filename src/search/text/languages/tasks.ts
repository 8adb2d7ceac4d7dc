import { once } from '../../../base/once.ts';
import type { TaskState } from '../../../text/tasks.ts';
import { fold } from '../fold.ts';
import { wholeWords } from './dates.ts';
import type { TaskWords } from './language.ts';
import { perLanguage } from './languages.ts';

/** The tasks that a question asks for. */
export interface AskedTasks {
  readonly state: TaskState;
  /** The words that say so. */
  readonly words: readonly string[];
}

/**
 * The tasks that a question asks for in one of these languages, or else in English: "what is still to do". A word that
 * is also said of other things ("open") counts beside "tasks", or where `isAll` says that nothing else is asked for.
 */
export function askedTasks(
  text: string,
  languages: readonly number[],
  isAll: (words: readonly string[]) => boolean,
): AskedTasks | undefined {
  if (text.length > LONGEST) return undefined;
  const folded = fold(text);
  for (const read of languages.length === 0 ? [inEnglish()] : languages.map(inLanguage)) {
    const asked = read(folded, isAll);
    if (asked !== undefined) return asked;
  }
  return undefined;
}

/** A longer text is no question for a list. */
const LONGEST = 200;

type Reader = (folded: string, isAll: (words: readonly string[]) => boolean) => AskedTasks | undefined;

function readerOf({ left, finished, open, done, dropped, task }: TaskWords): Reader {
  const all = (pattern: string) => wholeWords(pattern, 'gu');
  const phrases = [['open', all(left)] as const, ['done', all(finished)] as const];
  const states = [['open', all(open)] as const, ['done', all(done)] as const, ['dropped', all(dropped)] as const];
  const tasks = all(task);
  return (folded, isAll) => {
    const things = folded.match(tasks) ?? [];
    for (const [state, pattern] of phrases) {
      const said = folded.match(pattern);
      if (said !== null) return { state, words: [...said, ...things] };
    }
    for (const [state, pattern] of states) {
      const said = folded.match(pattern);
      if (said === null) continue;
      const words = [...said, ...things];
      if (things.length > 0 || isAll(words)) return { state, words };
    }
    return undefined;
  };
}

const inEnglish = once(() => readerOf(ENGLISH));
const inLanguage = perLanguage((language) => readerOf(language.tasks));

const ENGLISH: TaskWords = {
  left: "(?:still|left|yet|remaining|remains?|more|else|next|have|has|need|needs|got|nothing|anything) to (?:be |get )?do(?:ne)?(?! with)|(?:haven't|hasn't) (?:i|we|you|they|he|she) (?:done|finished)|(?:not|isn't|aren't) (?:yet )?(?:done|finished)(?: yet)?|should (?:i|we) do next|(?:my|our) (?:tasks|to-?dos?(?: list)?)",
  finished: '(?:have|has) (?:i|we|you|they|he|she) (?:already )?done|(?:been|already) done',
  open: 'open|left|pending|outstanding|remaining|remains|unfinished|undone|to-?dos?',
  done: 'done|finished|completed|ticked off|checked off|achieved',
  dropped: 'dropped|cancell?ed|abandoned|given up',
  task: 'tasks?|to-?dos?|todo list|chores|items|things|list',
};
