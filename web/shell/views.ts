import { type Signal, signal } from '@preact/signals';

/** An address of the dashboard with a name. */
interface View {
  name: string;
  address: string;
}

const storedName = 'views';

/** The pinned views of this browser. */
export class Views {
  readonly all: Signal<readonly View[]> = signal(read());

  /** Pins an address; a pinned one gets the new name. */
  pin(view: View): void {
    this.#set([...this.all.value.filter(({ address }) => address !== view.address), view]);
  }

  unpin(address: string): void {
    this.#set(this.all.value.filter((one) => one.address !== address));
  }

  #set(views: readonly View[]): void {
    this.all.value = views;
    try {
      localStorage.setItem(storedName, JSON.stringify(views));
    } catch {
      // The browser stores nothing: they end with the page.
    }
  }
}

function read(): View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName) ?? '[]');
    if (!Array.isArray(stored)) return [];
    // Accepts only addresses of this dashboard: the storage is not trusted.
    return stored.filter((one) => typeof one?.name === 'string' && /^\/(?!\/)/.test(one?.address));
  } catch {
    return [];
  }
}
