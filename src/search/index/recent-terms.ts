import { eachTerm, positionsIn, splitTerms } from './recent-memories.ts';
import { EndingList } from './vocabulary.ts';

/**
 * The terms of the passages outside the segments, for look-ups as in a vocabulary and as in postings. They are read
 * once, because most characters have nothing else and a search looks up dozens of terms.
 */
export class RecentTerms {
  /** Of each passage its terms, packed. */
  readonly #passages: readonly string[];
  /** Term → for each of its passages: the passage, and the part of its text with the positions. */
  readonly #places = new Map<string, number[]>();
  /** The terms with one first letter. */
  readonly #initials = new Map<string, string[]>();
  #endings: EndingList | undefined;

  /** @param recent each memory's terms, packed */
  constructor(recent: readonly string[]) {
    this.#passages = recent.flatMap(splitTerms);
    this.#passages.forEach((text, passage) => {
      eachTerm(text, (term, from, to) => {
        const places = this.#places.get(term);
        if (places) places.push(passage, from, to);
        else this.#add(term, [passage, from, to]);
      });
    });
  }

  #add(term: string, places: number[]): void {
    this.#places.set(term, places);
    const initial = term.charAt(0);
    const terms = this.#initials.get(initial);
    if (terms) terms.push(term);
    else this.#initials.set(initial, [term]);
  }

  terms(): Iterable<string> {
    return this.#places.keys();
  }

  /** Calls for each passage in which a term is, in their order. */
  find(term: string, visit: (passage: number, positions: readonly number[]) => void): void {
    const places = this.#places.get(term) ?? [];
    for (let i = 0; i < places.length; i += 3) {
      const passage = places[i]!;
      visit(passage, positionsIn(this.#passages[passage]!, places[i + 1]!, places[i + 2]!));
    }
  }

  beginning(beginning: string): string[] {
    const terms = this.#initials.get(beginning.charAt(0)) ?? [];
    return terms.filter((term) => term.startsWith(beginning));
  }

  ending(ending: string): string[] {
    this.#endings ??= new EndingList([...this.#places.keys()]);
    return this.#endings.ending(ending);
  }
}
