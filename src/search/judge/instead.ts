import { renamingIn } from '../../text/renamed.ts';
import { isTool, namedBy, namesIn, wordsWithNames } from './kinds.ts';
import { countShared, partsOf } from './news.ts';
import { isUnspaced } from './phrases.ts';
import { beginningOf, isDoubtful, latin, type Profile } from './profile.ts';

/** "X instead of Y": what stands behind is replaced, or before, where a language writes its prepositions behind. */
const behind =
  / (?:instead of|rather than|in place of|statt|anstatt|anstelle von|au lieu de|au lieu du|au lieu des|au lieu d|à la place de|à la place du|plutôt que|plutôt qu|en vez de|en lugar de|em vez de|em vez do|em vez da|no lugar de|no lugar do|invece di|invece del|al posto di|al posto del|in plaats van|istället för|i stället för|i stedet for|zamiast|вместо|замість|بدلا من|بدل|thay vì) |而不是|取代|代替|而非/u;
const before = / yerine | की जगह | के बजाय |の代わりに|の代わりとして|ではなく|じゃなくて|대신에?/u;

/** Words before a noun that say nothing of it. */
export const articles: ReadonlySet<string> = new Set(
  'the our my der die das den dem des le la les l el los las il lo o a os as de het 了'.split(' '),
);

/** A statement that tells how something is called, with the name at its end: "The code name is Kestrel", 「コードネームはKestrelです」. */
const naming =
  /(?:name|nom(?!\p{L})|nome|nombre|namn|naam|navn|nazwa|имя|назван|назва|isim|adı|اسم|名|ネーム|代号|代號|이름|called|heißt|heisst|appel|llama|chama|chiama|назыв)/iu;
const behindName = /^["'”’»」』]?(?:です|だ|である|입니다|이다|예요|이에요)?[.!。！\s]*$/u;

/** Whether a newer text gives another name to what an older one says to be called so: "Kestrel is renamed to Falcon". */
export function renames(newer: string, older: string): boolean {
  const renaming = naming.test(older) ? renamingIn(newer) : undefined;
  const name = renaming?.earlier.split(' ').at(-1) ?? '';
  const at = name === '' ? -1 : older.lastIndexOf(name);
  return at > 0 && behindName.test(older.slice(at + name.length));
}

/** "From X to Y": what stands before the old one, between the two, and in scripts that do not separate words behind the old one. */
export const from = /^(?:from|von|de|du|d|do|da|del|dal|van|från|fra|z|ze|из|с|со|من)$|[从從由]$/u;
export const to = /^(?:to|auf|zu|nach|à|au|aux|vers|a|ao|al|para|naar|till|til|na|на|в|до|إلى)$|[到至成为為]$/u;
const fromBehind = /^(?:から|에서)/u;
/** Between the two also an article. */
const maxBetween = 2;

/** The tool that a statement says to be left for another one of its kind: "We decided to move from Buildkite to GitHub Actions". */
function leftIn(words: readonly string[]): string | undefined {
  return words.find((word, i) => {
    const left = namedBy(word);
    if (left === undefined || !isTool(left)) return false;
    const behind = words.slice(i + 1, i + 2 + maxBetween);
    const at = behind.findIndex((one) => namedBy(one)?.kinds.some((kind) => left.kinds.includes(kind)));
    const isFrom = from.test(words[i - 1] ?? '') && to.test(behind[0] ?? '');
    return at > 0 && (isFrom || fromBehind.test(behind[0] ?? ''));
  });
}

/** The name that a statement says to be replaced; undefined for other statements. */
export function replacedIn(one: Profile): string | undefined {
  const said = ` ${one.said} `;
  const left = leftIn(wordsWithNames(said));
  if (left !== undefined) return left;
  const [found, last] = [behind.exec(said), before.exec(said)];
  const beside = found ? said.slice(found.index + found[0].length) : said.slice(0, last?.index ?? 0);
  const words = wordsWithNames(beside).flatMap((each) => (isUnspaced(each) ? partsOf(each) : [each]));
  const word = found ? words.find((each) => !articles.has(each)) : words.at(-1);
  if (word === undefined) return undefined;
  const isLatin = one.script !== latin && /^\p{Script=Latin}/u.test(word);
  const isName = isLatin || one.names.has(beginningOf(word)) || namedBy(word) !== undefined || /\p{N}/u.test(word);
  return isName ? word : undefined;
}

/**
 * Whether a newer statement says that something takes the place of what the older one names: "We store charts as JSON instead of
 * RON". Both name a tool of a kind, or speak of something else that is the same.
 */
export function replacesNamed(newer: Profile, older: Profile): boolean {
  const isNow = !newer.asks && !isDoubtful(newer) && !newer.cues.has('past');
  if (!isNow || older.asks || ['past', 'not', 'end', 'plan'].some((cue) => older.cues.has(cue))) return false;
  const word = replacedIn(newer);
  if (word === undefined || replacedIn(older) === word) return false;
  const tool = namedBy(word)?.name;
  const isNamed =
    tool === undefined
      ? wordsWithNames(` ${older.said} `).includes(word)
      : namesIn(older.said).some(({ name }) => name === tool);
  return isNamed && (tool !== undefined || countShared(newer, older, new Set([word])) > 0);
}
