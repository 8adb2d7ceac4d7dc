import { maxOmissions, type Omission } from '../domain/file.ts';

/** Counts the values of a document that stand in no memory, by name. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    if (count > 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  /** Adds the fields of a record that are in `names`. */
  addFields(record: Readonly<Record<string, unknown>>, isLeftOut: (name: string) => boolean): void {
    for (const [name, value] of Object.entries(record)) if (isLeftOut(name)) this.add(name, countIn(value));
  }

  /** The most frequent first. */
  list(): Omission[] {
    const counted = [...this.#counts].map(([name, count]) => ({ name: nameOf(name), count }));
    return counted.sort((a, b) => b.count - a.count);
  }
}

/** UTF-16 units of a name, which the document chose. */
const maxName = 100;

function nameOf(given: string): string {
  const name = given.replace(/\s+/g, ' ').trim().slice(0, maxName).toWellFormed();
  return name === '' ? '(without a name)' : name;
}

/** How many values a value has, itself or below it; nothing (null, an empty text) is none. */
export function countIn(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) open.push(inner);
    else if (typeof one === 'string' ? one.trim() !== '' : one !== null && one !== undefined) count++;
  }
  return count;
}

/** The first omissions, and the sum of the others as the last. */
export function summarized(all: readonly Omission[]): Omission[] {
  if (all.length <= maxOmissions) return [...all];
  const others = all.slice(maxOmissions - 1);
  const count = others.reduce((sum, one) => sum + one.count, 0);
  return [...all.slice(0, maxOmissions - 1), { name: `${others.length} other names`, count }];
}
