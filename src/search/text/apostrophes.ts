/** A word in lower case without an apostrophe and the joined part. */
export function withoutJoined(word: string): string {
  if (!word.includes("'")) return word;
  const bare = word.replace(POSSESSIVE, '').replace(ELISION, '').replaceAll("'", '');
  return bare === '' ? word : bare;
}

/** A word without the pronoun, the negation or the "que" that an apostrophe joins to it: qu'est, n'a, s'il. */
export function withoutPronoun(word: string): string {
  return word.replace(PRONOUN, '');
}

const PRONOUN = /^(?:[jmtsnc]|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=.)/;
const POSSESSIVE = /'s$/;

/** French, Italian and Catalan words that lose their last vowel before another: l'école, dell'arte. */
const ELISION =
  /^(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu|quelqu|dell|all|nell|sull|dall|coll|un|quest|quell|bell|sant)'(?=..)/;
