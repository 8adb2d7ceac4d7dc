import { once } from '../../base/once.ts';

/**
 * Names as developers write them: camelCase, snake_case, paths, versions, error codes. They are found whole and by
 * part (Enslen and others, "Mining Source Code to Automatically Split Identifiers", 2009).
 */
export function splitIdentifier(token: string): readonly string[] {
  if (ASCII_PLAIN.test(token) || PLAIN().test(token)) return [token];
  const parts = token
    .split(JOINS)
    .flatMap((piece) => piece.split(HUMPS()))
    .flatMap((piece) => piece.split(NUMBERED()))
    .filter((piece) => piece !== '');
  return parts.length === 0 ? [token] : parts;
}

/** The whole as one term: hyphens and the commas of numbers only hold it together (e-mail, 1,000), other joins are part of it. */
export function wholeOf(folded: string): string {
  return HELD_TOGETHER.test(folded) ? folded.replace(/[-,]/g, '') : folded;
}

/** Most tokens by far: one word, in lower case but for its first letter. */
const ASCII_PLAIN = /^(?:[A-Za-z]?[a-z']+|[0-9]+)$/;
const PLAIN = once(() => /^\p{N}+$/u);
const JOINS = /[_\-./\\:@&>,]+/;

/** loadFile → load, File; HTTPServer → HTTP, Server. */
const HUMPS = once(() => /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);

/** python3 → python, 3; short ones (mp3, v2, E0308) are one word. */
const NUMBERED = once(() => /(?<=\p{L}{3})(?=\p{N})/u);
const HELD_TOGETHER = /^[^_./\\:@&>]*$/;
