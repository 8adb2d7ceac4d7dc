import { type Fragment, inColumns, medianSize } from './pdf-columns.ts';
import { isMidSentence, joinParts, type Line, linesOf, unwrapped, withoutPageNumbers } from './pdf-lines.ts';

/** A string of PDF.js. */
export interface TextItem {
  str: string;
  dir: string;
  hasEOL: boolean;
  /** Affine matrix of the letters: their direction, height and place. */
  transform: number[];
  width: number;
  height: number;
  fontName: string;
}

export type Styles = Readonly<Record<string, { vertical?: boolean }>>;

/** Strings of one direction (degrees against the clock). */
interface Turned {
  angle: number;
  fragments: Fragment[];
  letters: number;
  rightToLeft: number;
}

/** The lines of a page, column after column. */
export function layOut(items: readonly TextItem[], styles: Styles): readonly Line[] {
  const parts = turned(items, styles).flatMap(inColumns).map(linesOf);
  const goesOn = (before: string, next: string) =>
    isMidSentence(before, next) || (/[\p{Lo}、，]$/u.test(before) && /^\p{Lo}/u.test(next));
  return withoutPageNumbers(joinParts(parts, goesOn));
}

/** The text of pages; a sentence that runs over a page's end stays one. */
export function textOf(pages: readonly (readonly Line[])[]): string {
  return joinParts(pages, isMidSentence).map(unwrapped).join('\n').replaceAll('\0', '').toWellFormed();
}

/** Strings this short (UTF-16 units) are read with their neighbours, such as upright numbers in vertical text. */
const upright = 4;
/** Directions this far apart (degrees) are the same: scanned pages are askew. */
const askew = 15;

/** The strings of each direction, the one of most letters first, on axes of that direction. */
function turned(items: readonly TextItem[], styles: Styles): Fragment[][] {
  const groups = new Map<number, Turned>();
  let last: { group: Turned; fragment: Fragment } | undefined;
  let order = 0;
  for (const { str, dir, hasEOL, transform, width, height, fontName } of items) {
    const after = hasEOL ? '\n' : str === '' ? '' : ' ';
    if (str.trim() === '') {
      if (last && last.fragment.after !== '\n' && after !== '') last.fragment.after = after;
      continue;
    }
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
    // Vertical text is read downwards, and its lines from right to left: as if it were rotated clockwise.
    const isVertical = styles[fontName]?.vertical === true;
    const own = isVertical ? -90 : Math.round((Math.atan2(b, a) * 180) / Math.PI / askew) * askew;
    const angle = last && str.length <= upright && last.group.letters > upright ? last.group.angle : own;
    const group = groups.get(angle) ?? { angle, fragments: [], letters: 0, rightToLeft: 0 };
    groups.set(angle, group);
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const size = Math.hypot(c, d) || height;
    const from = x * cos + y * sin;
    const to = from + (angle !== own ? size : isVertical ? height : width);
    const fragment: Fragment = { text: str, from, to, base: y * cos - x * sin, size, order, after: hasEOL ? '\n' : '' };
    order += 1;
    group.fragments.push(fragment);
    group.letters += str.length;
    if (dir === 'rtl') group.rightToLeft += str.length;
    last = { group, fragment };
  }
  return [...groups.values()]
    .sort((one, other) => other.letters - one.letters)
    .map(mirrored)
    .map(withoutReadings);
}

/** Text from right to left on an axis that grows to the left. */
function mirrored({ fragments, letters, rightToLeft }: Turned): Fragment[] {
  if (rightToLeft <= letters / 2) return fragments;
  return fragments.map((one) => ({ ...one, from: -one.to, to: -one.from }));
}

/** Without the small letters for the pronunciation of Japanese words (ruby), which would be mixed into the text. */
function withoutReadings(fragments: Fragment[]): Fragment[] {
  const isReading = ({ text }: Fragment) => /^[\p{Script=Hiragana}ー\s]+$/u.test(text);
  const words = fragments.filter((one) => !isReading(one));
  const size = medianSize(words);
  return fragments.filter((one) => one.size > 0.6 * size || !isReading(one));
}
