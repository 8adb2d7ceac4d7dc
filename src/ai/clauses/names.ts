/** Documents, pictures, sounds and films, whose names are titles. */
const ends =
  'mp[34]|m4[av]|mkv|webm|avi|mov|wav|flac|ogg|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|zip|epub|srt|csv|log';

/** Words of a title that have no capital. */
const small = 'an?|the|of|at|in|on|to|and|for|with|feat|ft|vs|de|la|el|le|du|des|et|y|und|der|die|das|von|e|da|do';

/** "Never Gonna Give You Up (4K Remaster).mp4": words with a capital, a digit or a bracket first, up to an ending. */
const titled = new RegExp(
  `(?<!\\S)(?:(?:["“(\\[]?[\\p{Lu}\\p{N}([&–-]\\S{0,40}|(?:${small}))\\s){0,16}\\S{1,100}\\.(?:${ends})(?![\\p{L}\\p{N}])["”)\\]]?`,
  'gu',
);

/** Addresses, paths with a position, keys of data, and names in code. */
const technical =
  /https?:\/\/\S+|(?<!\S)[@~.]?\/?(?:[\p{L}\p{N}_.-]{1,60}\/)+[^\s,;!?]{0,100}|(?<!\S)[\w.-]{1,60}:\d{1,6}(?::\d{1,6})?(?!\S)|(?<!\S)"?[A-Za-z]\w{0,60}[_-]\w{1,60}"?:(?=\s)|`[^`]{1,200}`/gu;

/** A quotation of several words. */
const quoted = /"[^"\s]{1,60}\s[^"]{1,200}"|“[^”\s]{1,60}\s[^”]{1,200}”|«[^»\s]{1,60}\s[^»]{1,200}»|「[^」]{5,200}」/gu;

/** A clause without names of files and titles, addresses, paths, keys of data and quotations: what the speaker says. */
export function withoutNames(text: string): string {
  const rest = text.replace(titled, ' ').replace(technical, ' ');
  const spoken = rest.replace(quoted, ' ');
  // A statement may be in quotation marks as a whole.
  return /\p{L}{2}|\p{Lo}/u.test(spoken) ? spoken : rest;
}

/** A longer text than this many UTF-16 units is more than names. */
const maxNames = 400;

/** Whether a text is nothing but names of files, paths and addresses. */
export function isNames(text: string): boolean {
  return text.length <= maxNames && /\p{L}/u.test(text) && !/\p{L}/u.test(withoutNames(text));
}
