import { isolated, language, type Message, msg, t, tn } from './translate.ts';

/** The parts of a reason that name no words. */
const fixed = new Map<string, Message>([
  ['it is the very text asked for', msg('the very text asked for')],
  ['it is of the time asked for', msg('of the time asked for')],
  ['it names a time, which is asked for', msg('names a time')],
  ['it ends in a question, which is seldom an answer', msg('ends in a question')],
  ['it is of somebody else than whom the query names', msg('of somebody else')],
  ['better messages of its conversation go before it', msg('after better messages of its conversation')],
  ['shares no word with the query', msg('shares no word with the question')],
  [
    'shares no word with the query, but memories around it do',
    msg('shares no word with the question, but memories around it do'),
  ],
  [
    'shares no word with the query, but is near to it in meaning',
    msg('shares no word with the question, but is near to it in meaning'),
  ],
  ['not found: it shares no word with the query', msg('not found: it shares no word with the question')],
  [
    'not found: it shares no word with the query and is not near enough to it in meaning',
    msg('not found: it shares no word with the question, and is not near enough to it in meaning'),
  ],
  ['left out: a better match says all that it says', msg('left out: a better match says all that it says')],
]);
const noneBefore = 'no memory before it matches more';

/** Words in quotes, with how they matched. */
const wordsIn = (list: string) =>
  list
    .replaceAll("' as '", "' → '")
    .replaceAll('(by its subject)', `(${t('by its subject')})`)
    .replaceAll('(in another script)', `(${t('in another script')})`);

/** Parts with words or numbers of their own. */
const patterns: readonly (readonly [pattern: RegExp, inWords: (groups: Record<string, string>) => string])[] = [
  [
    /^matches (?<n>\d+) of (?<all>\d+) words: (?<words>.+)$/su,
    ({ n, all, words = '' }) =>
      t('matches {n} of {all} words: {words}', { n: Number(n), all: Number(all), words: wordsIn(words) }),
  ],
  [/^(?:it )?matches (?<words>.+)$/su, ({ words = '' }) => t('matches {words}', { words: wordsIn(words) })],
  [/^fits well without (?<words>.+)$/su, ({ words }) => t('it fits well without {words}', { words })],
  [/^lacks (?<words>.+)$/su, ({ words }) => t('it lacks {words}', { words })],
  [/^it holds (?<name>.+)$/su, ({ name }) => t('holds {name}', { name })],
  [
    /^(?<n>\d+) (?:memory matches|memories match) more$/u,
    ({ n }) => tn(Number(n), '{n} memory matches more', '{n} memories match more'),
  ],
];

/** Why a memory has its rank, as `explainMemory` says it, in the language of the interface. */
export function whyInWords(why: string): string {
  if (language.value.tag === 'en') return why;
  const [, rank, said = why] = /^rank (\d+): (.+)$/su.exec(why) ?? [];
  const reasons = said
    .replace(/; it (?=matches|shares)/u, '; ')
    .split('; ')
    .flatMap(apart)
    .map(partInWords)
    .join(t('; '));
  return rank === undefined ? reasons : t('rank {rank}: {reasons}', { rank: Number(rank), reasons });
}

/** A part, and the comparison with better memories at its end. */
function apart(part: string): string[] {
  const at = part.lastIndexOf(', ');
  const last = part.slice(at + 2);
  return at > 0 && (last === noneBefore || patterns.at(-1)?.[0].test(last)) ? [part.slice(0, at), last] : [part];
}

function partInWords(part: string): string {
  if (part === noneBefore) return t('no memory before it matches more');
  const message = fixed.get(part);
  if (message !== undefined) return t(message);
  for (const [pattern, inWords] of patterns) {
    const groups = pattern.exec(part)?.groups;
    if (groups) return inWords(groups);
  }
  return isolated(part);
}
