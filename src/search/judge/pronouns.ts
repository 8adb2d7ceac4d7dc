/** "He" and "she", without those that mean others too: Polish "on" is French for "we". */
const pronouns = new Set('he she er il elle él ella lui lei ele ela hij zij han hon он она він вона'.split(' '));
const joined = /^(?:彼女?は|그(?:녀)?는)\s?/u;
const named = /^(?:\p{Lu}[\p{L}\p{M}'’-]+(?=\s)|[^\sはが는은]{1,8}(?:さん|씨)?[は는은]\s?)/u;

/** A newer statement with the name that an older one begins with, for the "he" or "she" that it begins with; else undefined. */
export function withSubjectOf(older: string, newer: string): string | undefined {
  const [subject] = named.exec(older) ?? [];
  if (subject === undefined) return undefined;
  if (joined.test(newer)) return newer.replace(joined, subject);
  const [first = ''] = /^\p{L}+(?=\s)/u.exec(newer) ?? [];
  return pronouns.has(first.toLowerCase()) ? subject + newer.slice(first.length) : undefined;
}

const thing = /(?<=\s)(?:it|ihn|lo)(?=[\s.,;!?]|$)/u;
const begun = /^(?:\p{L}+ )?(\p{Lu}[\p{L}\p{M}\p{N}-]+)/u;

/** A later part of a text with the name that the text begins with, for its "it": "Kestrel is late; Ana handed it to Tom". */
export function withThingOf(text: string, part: string): string {
  const [, name] = text.startsWith(part) ? [] : (begun.exec(text) ?? []);
  return name === undefined ? part : part.replace(thing, name);
}
