/** The beginning of a list item in any text: a bullet or a number, and white space. */
const bullet = /^\s*(?:[-*+•–‣]|\d{1,3}[.)])\s+(?=\S)/u;
/** Also letters ("a)") and boxes ("[x]"), which open a list only where prose is read closely. */
const looseBullet = /^\s*(?:[-*+•‣▪◦–]|\d{1,3}[.)]|\p{L}\)|\[[ xX]?\])\s+(?:\[[ xX]?\]\s+)?/u;

export interface BulletOptions {
  /** Take letters and boxes for bullets too. */
  loose?: boolean;
}

/** The words of a line that begins a list item, without its bullet; undefined for any other line. */
export function listItem(line: string, { loose = false }: BulletOptions = {}): string | undefined {
  const mark = (loose ? looseBullet : bullet).exec(line)?.[0];
  return mark === undefined ? undefined : line.slice(mark.length);
}
