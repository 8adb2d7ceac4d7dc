/** Between the headings above a piece of a document, and behind the last of them: "Lisbon trip › Packing: two towels". */
const between = ' › ';

/** UTF-16 units of a path at most, as pieces are stored. */
const maxPath = 1_100;

/** The headings before a text, as far as it is written below some: "Lisbon trip › ". Empty without. */
export function pathBefore(text: string): string {
  const [line = ''] = text.slice(0, maxPath).split('\n', 1);
  const last = line.lastIndexOf(between);
  return last < 0 ? '' : line.slice(0, last + between.length);
}

/** The headings of a path, the outermost first. */
export function headingsIn(path: string): string[] {
  return path.split(between).slice(0, -1);
}
