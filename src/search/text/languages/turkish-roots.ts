/**
 * What a Turkish word, without marks, comes from when the endings of verbs and of nouns are taken off one by one from
 * behind; Snowball's stemmer knows those of nouns only, and only where the vowels are written with their marks
 * (vowel harmony). After Eryiğit and Adalı, "An Affix Stripping Morphological Analyzer for Turkish", 2004.
 */
export function turkishRoots(word: string): readonly string[] {
  const roots = new Set<string>();
  for (const endings of [VERBAL, NOMINAL]) {
    let stem = word;
    for (let before = ''; before !== stem && stem.length > SHORTEST; ) {
      before = stem;
      const next = stem.replace(endings, '');
      if (next.length >= SHORTEST) stem = next;
    }
    stem = stem.length > SHORTEST ? stem.replace(/[bdg]$/, (letter) => HARD[letter]!) : stem;
    if (stem !== word) roots.add(stem);
  }
  return [...roots];
}

const SHORTEST = 3;
const HARD: Readonly<Record<string, string>> = { b: 'p', d: 't', g: 'k' };

const PERSON = '(?:[iu]m|s[iu]n|[iu]z|s[iu]n[iu]z|l[ae]r|m|n|k|n[iu]z)';
const VERBAL = new RegExp(
  `(?:[iu]yor${PERSON}?|m[iu]s${PERSON}?|[dt][iu]${PERSON}?|y?[ae]ca[kg]${PERSON}?|y?ece[kg]${PERSON}?|m[ae][kl]|m[ae]k?t[ae]n?|m[ae](?:s[iu]|m|n|m[iu]z|l[iu])?(?:n[iu]?|n[ae])?|[dt][iu][kg](?:[iu]m|[iu]n|[iu]|[iu]m[iu]z)?(?:d[ae]|t[ae])?|y?[iu]p|ken|[iu]nc[ae]|y?[ae]r[ae]k|[ae]r${PERSON}?|[iu]r${PERSON}?|y?[ae]n|[iu][sl](?:[iu]|[iu]m|[iu]m[iu]z)?)$`,
);
const NOMINAL =
  /(?:l[ae]r|(?:s|y)?[iu]|[iu]m|[iu]n|[iu]m[iu]z|m[iu]z|n[iu]n|n[iu]|[dt][ae]n?|nd[ae]n?|y?[ae]|n[ae]|y?l[ae]|l[iu]k|l[iu][kg]|l[iu]|s[iu]z|c[iu]|ki|s[iu]n[iu]|s[iu]nd[ae]n?)$/;
