import { wordsThatTell } from './news.ts';
import { beginningOf, type Profile, tellsOfChange } from './profile.ts';

/** What was decided before need not be what is decided now: "We decided to use X", "We decided to replace Y". */
const deciding = new Set(
  'decided agreed chose entschieden beschlossen vereinbart décidé convenu decidimos decidido acordamos deciso besloten beslutat zdecydowaliśmy решили договорились вирішили'.split(
    ' ',
  ),
);

/** Small words that stand before a value, where European languages name it. */
const leading = new Set(
  `is are to from on in at with by of via ist sind zu auf im mit bei von aus für est sont à de sur en avec chez par a al es son con por para é são em com
   no na è sono da su zijn op met bij van naar door jest są w z do na är som på med från er fra til на в с из у от`.split(
    /\s+/u,
  ),
);
/** Fewer equal words are no frame: "I am", "We work in". */
const leastEqual = 3;
/** More words behind the frame are no value, or no name. */
const maxBehind = 6;
const maxName = 3;

/** Behind fewer equal words that say something, another name may be of another thing. */
const leastTelling = 2;

/**
 * Whether a newer statement tells of a change and has another value behind the same words: "Icons come from Lucide", "Icons come
 * from Phosphor since this week"; or another name: "The menu API uses GraphQL", "The menu API now uses REST".
 */
export function fillsOtherwise(newer: Profile, older: Profile): boolean {
  if (!tellsOfChange(newer) || newer.cues.has('not') !== older.cues.has('not')) return false;
  return endsInOtherName(newer, older) || endsOtherwise(newer, older);
}

function endsInOtherName(newer: Profile, older: Profile): boolean {
  const [now, before] = [newer, older].map((one) => wordsThatTell(one).filter((word) => !deciding.has(word))) as [
    string[],
    string[],
  ];
  const end = now.findIndex((word, i) => word !== before[i]);
  const isNamed = (words: readonly string[], { names }: Profile) =>
    words.length > end &&
    words.length <= end + maxName &&
    words.slice(end).every((word) => names.has(beginningOf(word)));
  return end >= leastTelling && isNamed(now, newer) && isNamed(before, older);
}

function endsOtherwise(newer: Profile, older: Profile): boolean {
  const [now, before] = [newer, older].map(({ said }) => said.trim().split(' ')) as [string[], string[]];
  const end = now.findIndex((word, i) => word !== before[i]);
  if (end < leastEqual || end >= before.length || !leading.has(now[end - 1]!)) return false;
  if ([now, before].some((words) => words.length - end > maxBehind)) return false;
  const frame = new Set(now.slice(0, end));
  return wordsThatTell(newer).some((word) => frame.has(word) && !deciding.has(word));
}
