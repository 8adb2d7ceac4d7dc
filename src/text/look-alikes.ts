/** Letters of other scripts, each above the Latin one that it is confused with: of Unicode TS 39 (confusables.txt). */
const pairs: readonly (readonly [foreign: string, latin: string])[] = [
  // Cyrillic
  ['АВЕЅІЈКМНОРСТУХԌԚԜҮѴ', 'ABESIJKMHOPCTYXGQWYV'],
  ['аеѕіјорсухԁԛԝһүѵӏгп', 'aesijopcyxdqwhyvlrn'],
  // Greek
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'ABEZHIKMNOPTYXCJ'],
  ['αγικνορυσϲϳ', 'ayikvopuocj'],
  // Armenian
  ['ՍՕԼԱոօսհցզ', 'UOLUnouhgq'],
];

const latinOf = new Map(
  pairs.flatMap(([foreign, latin]) => [...foreign].map((one, i): [string, string] => [one, latin[i]!])),
);

const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;
const latin = /\p{Script=Latin}/u;
const word = /[\p{L}\p{M}]+/gu;

const skeletonOf = (text: string) => text.replace(/\p{L}/gu, (letter) => latinOf.get(letter) ?? letter);

/**
 * A text with look-alikes as Latin letters: in words that mix scripts, and in words of nothing else among Latin ones.
 * Words of a Cyrillic, Greek or Armenian text stay.
 */
export function withoutLookAlikes(text: string): string {
  if (!foreign.test(text)) return text;
  const words = text.match(word) ?? [];
  const isMixed = (one: string) => foreign.test(one) && latin.test(one);
  const isAllAlike = (one: string) => !foreign.test(skeletonOf(one));
  const isLatin = words.some((one) => !foreign.test(one)) && words.every((one) => isMixed(one) || isAllAlike(one));
  return text.replace(word, (one) => (foreign.test(one) && (isLatin || isMixed(one)) ? skeletonOf(one) : one));
}

/** How a word reads where some of its letters are Latin look-alikes; undefined where that could be a Latin word. */
export function mixedSkeleton(text: string): string | undefined {
  const skeleton = skeletonOf(text);
  return foreign.test(skeleton) && skeleton !== text ? skeleton : undefined;
}
