import { type Signal, signal } from '@preact/signals';

const storedName = 'later';
/** How long a card is put off (ms), and how long one that needs no decision stays away. */
const [laterMs, settledMs] = [86_400_000, 400 * 86_400_000];
/** The most that this browser stores. */
const maxKept = 500;

/** The cards that the user has put off in this browser: until when (ms), by key. */
export class Later {
  readonly until: Signal<ReadonlyMap<string, number>> = signal(new Map(read()));

  has(key: string): boolean {
    return (this.until.value.get(key) ?? 0) > Date.now();
  }

  /** @param isSettled it needs no decision; otherwise it comes again tomorrow */
  put(key: string, isSettled = false): void {
    this.#set([...this.until.value, [key, Date.now() + (isSettled ? settledMs : laterMs)]]);
  }

  take(key: string): void {
    this.#set([...this.until.value].filter(([one]) => one !== key));
  }

  #set(entries: readonly (readonly [string, number])[]): void {
    const kept = entries.filter(([, at]) => at > Date.now()).slice(-maxKept);
    this.until.value = new Map(kept);
    try {
      localStorage.setItem(storedName, JSON.stringify(kept));
    } catch {
      // The browser stores nothing: they end with the page.
    }
  }
}

function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((one) => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number');
  } catch {
    return [];
  }
}
