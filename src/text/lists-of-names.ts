/** A name and where it stands in its text. */
export interface PlacedName {
  name: string;
  from: number;
  to: number;
  /** It begins a sentence; something is said of it. */
  isFirst: boolean;
  isSaid: boolean;
}

/** Between two names of a list, with what is said of the first in brackets; the group is a conjunction. */
const between = /^(?: ?\([^()\n]{1,30}\))?(?:,? (and|or|&|und|oder|et|ou|y|o|e|och|eller|og|en|of|i|и|или) |, |\/)$/u;
/** Without a conjunction two names are no list: "Kyoto, Japan". */
const leastUnjoined = 3;

/** The lists of names in a text: people stand beside people, and things beside things. @param names in their order */
export function listsIn(text: string, names: readonly PlacedName[]): string[][] {
  const lists: { names: string[]; isJoined: boolean }[] = [];
  let begin: PlacedName | undefined;
  names.forEach((one, i) => {
    const { name, from } = one;
    const gap = i === 0 ? null : between.exec(text.slice(names[i - 1]!.to, from));
    const list = lists.at(-1);
    // "I use Vim and Tom uses Emacs": another clause begins.
    if (!gap || !list || (one.isSaid && !begin?.isFirst)) {
      begin = one;
      lists.push({ names: [name], isJoined: false });
    } else {
      list.names.push(name);
      list.isJoined ||= gap[1] !== undefined;
    }
  });
  return lists.flatMap(({ names, isJoined }) =>
    names.length >= (isJoined ? leastUnjoined - 1 : leastUnjoined) ? [names] : [],
  );
}
