import type { Unit } from '../unit.ts';
import { initialOf } from './index-cache.ts';

/** Words of segments, by first letter. */
export type NewTerms = Map<string, Set<string>>;

/**
 * The words of the segments that a unit writes. At the end, those missing from the character's vocabulary are added.
 */
export class NewWords {
  readonly #q: Unit;
  readonly #characterNo: number;
  readonly terms: NewTerms = new Map();

  constructor(q: Unit, characterNo: number) {
    this.#q = q;
    this.#characterNo = characterNo;
  }

  add(term: string): void {
    const initial = initialOf(term);
    const others = this.terms.get(initial);
    if (others) others.add(term);
    else this.terms.set(initial, new Set([term]));
  }

  /** Collects words of segments that were written elsewhere. */
  learn(terms: NewTerms): void {
    for (const [initial, some] of terms) {
      this.terms.set(initial, new Set([...(this.terms.get(initial) ?? []), ...some]));
    }
  }

  /** Adds missing words to the vocabulary. */
  async flush(): Promise<void> {
    if (this.terms.size === 0) return;
    const rows = await this.#q.all<{ initial: string; terms: string }>(
      'SELECT initial, terms FROM search_vocabulary WHERE character_no = $1',
      this.#characterNo,
    );
    for (const { initial, terms } of rows) {
      const unknown = this.terms.get(initial);
      if (unknown) for (const term of terms.split('\n')) unknown.delete(term);
    }
    const added = [...this.terms].filter(([, terms]) => terms.size > 0);
    if (added.length === 0) return;
    this.#q.send(
      `INSERT INTO search_vocabulary (character_no, initial, terms)
       SELECT $1, * FROM unnest($2::text[], $3::text[])
       ON CONFLICT (character_no, initial) DO UPDATE SET terms = search_vocabulary.terms || chr(10) || excluded.terms`,
      this.#characterNo,
      added.map(([initial]) => initial),
      added.map(([, terms]) => [...terms].join('\n')),
    );
  }
}
