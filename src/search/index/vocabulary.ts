/** The last two letters of an ending, by which a store looks terms up. */
export function lastLetters(ending: string): string {
  return [...ending].slice(-2).join('');
}

/** Terms for look-ups by their endings, reversed and sorted: the many longer endings of a query need no scan. */
export class EndingList {
  readonly #turned: readonly string[];

  constructor(terms: readonly string[]) {
    this.#turned = terms.map(backwards).sort();
  }

  /** The terms that end so. */
  ending(ending: string): string[] {
    const wanted = backwards(ending);
    const found: string[] = [];
    for (let i = firstFrom(this.#turned, wanted); this.#turned[i]?.startsWith(wanted); i++) {
      found.push(backwards(this.#turned[i]!));
    }
    return found;
  }
}

/** Reversed by UTF-16 units. Reversing twice gives the text again. */
function backwards(text: string): string {
  let turned = '';
  for (let i = text.length - 1; i >= 0; i--) turned += text[i];
  return turned;
}

/** Where in a sorted list the first is that does not come before a text. */
function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
