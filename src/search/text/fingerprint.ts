import { normalized } from '../../domain/text.ts';

/** FNV-1a (Fowler, Noll, Vo), 32 bits, never zero. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value | 0 || 1;
}

/** The same for texts that differ only in white space and Unicode form: a query with exactly the memory's text. */
export function fingerprint(text: string): number {
  return hash(normalized(text.replace(LONE_SURROGATES, '\ufffd'), 'NFC').trim().replace(/\s+/gu, ' '));
}

/** Half a character: a store in UTF-8 returns the replacement character instead. */
const LONE_SURROGATES = /\p{Cs}/gu;
