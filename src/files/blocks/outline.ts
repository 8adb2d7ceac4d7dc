import { isTask } from '../../text/tasks.ts';
import { type DayOrder, dayIn } from '../dates.ts';

interface Heading {
  depth: number;
  text: string;
  /** Whether anything is below it. */
  used: boolean;
  occurredAt: string | undefined;
}

/** A heading that was left without anything below it. */
export interface Headless {
  text: string;
  context: string[];
  occurredAt?: string | undefined;
}

/** Deeper than any heading: a paragraph in bold is a heading up to the next heading. */
const labelDepth = 7;

/** The headings above the place that is being read. */
export class Outline {
  readonly #root: readonly string[];
  #date: string | undefined;
  readonly #order: DayOrder | undefined;
  readonly #stack: Heading[] = [];

  constructor(root: readonly string[], date: string | undefined, order: DayOrder | undefined) {
    this.#root = root;
    this.#date = date;
    this.#order = order;
  }

  /** Enters a heading. Returns the headings that it closes and that had nothing below them. */
  enter(depth: number, text: string): Headless[] {
    const closed = this.#leave(depth);
    // The day of a task is when it is due.
    const occurredAt = isTask(text) ? undefined : dayIn(text, this.#order);
    this.#stack.push({ depth, text, used: false, occurredAt });
    return closed;
  }

  label(text: string): Headless[] {
    return this.enter(labelDepth, text);
  }

  leaveLabel(): Headless[] {
    return this.#leave(labelDepth);
  }

  close(): Headless[] {
    return this.#leave(1);
  }

  /** The time of everything that has no nearer one. */
  dated(occurredAt: string | undefined): void {
    this.#date = occurredAt ?? this.#date;
  }

  get occurredAt(): string | undefined {
    return this.#stack.findLast((heading) => heading.occurredAt !== undefined)?.occurredAt ?? this.#date;
  }

  /** The headings for something that is here, outermost first. */
  use(): string[] {
    for (const heading of this.#stack) heading.used = true;
    return this.#path();
  }

  #path(): string[] {
    return [...this.#root, ...this.#stack.map(({ text }) => text)];
  }

  #leave(depth: number): Headless[] {
    const left: Headless[] = [];
    for (let last = this.#stack.at(-1); last && last.depth >= depth; last = this.#stack.at(-1)) {
      const { occurredAt } = this;
      this.#stack.pop();
      if (!last.used) left.push({ text: last.text, context: this.use(), occurredAt });
    }
    return left;
  }
}
