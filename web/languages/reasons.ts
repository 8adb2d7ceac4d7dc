import { known } from './known.ts';
import { dayInWords } from './times.ts';
import { isolated, listed, type Message, msg, numeral, t, tn } from './translate.ts';

/** Why hooks stored a statement of a turn, or left it out. */
const ofStatements = [
  ...[msg('a question'), msg('says nothing by itself'), msg('a matter of the moment'), msg('how somebody is just now')],
  ...[
    msg('an error or a symptom'),
    msg('pasted'),
    msg('output, or names alone'),
    msg('depends on the statement before'),
  ],
  ...[msg('says who belongs to the user, or an age'), msg('the user asked to remember it'), msg('probably lasting')],
  ...[msg('an order that may hold for this task alone'), msg('worded as what holds for good')],
  ...[msg('recognised as lasting'), msg('not recognised as lasting'), msg('too short or too long')],
  ...[msg('from a text that the user gave to work on'), msg('in the words of somebody else'), msg('in a story')],
  ...[msg('a supposition'), msg('stored already'), msg('proposed before'), msg('proposed before, and said again')],
  ...[msg('deleted since it was said'), msg('in doubt, and rejected before'), msg('worth remembering')],
  ...[msg('it runs what a program or a server answers'), msg('it hides something from a person')],
  ...[msg('it gives orders to a model'), msg('a wish for the task at hand'), msg('too short to stand alone')],
  msg('how a feature is to behave'),
  msg('it sends, runs or fetches something at an address'),
  ...[msg('says that something stored has changed'), msg('said in two projects'), msg('in your own memory')],
  ...[msg('about the user: in their own memory'), msg("the project's rule files say it"), msg('erased for good')],
  ...[
    msg('a report of the agent on its work'),
    msg('agreed between user and agent'),
    msg('it holds nothing but personal data'),
  ],
];
const byText = new Map<string, Message>(ofStatements.map((one) => [one, one]));

/** Reasons with texts or words of their own, which stay as they are. */
const patterns: readonly (readonly [pattern: RegExp, message: Message])[] = [
  [
    /^people rejected statements of this kind \((?<kind>\w+)\)$/u,
    msg('people rejected statements of this kind: {kind}'),
  ],
  // Its ids say nothing to people.
  [/^may contradict .+, stored too$/u, msg('may contradict what is stored')],
  [/^ended: “(?<texts>.+)”$/su, msg('ended: “{texts}”')],
  [/^holds until (?<day>[\d: -]+)$/u, msg('holds until {day}')],
  [
    /^it holds personal data \((?<kinds>.+)\), which this memory refuses$/u,
    msg('it holds personal data, which this memory refuses: {kinds}'),
  ],
  [/^the model of (?<host>[^:]+): (?<reason>.+)$/su, msg('the model of {host}: {reason}')],
];

/** The reasons of a statement, joined by "; ", in the language of the interface. A model's own words stay. */
export function reasonsInWords(reasons: string): string {
  const inWords = (reason: string) => {
    const message = byText.get(reason);
    if (message !== undefined) return t(message);
    for (const [pattern, message] of patterns) {
      const found = pattern.exec(reason);
      const { kind, day, ...others } = found?.groups ?? {};
      if (found)
        return t(message, { ...others, ...(kind && { kind: known(kind) }), ...(day && { day: dayInWords(day) }) });
    }
    return isolated(reason);
  };
  // A text that has ended may hold the separator.
  const [said = '', ...ended] = reasons.split(/; (?=ended: “)/u);
  return [...said.split('; '), ...ended].map(inWords).join('; ');
}

/** What hooks leave out of what they give, and of what they store. */
const ofHooks = new Map<string, Message>([
  ['known', msg('given before')],
  ['order', msg('reads as an order to the agent')],
  ['room', msg('no room')],
  ['echo', msg('an echo of what was given')],
  ['secret', msg('with a secret')],
  ['code', msg('code')],
  ['repeated', msg('repeated')],
  ['too long', msg('too long')],
  ['tier', msg('beyond the plan')],
  ['encoder', msg('the encoder was not ready')],
]);

/** A reason of hooks in the language of the interface. */
function hookReason(reason: string): string {
  const message = ofHooks.get(reason);
  return message === undefined ? isolated(reason) : t(message);
}

/** What hooks left out, in words. */
export function leftOutInWords({ irrelevant = 0, ...others }: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(others).map(([reason, count]) => `${hookReason(reason)} ${numeral(count)}`);
  const about = tn(irrelevant, '{n} other was about something else', '{n} others were about something else');
  return [
    ...(reasons.length > 0 ? [t('left out: {reasons}', { reasons: listed(reasons) })] : []),
    ...(irrelevant > 0 ? [about] : []),
  ].join(t('; '));
}
