import { type Signal, signal } from '@preact/signals';

/** Typed text that is not saved yet. */
export interface Draft {
  /** The values of a form's fields, by name. */
  fields: Readonly<Record<string, readonly string[]>>;
  /** Of the memory that is edited; absent: a new one is written. */
  revision?: number;
}

const name = 'drafts';

/** Drafts by memory, or by the purpose of a form. They survive a change of page and a reload, and end with the tab. */
export class Drafts {
  readonly #drafts: Map<string, Draft>;
  /** Rises when one begins or ends: what asks for it is drawn again. */
  readonly #changes: Signal<number> = signal(0);

  constructor() {
    this.#drafts = new Map(read());
  }

  has(key: string): boolean {
    return this.#changes.value >= 0 && this.#drafts.has(key);
  }

  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  set(key: string, draft: Draft): void {
    const isNew = !this.#drafts.has(key);
    this.#drafts.set(key, draft);
    this.#keep();
    if (isNew) this.#changes.value += 1;
  }

  delete(key: string): void {
    if (!this.#drafts.delete(key)) return;
    this.#keep();
    this.#changes.value += 1;
  }

  clear(): void {
    this.#drafts.clear();
    this.#keep();
  }

  #keep(): void {
    try {
      if (this.#drafts.size === 0) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify([...this.#drafts]));
    } catch {
      // The browser stores nothing: drafts then end with the page.
    }
  }
}

function read(): [string, Draft][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
