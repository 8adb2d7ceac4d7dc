/**
 * The possible roots of a Turkish verb without marks: its endings are removed one by one from the end. Snowball knows
 * only endings of nouns. After Eryiğit and Adalı, "An Affix Stripping Morphological Analyzer for Turkish", 2004.
 */
export function turkishRoots(word: string): readonly string[] {
  const roots = new Set<string>();
  const start = word.replace(DEED, '');
  let stem = start.length >= SHORTEST ? start : word;
  for (let before = ''; before !== stem; ) {
    before = stem;
    const next = stem.replace(ENDING, '');
    if (next.length >= SHORTEST) stem = next;
  }
  if (stem !== word && (stem.length > SHORTEST || SHORT_VERBS.has(stem))) roots.add(hardened(stem));
  const present = PRESENT.exec(word);
  if (present !== null) roots.add(present[1]!);
  if (stem !== word && stem.length > LONG) roots.add(stem.replace(/[iu]l$/, ''));
  return [...roots];
}

const SHORTEST = 2;
/** Verbs of two letters with a meaning: almak, atmak, açmak, uçmak, içmek, yemek, ezmek, ekmek, asmak, öpmek. */
const SHORT_VERBS: ReadonlySet<string> = new Set(['al', 'at', 'ac', 'uc', 'ic', 'ye', 'ez', 'ek', 'as', 'op']);
const LONG = 4;

/** git- becomes gid- before a vowel; other consonants of verbs stay. */
function hardened(stem: string): string {
  return stem.length > SHORTEST ? stem.replace(/d$/, 't') : stem;
}

const PERSON = '(?:[iu]m|s[iu]n|[iu]z|s[iu]n[iu]z|l[ae]r|m|n|k|n[iu]z)';
const OWNER = '(?:[iu]m[iu]z|[iu]m|[iu]n|[iu])';
const ENDING = new RegExp(
  `(?:${[
    `[iu]yor(?:d[iu])?${PERSON}?`,
    `m[iu]s(?:t[iu])?${PERSON}?`,
    `[dt][iu]${PERSON}?`,
    `y?[ae]ca[kg]${PERSON}?`,
    `y?ece[kg]${PERSON}?`,
    'm[ae]kt?[ae]?n?',
    `m[ae](?:s[iu]|m[iu]z|m|n|l[iu])?(?:n[iu]n|n[iu]|n[ae]|y[iu])?`,
    `[dt][iu][kg]${OWNER}?(?:nd?[ae]|d[ae])?`,
    'y?[iu]p',
    'ken',
    '[iu]nc[ae]',
    'y?[ae]r[ae]k',
    `(?<!l)[ae]r${PERSON}?`,
    `[iu]r${PERSON}?`,
  ].join('|')})$`,
);

/** The noun of a verb: açılış, bitişi. */
const DEED = new RegExp(`(?<=..)[iu]s${OWNER}?$`);

/** okuyor comes from oku-, geliyor from gel-. */
const PRESENT = /^(.{3,})yor/;
