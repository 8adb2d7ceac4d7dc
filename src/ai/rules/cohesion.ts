import { unspaced, words } from '../../text/words.ts';

const list = (text: string) => new Set(text.split(/\s+/u));

/** Pronouns that refer to an earlier name. */
const pronouns = list(
  `he she it they him her hers them his its their theirs himself herself themselves he's she's it's they're he'll she'll
  they'll he'd she'd they'd this that these those which both neither that's
  er sie ihn ihm ihr ihre ihren sein seine seinen dies diese dieser dieses das
  il elle ils elles lui leur leurs cela ca ceci c'est son sa ses
  ella ellos ellas eso esto esa ese su sus
  lei loro questo questa quello quella suo sua ele ela eles elas isso isto aquilo seu
  hij zij ze hem haar hun dit dat deze die
  он она оно они его ее их ему ей им это этот эта эти
  هو هي هم هذا هذه این آن اینها آنها वह यह वे 그는 그녀는 그것은 이것은`,
);

/** Words that carry on from the sentence before when they begin one. */
const connectors = list(
  `but and so also too because then therefore however otherwise instead although though still besides moreover yet hence
  aber und also denn weil deshalb trotzdem dann ausserdem mais et donc car alors puis aussi pero y entonces porque tambien
  ma e perche quindi anche mas porque tambem maar en want dus но и а поэтому потом также`,
);

/** Those after which a new topic may begin. */
const addsOn = list('and also too besides moreover und ausserdem et aussi y tambien e anche tambem en и также');

/** The last words of a short sentence that refers to an earlier name: "We use it." */
const leansBack = list(
  'it them him her that this those these es ihn sie ihnen lo la los las le het hem ze его ее их это',
);

/** Words for a place or time named before; they count in short sentences only. */
const deictics = list(
  'there then here dort da dann hier la-bas alors alli alla ahi entonces la li allora daar toen там туда тогда',
);

/** Words that limit what was said before, and those that say to what: "Only for the tests." */
const limiting = list(
  `only just except never not nur bloss ausser nie niemals nicht seulement juste sauf jamais pas solo solamente excepto salvo nunca
  no somente apenas exceto soltanto tranne mai alleen behalve nooit niet tylko oprocz nigdy только кроме никогда не bara endast
  utom aldrig inte`,
);
const prepositions = list(
  `for in on at to with from by during within fur in an am im auf bei mit von zu zum pour dans sur avec chez a au aux para con en
  com em na no nos per su nel voor op met bij dla w na z przy для в на с при for pa i med`,
);

const speakersOwn = list(
  "i i'm i've i'll i'd we we're we've my our ich wir mein unser je j'ai j'aime nous mon yo mi nosotros io noi eu nos ik mijn я мы мой",
);

const unspacedPronoun =
  /^(?:但是?|所以|因此|而且|然后|他们?|她们?|它们?|这|那|此|彼[女ら]?|それ|これ|その|この|そこ|でも|しかし|だから|그는|그녀|그것|하지만|그래서|(?:[이그저]|해당) (?!프로젝트|저장소|레포|앱))/u;

/** Letters of Vietnamese and Turkish, whose words look like pronouns of other languages when folded: "sửa", "her gün". */
const otherLetters = /[đơưğış\u1ea0-\u1ef9]/iu;

/** How many of the first words are searched for a pronoun that refers to the sentence before. */
const beginning = 4;
const shortSentence = 7;

/** Whether a sentence can't be understood without the one before, as "He lives there." after "My son is Tom." */
export function dependsOnPrevious(sentence: string, before: string): boolean {
  if (unspaced.test(sentence)) return unspacedPronoun.test(sentence);
  const all = words(sentence);
  const [first = ''] = all;
  if (all.length === 0) return true;
  if (isAnswer(all, before) || isLimit(all)) return true;
  if (otherLetters.test(sentence)) return false;
  // "I love it."
  if (all.length <= beginning && leansBack.has(all.at(-1) ?? '')) return true;
  // "Also, my dog ..." starts again.
  if (connectors.has(first)) return !(addsOn.has(first) && all.slice(1, 3).some((word) => speakersOwn.has(word)));
  if (isImpersonal(all)) return false;
  const pronoun = all.slice(0, beginning).findIndex((word) => pronouns.has(word));
  if (pronoun === 0) return true;
  const named = sentence
    .split(/\s+/u)
    .slice(1, pronoun > 0 ? pronoun + 1 : undefined)
    .some((word) => /^\p{Lu}/u.test(word));
  if (pronoun > 0 && !named && !speakersOwn.has(first)) return true;
  // "La" is an article too, unless it is the last word: "abita là".
  const isDeictic = (word: string, i: number) => deictics.has(word) && (word !== 'la' || i === all.length - 1);
  return all.length <= shortSentence && all.some(isDeictic) && !speakersOwn.has(first);
}

/** "It is raining", "There is a spare key": pronouns without a referent. */
function isImpersonal([first = '', second = '', third = '']: string[]): boolean {
  if (first === 'there' || first === "there's") return true;
  return /^(?:it|it's)$/u.test(first) && /^(?:rain|snow|seem)/u.test(`${first === "it's" ? second : third || second}`);
}

/** "Nur für die Tests": a limit of what the sentence before says, without a subject. */
function isLimit(all: string[]): boolean {
  const [first = '', second = ''] = all;
  if (all.length > shortSentence || !limiting.has(first) || !prepositions.has(second)) return false;
  return !all.some((word) => speakersOwn.has(word));
}

/** A few words after a question are its answer. */
function isAnswer(all: string[], before: string): boolean {
  return all.length <= shortSentence && /[?？؟]\s*$/u.test(before);
}
