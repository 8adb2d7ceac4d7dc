const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
];

/** Function words that show the language of a short text; those of several languages count for each. */
const words: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: 'the a an is are was were i my and or to of for with not she he has have it at on in her his our we from',
    de: 'der die das den dem ein eine einen ist sind war ich mein meine und oder zu mit nicht kein keine sie er hat es im am auf für wir von',
    fr: "le la les un une est sont était je j'ai mon ma mes et ou à avec ne pas elle il a du des sur dans pour nous chez",
    es: 'el la los las un una es son era yo mi mis y o con no ella él tiene en del al para nosotros vive soy está',
    pt: 'o a os as um uma é são era eu meu minha e ou com não ela ele tem em do da no na para nós mora sou está',
    it: 'il lo la i gli un una è sono era io mio mia e o con non lei lui ha in del della per noi vive',
    nl: 'de het een is zijn was ik mijn en of met niet zij hij heeft in op voor wij van geen',
    pl: 'jest są był była ja mój moja i lub z nie ona on ma w na do dla my się',
  }).map(([tag, some]) => [tag, new Set(some.split(' '))]),
);

/** The fewest function words that show a language. */
const least = 2;

/** The language of a short text: by its script, or the one with most of its function words; undefined: it is not sure. */
export function tongueOf(text: string): string | undefined {
  const script = scripts.find(([letters]) => letters.test(text));
  if (script) return script[1];
  const said = text.toLowerCase().match(/[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu) ?? [];
  const counts = [...words].map(([tag, some]) => [tag, said.filter((word) => some.has(word)).length] as const);
  const [[tag, most], [, next]] = counts.toSorted((a, b) => b[1] - a[1]) as [[string, number], [string, number]];
  return most >= least && most > next ? tag : undefined;
}

/** Whether two texts surely are in two languages. */
export function areOfTwoTongues(one: string, other: string): boolean {
  const [a, b] = [tongueOf(one), tongueOf(other)];
  return a !== undefined && b !== undefined && a !== b;
}

/**
 * Which of several texts stays, where they say the same in several languages: the one with most numbers, then the one in the
 * reader's language, then the newest; undefined where they are not in several. @param texts the newest first
 */
export function placeOfBest(texts: readonly string[], reader: string): number | undefined {
  if (!texts.some((one) => texts.some((other) => areOfTwoTongues(one, other)))) return undefined;
  const weights = texts.map(
    (text) => [new Set(text.match(/\p{N}+/gu)).size, Number(tongueOf(text) === reader)] as const,
  );
  const [best] = texts
    .map((_, place) => place)
    .toSorted((a, b) => weights[b]![0] - weights[a]![0] || weights[b]![1] - weights[a]![1] || a - b);
  return best;
}
