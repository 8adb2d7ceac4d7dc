import { type Signal, signal } from '@preact/signals';

/** What has been done, said at the foot of the page, with a way back where there is one. */
export interface Toast {
  id: number;
  text: string;
  /** Takes it back. */
  undo?: (() => Promise<void>) | undefined;
  isFailure?: boolean;
}

/** How long it stays (ms); long enough to read it and to reach for Undo. Pointed at or focused it stays. */
const shownMs = 9_000;
/** How many actions can be taken back after their toasts have gone. */
const mostKept = 30;

export class Toasts {
  readonly shown: Signal<readonly Toast[]> = signal([]);
  /** What can be taken back, the newest last. */
  #undoable: Toast[] = [];
  #last = 0;
  #isHeld = false;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  show(text: string, undo?: Toast['undo']): void {
    this.#add({ text, undo });
  }

  fail(error: unknown): void {
    this.#add({ text: error instanceof Error ? error.message : String(error), isFailure: true });
  }

  /** Takes back the newest of what can be taken back, also after its toast has gone, and says what that was. */
  undoLast(): void {
    const last = this.#undoable.at(-1);
    if (last) void this.undo(last);
    else this.show('There is nothing to undo.');
  }

  async undo(toast: Toast): Promise<void> {
    const { id, text, undo } = toast;
    if (!undo || !this.#undoable.some((one) => one.id === id)) return;
    this.#undoable = this.#undoable.filter((one) => one.id !== id);
    this.dismiss(id);
    try {
      await undo();
      this.show(`Undone: ${text}`);
    } catch (error) {
      this.fail(error);
    }
  }

  dismiss(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.shown.value = this.shown.value.filter((one) => one.id !== id);
  }

  /** What is pointed at, or has the focus, must not go away under it. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    for (const { id } of this.shown.value) this.#time(id);
  }

  #time(id: number): void {
    clearTimeout(this.#timers.get(id));
    if (this.#isHeld) return;
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), shownMs),
    );
  }

  /** At most three are shown: the oldest gives way. */
  #add(toast: Omit<Toast, 'id'>): void {
    const added = { ...toast, id: ++this.#last };
    if (added.undo) this.#undoable = [...this.#undoable.slice(1 - mostKept), added];
    for (const { id } of this.shown.value.slice(0, -2)) this.dismiss(id);
    this.shown.value = [...this.shown.value, added];
    this.#time(added.id);
  }
}
