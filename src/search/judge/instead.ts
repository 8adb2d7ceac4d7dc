import { namedBy, namesIn, wordsWithNames } from './kinds.ts';
import { countShared, partsOf } from './news.ts';
import { isUnspaced } from './phrases.ts';
import { beginningOf, isDoubtful, latin, type Profile } from './profile.ts';

/** "X instead of Y": what stands behind is replaced, or before, where a language writes its prepositions behind. */
const behind =
  /\s(?:instead of|rather than|in place of|statt|anstatt|anstelle von|anstelle|au lieu d[eu]s?|à la place d[eu]s?|plutôt qu[e']|en vez del?|en lugar del?|em vez d[eoa]|no lugar d[eoa]|in luogo di|invece d[ie]l?|al posto d[ie]l?|in plaats van|i ?stället för|i stedet for|zamiast|вместо|замість|بدلا من|بدل|thay vì|alih alih) (?:(?:the|our|my|der|die|das|den|dem|des|unsere|unseren|unserem|unserer|unseres|unser|le|la|les|l|el|los|las|il|lo|o|a|os|as|de|het) )?|而不是|取代|代替了?|而非/u;
const before = / yerine | की जगह | के बजाय |の代わりに|の代わりとして|ではなく|じゃなくて|대신에?/u;

/** The name that a statement says to be replaced; undefined for other statements. */
function replacedIn(one: Profile): string | undefined {
  const said = ` ${one.said} `;
  const [found, last] = [behind.exec(said), before.exec(said)];
  const beside = found ? said.slice(found.index + found[0].length) : said.slice(0, last?.index ?? 0);
  const words = wordsWithNames(beside).flatMap((each) => (isUnspaced(each) ? partsOf(each) : [each]));
  const word = found ? words[0] : words.at(-1);
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
