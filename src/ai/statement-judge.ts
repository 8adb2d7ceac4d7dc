import type { Log } from '../base/log.ts';
import { Lru } from '../base/lru.ts';
import { isShort } from '../search/judge/candidates.ts';
import { loadTextJudge, type TextJudge, type Verdict } from '../search/judge/judge.ts';
import { countShared } from '../search/judge/news.ts';
import { beginsWithSpeaker, partsOf, saidIn } from '../search/judge/parts.ts';
import { profileOf, tellsOfChange } from '../search/judge/profile.ts';
import { inOneSpelling } from '../search/judge/spelling.ts';
import { isAddressed } from '../search/judge/talk.ts';
import { saysNothing } from '../text/small-talk.ts';
import { fillerWords } from '../text/small-talk-phrases.ts';
import { saysChange } from './clauses/changes.ts';
import { cutClauses } from './clauses/cut.ts';
import { judge as readStatements } from './clauses/keep.ts';
import { isChatter } from './rules/chatter.ts';

/** What a text says by itself: what holds for good, what may change something known, a remark, or only chatter. */
type Stated = 'lasting' | 'telling' | 'remark' | 'chatter';

/** Texts that end something, or are ended, come again. */
const maxKnown = 64;
const unrelated: Verdict = { relation: 'unrelated', ends: 0 };

/**
 * The judge of the package for statements: as `loadTextJudge`, but what states nothing by itself ends nothing, and is ended by
 * nothing. "Okay, let's nail this down" and "Good work" are as near to each other as a change to what it ends.
 */
export function loadStatementJudge(log: Log): TextJudge | undefined {
  const judge = loadTextJudge(log);
  if (!judge) return undefined;
  const known = new Lru<string, Stated>(maxKnown);
  const stated = (text: string): Stated => {
    const one = known.get(text) ?? statedIn(text);
    known.set(text, one);
    return one;
  };
  const judged: TextJudge = (newer, older, cosine) => {
    const verdict = judge(newer, older, cosine);
    return verdict.relation === 'ends' && !mayChange(newer, older, verdict, stated) ? unrelated : verdict;
  };
  const judgedInParts: TextJudge = (newer, older, cosine) => {
    const verdict = judged(newer, older, cosine);
    if (verdict.relation === 'ends' || !isShort(newer) || !isShort(older)) return verdict;
    const said = [newer, ...changesIn(newer)];
    const had = said.some(saysChange) ? [older, ...saidIn(older)] : [older];
    const found = said
      .flatMap((now) => had.map((one) => (now === newer && one === older ? verdict : judged(now, one))))
      .find(({ relation }) => relation === 'ends');
    // The other parts may be about somebody else.
    return found ? { ...found, sureness: 'likely' } : verdict;
  };
  return (newer, older, cosine) => {
    const spelt = inOneSpelling(newer, older);
    const verdict = judgedInParts(...spelt, cosine);
    const isSpelt = spelt[0] !== newer || spelt[1] !== older;
    // The same name alone ends nothing: "大阪のオフィス", "The Osaka trip is confirmed."
    return isSpelt && verdict.relation === 'ends' && !verdict.isTold ? unrelated : verdict;
  };
}

/** More parts that tell of a change are a story. */
const maxParts = 2;

/**
 * Of a text of several parts those that tell of a change: "Can you fix the login? Staging is on 6543 now.", "Yuki moved to
 * Hamburg and I switched to Neovim".
 */
function changesIn(text: string): string[] {
  const clauses = cutClauses(text);
  const parts = clauses.length < 2 ? joinedIn(text) : clauses.flatMap((one) => (one.isQuestion ? [] : [one.text]));
  const changes = parts.filter(saysChange);
  return changes.length > maxParts ? [] : changes;
}

/** The parts of a sentence that a word such as "and" joins, if each has a subject of its own. */
function joinedIn(text: string): string[] {
  const parts = partsOf(text);
  const isNamed = (part: string) => beginsWithSpeaker(part) || /^\p{Lu}/u.test(part);
  const areJoined = parts.slice(0, -1).every(({ after }) => /\p{L}/u.test(after));
  const areWhole = parts.length > 1 && areJoined && parts.every((part) => isNamed(part.text));
  return areWhole ? parts.map((part) => part.text) : [];
}

/** Beside a request or small talk, what both share may be chance. */
const leastShared = 2;

/** Whether a text states something that another may change, and the other one tells of it. */
function mayChange(newer: string, older: string, { isTold }: Verdict, stated: (text: string) => Stated): boolean {
  const had = stated(older);
  if (had === 'chatter' || isTold) return had !== 'chatter';
  const [now, before] = [profileOf(newer), profileOf(older)];
  if (isAddressed(now) || isAddressed(before)) return false;
  const said = stated(newer);
  const shared = countShared(now, before, fillerWords);
  if (said === 'chatter') return shared >= leastShared;
  // A remark may still be a short statement: "I smoke". What changes it has its words, and says that something changed.
  return had !== 'remark' || (shared > 0 && (said === 'lasting' || tellsOfChange(now)));
}

/** What a capture of a conversation that keeps much would make of it. */
function statedIn(text: string): Stated {
  if (saysNothing(text)) return 'chatter';
  const read = readStatements(text, 'eager');
  if (read.some(({ outcome }) => outcome !== 'left out')) return 'lasting';
  return isChatter(text) ? 'chatter' : read.some((one) => one.mayChange) ? 'telling' : 'remark';
}
