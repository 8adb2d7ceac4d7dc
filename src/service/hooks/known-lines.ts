import { unspaced, words } from '../../text/words.ts';

/** Lines that are handed on for one turn, the likeliest ones, and UTF-16 units of each. */
const mostLines = 20;
const longestLine = 600;
/** Words are alike that begin alike: inflections differ at the end. */
const beginning = 4;
const fewestAlike = 2;

/** The lines that may already say what is said in a text; which of them do, its statements tell. */
export function linesLike(text: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const said = beginningsOf(text);
  const counted = lines.map((line) => ({ line, count: [...beginningsOf(line)].filter((one) => said.has(one)).length }));
  const alike = counted.filter(({ count }) => count >= fewestAlike || (count > 0 && said.size <= fewestAlike));
  return alike
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostLines)
    .map(({ line }) => line.trim().slice(0, longestLine).toWellFormed());
}

/** How the words of a text begin; of scripts without spaces, each pair of signs. */
function beginningsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of words(text)) {
    if (unspaced.test(word)) for (let i = 0; i + 1 < word.length; i++) found.add(word.slice(i, i + 2));
    else if (word.length > 1) found.add(word.slice(0, beginning));
  }
  return found;
}
