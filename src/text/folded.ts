import { asciiDigits } from './digits.ts';

/** A text in which look-alikes are ASCII, and the place in the original of each of its UTF-16 units. */
export interface Folded {
  text: string;
  /** @param end of what is found: signs that are not shown belong to what is before them */
  placeOf(unit: number): number;
}

const folding = /(?![0-9])\p{Nd}|\p{Default_Ignorable_Code_Point}|(?! )\p{Zs}|(?!-)[\p{Pd}\u2212]|[\uff01-\uff5e]/u;
const folds = new RegExp(folding, 'gu');

/** Digits of all scripts, spaces, hyphens and full-width letters in ASCII, without what is not shown. Linear. */
export function folded(text: string): Folded {
  if (!/[^\0-\x7f]/.test(text) || !folding.test(text)) return { text, placeOf: (unit) => unit };
  let read = '';
  const places: [unit: number, place: number][] = [[0, 0]];
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(folds)) {
    const asAscii = asciiOf(sign);
    read += text.slice(from, index) + asAscii;
    from = index + sign.length;
    if (asAscii.length !== sign.length) places.push([read.length, from]);
  }
  read += text.slice(from);
  return { text: read, placeOf: (unit) => placeIn(places, unit) };
}

function asciiOf(sign: string): string {
  if (/\p{Default_Ignorable_Code_Point}/u.test(sign)) return '';
  if (/\p{Zs}/u.test(sign)) return ' ';
  if (/[\p{Pd}\u2212]/u.test(sign)) return '-';
  return /[\uff01-\uff5e]/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) - 0xfee0) : asciiDigits(sign);
}

/** The last entry at or before the unit, by bisection. */
function placeIn(places: readonly [unit: number, place: number][], unit: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((places[middle] as [number, number])[0] <= unit) low = middle;
    else high = middle - 1;
  }
  const [at, place] = places[low] as [number, number];
  return place + unit - at;
}
