import { type Signal, signal } from '@preact/signals';

/** What has been done, said at the foot of the page, with a way back where there is one. */
export interface Toast {
  id: number;
  text: string;
  /** Takes it back. */
  undo?: (() => Promise<void>) | undefined;
  isFailure?: boolean;
}

/** How long it stays (ms); long enough to read it and to reach for Undo. */
const shownMs = 9_000;

export class Toasts {
  readonly shown: Signal<readonly Toast[]> = signal([]);
  #last = 0;

  show(text: string, undo?: Toast['undo']): void {
    this.#add({ text, undo });
  }

  fail(error: unknown): void {
    this.#add({ text: error instanceof Error ? error.message : String(error), isFailure: true });
  }

  /** Takes back the newest of what can be taken back; false: there is nothing. */
  undoLast(): boolean {
    const last = this.shown.value.findLast(({ undo }) => undo !== undefined);
    if (last) void this.undo(last);
    return last !== undefined;
  }

  async undo({ id, undo }: Toast): Promise<void> {
    this.dismiss(id);
    await undo?.().catch((error) => this.fail(error));
  }

  dismiss(id: number): void {
    this.shown.value = this.shown.value.filter((one) => one.id !== id);
  }

  /** At most three are shown: the oldest gives way. */
  #add(toast: Omit<Toast, 'id'>): void {
    const id = ++this.#last;
    this.shown.value = [...this.shown.value.slice(-2), { ...toast, id }];
    setTimeout(() => this.dismiss(id), shownMs);
  }
}
