import type { Splice } from './receipt.ts';

/** The one piece in which two texts differ; undefined when they don't. */
export function spliceOf(before: string, after: string): Splice | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    at: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}

/** The text before the splices; undefined when their text is not there unchanged, or in several places. */
export function undone(text: string, splices: readonly Splice[]): string | undefined {
  let result = text;
  for (const { at, removed, inserted } of splices.toReversed()) {
    const start = result.startsWith(inserted, at) ? at : onlyPlace(result, inserted);
    if (start === undefined) return undefined;
    result = result.slice(0, start) + removed + result.slice(start + inserted.length);
  }
  return result;
}

function onlyPlace(text: string, piece: string): number | undefined {
  const start = text.indexOf(piece);
  return piece === '' || start === -1 || text.includes(piece, start + 1) ? undefined : start;
}
