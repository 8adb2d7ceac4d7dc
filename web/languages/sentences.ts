import { dayInWords, momentOf } from './times.ts';
import { isolated, listed, type Message, msg, t } from './translate.ts';

/** What the service says of its own state and of ends of memories: a sentence, its named parts kept. */
const sentences: readonly (readonly [pattern: RegExp, message: Message])[] = [
  [
    /^Here AI settings come from the environment; a server keeps them for each team\.$/,
    msg('Here AI settings come from the environment; a server keeps them for each team.'),
  ],
  [
    /^This server has no SERVICE_SECRET_KEY, which keys of providers are sealed with\.$/,
    msg('This server has no SERVICE_SECRET_KEY, which keys of providers are sealed with.'),
  ],
  [/^No key is set: everything works by rules, offline\.$/, msg('No key is set: everything works by rules, offline.')],
  [/^(?<provider>\S+) answers with (?<model>\S+)\.$/, msg('{provider} answers with {model}.')],
  [/^There was no answer within (?<seconds>\d+) s\.$/, msg('There was no answer within {seconds} s.')],
  [/^(?<server>\S+ \S+) with (?<tools>\d+) tools$/, msg('{server} with {tools} tools')],
  [/^ended (?<day>[\d: -]+)$/, msg('ended {day}')],
  [/^ended (?<day>[\d: -]+), now: (?<content>.+)$/su, msg('ended {day}, now: {content}')],
  [
    /^may be outdated since (?<day>[\d: -]+) in “(?<part>[^”]+)”: (?<content>.+)$/su,
    msg('may be outdated since {day} in “{part}”: {content}'),
  ],
  [/^may be outdated since (?<day>[\d: -]+): (?<content>.+)$/su, msg('may be outdated since {day}: {content}')],
  [/^hooks: have not run yet$/, msg('hooks: have not run yet')],
  [/^hooks: ran last (?<time>\S+Z)$/, msg('hooks: ran last {time}')],
  [
    /^the host's model reads sessions that are over, (?<left>\d+) of (?<most>\d+) left today$/,
    msg('the host’s model reads sessions that are over, {left} of {most} left today'),
  ],
  [/^found beside the rules: (?<found>\d+) memor(?:y|ies)$/, msg('memories found beside the rules: {found}')],
  [/^this server is not configured there$/, msg('this server is not configured there')],
  [
    /^the memories of this store are embedded by another model, and vectors of two models cannot be compared$/,
    msg('the memories of this store are embedded by another model, and vectors of two models cannot be compared'),
  ],
  [
    /^the memories of this store are embedded at another endpoint, and vectors of two cannot be compared$/,
    msg('the memories of this store are embedded at another endpoint, and vectors of two cannot be compared'),
  ],
];

/** A sentence of the service in the language of the interface, with its time; others, such as errors, stay as they are. */
export function inWords(sentence: string): string {
  for (const [pattern, message] of sentences) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const { time, day } = found.groups ?? {};
    return t(message, {
      ...found.groups,
      ...(time && { time: momentOf(new Date(time)) }),
      ...(day && { day: dayInWords(day) }),
    });
  }
  return isolated(sentence.replaceAll('`', ''));
}

/** Each part of a memory that may not hold, quoted, with what may hold instead. */
export function doubtsIn(doubt: string): { sentence: string; part: string | undefined; content: string }[] {
  return doubt.split(/; (?=may be outdated since )/u).map((sentence) => {
    const { part, content = sentence } = /^[^“:]+(?:“(?<part>[^”]+)”)?: (?<content>.+)$/su.exec(sentence)?.groups ?? {};
    return { sentence, part: part && t('“{word}”', { word: part }), content };
  });
}

/** Why a memory may not hold: its one doubt, or the parts that several are about. */
export function doubtInWords(doubt: string): string {
  const doubts = doubtsIn(doubt);
  const parts = doubts.flatMap(({ part }) => part ?? []);
  if (doubts.length < 2 || parts.length < doubts.length)
    return doubts.map(({ sentence }) => inWords(sentence)).join('; ');
  return t('may be outdated in {parts}', { parts: listed(parts) });
}
