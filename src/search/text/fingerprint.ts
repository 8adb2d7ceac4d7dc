import { normalized } from '../../domain/text.ts';

/** FNV-1a (Fowler, Noll, Vo), 32 bits, never zero. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value | 0 || 1;
}

/** The same for two texts that differ in white space and Unicode form only: a query that is the memory's very text. */
export function fingerprint(text: string): number {
  return hash(normalized(text.replace(LONE_SURROGATES, '\ufffd'), 'NFC').trim().replace(/\s+/gu, ' '));
}

/** Half a character: a store that keeps UTF-8 gives back the replacement character. */
const LONE_SURROGATES = /\p{Cs}/gu;
