import { once } from '../../base/once.ts';
import { fold, isAscii } from './fold.ts';
import { lazyPattern } from './lazy-pattern.ts';
import { attributeLines, type Subject, subjectOf } from './subjects.ts';

/**
 * The attribute of a person or thing that a question asks for: "When is Ben's birthday?", "How old is she?". It is none
 * where the word is only a part of what is asked for: "What did Ben get for his birthday?"
 */
export function askedAttribute(text: string): Subject | undefined {
  if (text.length > LONGEST) return undefined;
  const folded = fold(text);
  const isPossible = possibleIn(folded);
  return attributes().find((one) => isPossible(one) && one.pattern()(folded).test(folded));
}

/** A longer text is no plain question. */
const LONGEST = 200;

interface Attribute extends Subject {
  readonly pattern: () => (text: string) => RegExp;
  /** How the last words of its phrases begin. */
  readonly beginnings: ReadonlySet<string>;
}

const attributes = once(() =>
  attributeLines().map(({ subject, asking }): Attribute => {
    const phrases = asking.map((phrase) => fold(phrase).match(WORDS) ?? []);
    return {
      ...subjectOf(subject, phrases.flat()),
      pattern: once(() => patternOf(asking)),
      beginnings: new Set(phrases.map((words) => beginningOf(words.at(-1) ?? ''))),
    };
  }),
);

const beginningOf = (word: string) => word.slice(0, 4);

/** Which attributes a folded text may ask for, as far as words between spaces show: a pattern takes long to compile. */
function possibleIn(folded: string): (attribute: Attribute) => boolean {
  if (UNSPACED.test(folded)) return () => true;
  const words = (folded.match(isAscii(folded) ? ASCII_WORDS : WORDS) ?? []).map(beginningOf);
  return ({ beginnings }) => words.some((word) => beginnings.has(word));
}

const ASCII_WORDS = /[a-z]+/g;
const WORDS = /[\p{L}\p{M}]+/gu;

/** The beginning of a sentence. */
const START = '(?:^|[.!?:;,¿¡]\\s{0,3})[\\s"\'¿¡]{0,3}';

/** Folded words between which and the attribute only the thing itself stands. */
const BEING = [
  "(?:what|when|which|where)(?:'s| is| are| was| were)",
  '(?:was|wann|wie|welche[nrs]?)(?: hoch| genau)? (?:ist|sind|war|waren|lautet)',
  "(?:quel(?:le)?s?|quand|ou) (?:est|sont|etait)|c'est quoi",
  '(?:cual(?:es)?|cuando|que|donde) (?:es|son|era)',
  '(?:qual[ei]?|quando|dove|quais|onde) (?:e|sono|sao|era)',
  '(?:wat|wanneer|hoe) (?:is|zijn|luidt)',
  '(?:vad|vilken|vilket|hva|hvad|hvilke[nt]?|nar|hvornar) (?:ar|er)',
  '(?:jaki|jaka|jakie|kiedy) (?:jest|ma)',
  'как(?:ой|ая|ое|ие)|каков(?:а|о|ы)?|когда',
].join('|');

/** After the attribute the question ends, or the thing follows: "the birthday of Ben", not "the birthday cake". */
const ENDS = "(?=\\s*(?:[?.!]|$)|\\s+(?:\\p{L}{1,3}(?!\\p{L})|d')|\\s+[\\u0400-\\u04ff])";

const UNSPACED = /[\u2e80-\u9fff\uac00-\ud7af]/;

/** Where a sign of no space stands, the question follows it: 生日是哪天, 誕生日はいつ. */
const ASKED_AFTER =
  '(?:号码|番号|是|は|이|가|은|는|\\s){0,3}(?:在)?(?:ですか|什么|什麼|多少|哪|几|谁|いつ|何|いくら|どこ|언제|뭐|무엇|얼마|몇|[?？]|$)';

function patternOf(asking: readonly string[]): (text: string) => RegExp {
  const phrases = asking
    .filter((one) => one.startsWith('^'))
    .map((one) => fold(one.slice(1)).replaceAll('~', '.{1,40}?'));
  const plain = asking.filter((one) => !one.startsWith('^')).map(fold);
  const signs = plain.filter((one) => UNSPACED.test(one));
  const nouns = plain.filter((one) => !UNSPACED.test(one)).sort((a, b) => b.length - a.length);
  return lazyPattern(
    [
      `${START}(?:${BEING}) .{0,60}?(?<!\\p{L})(?:${nouns.join('|')})(?!\\p{L})${ENDS}`,
      ...(phrases.length > 0 ? [`${START}(?:${phrases.join('|')})`] : []),
      ...(signs.length > 0 ? [`(?:${signs.join('|')})${ASKED_AFTER}`] : []),
    ].join('|'),
  );
}
