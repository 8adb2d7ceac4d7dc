import { type Signal, signal } from '@preact/signals';
import { t } from '../languages/translate.ts';

/** A message about an action at the foot of the page, with Undo where possible. */
interface Toast {
  id: number;
  text: string;
  /** Undoes it. */
  undo?: (() => Promise<void>) | undefined;
  /** The batch that it undoes. */
  batchId?: string | undefined;
  /** It says that something was undone: what is said once that is done again. */
  redone?: string;
  /** Where it leads. */
  link?: { href: string; label: string };
  isFailure?: boolean;
  /** It stays until it is dismissed. */
  isLasting?: boolean;
  /** It asks whether to undo something; that reports itself. */
  isQuestion?: boolean;
}

/** An action of before this page: what it did, what is asked about it, and what undoes and reports it. */
export interface Earlier extends Pick<Toast, 'text'> {
  what: string;
  undo: () => Promise<void>;
}

/** How long it stays (ms), enough to read it and press Undo. It stays while hovered or focused. */
const shownMs = 9_000;
/** After so long an undo says that it goes on (ms). */
const slowMs = 400;
/** How many actions can be undone after their toasts have disappeared. */
const maxCached = 30;

export class Toasts {
  /** One at a time: a newer one replaces it. */
  readonly shown: Signal<Toast | undefined> = signal(undefined);
  /** An action that is under way, and will show its own toast: undo waits for it. */
  underWay: Promise<unknown> = Promise.resolve();
  /** The undoable actions, the newest last. */
  #undoable: Toast[] = [];
  #last = 0;
  #isHeld = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string, undo?: Toast['undo'], batchId?: Toast['batchId']): void {
    this.#add({ text, undo, batchId });
  }

  /** Says that something was undone, with Redo. @param redone what is said once it is done again */
  undone(text: string, redone: string, redo: NonNullable<Toast['undo']>): void {
    this.#add({ text, undo: redo, redone });
  }

  /** Says what an action found, and leads there. */
  lead(text: string, link: NonNullable<Toast['link']>): void {
    this.#add({ text, link });
  }

  /** A batch was undone elsewhere on the page: its toast no longer offers it. */
  settle(batchId: string): void {
    const of = this.#undoable.filter((one) => one.batchId === batchId);
    this.#undoable = this.#undoable.filter((one) => !of.includes(one));
    for (const { id } of of) this.dismiss(id);
  }

  fail(error: unknown): void {
    this.#add({ text: error instanceof Error ? error.message : String(error), isFailure: true });
  }

  /**
   * Undoes the newest action, also after its toast has disappeared, and reports it.
   * @param earlier the newest one that the service knows, done before this page: it is asked about first
   */
  async undoLast(earlier: () => Promise<Earlier | undefined>): Promise<void> {
    await this.underWay;
    const [shown, last] = [this.shown.value, this.#undoable.at(-1)];
    const known = shown?.isQuestion ? shown : last;
    if (known) return await this.undo(known);
    try {
      this.ask(await earlier());
    } catch (error) {
      this.fail(error);
    }
  }

  /** Asks whether to undo something, if there is anything. */
  ask(earlier: Earlier | undefined): void {
    if (earlier) this.#add({ text: earlier.text, undo: earlier.undo, isQuestion: true });
    else this.show(t('There is nothing to undo.'));
  }

  /** What the newest action of this page that can be undone said. */
  get last(): string | undefined {
    return this.#undoable.at(-1)?.text;
  }

  async undo(toast: Toast): Promise<void> {
    const { id, text, undo, redone, isQuestion = false } = toast;
    if (!undo || !(isQuestion || this.#undoable.some((one) => one.id === id))) return;
    this.#undoable = this.#undoable.filter((one) => one.id !== id);
    this.dismiss(id);
    let waiting: number | undefined;
    const timer = setTimeout(() => {
      waiting = this.#add({
        text: isQuestion || redone ? t('Undoing…') : t('{text}: undoing…', { text }),
        isLasting: true,
      });
    }, slowMs);
    try {
      await undo();
      if (!isQuestion) this.show(redone ?? t('{text}: undone', { text }));
    } catch (error) {
      this.fail(error);
    } finally {
      clearTimeout(timer);
      if (waiting !== undefined) this.dismiss(waiting);
    }
  }

  /** Removes it, if no newer one has replaced it. */
  dismiss(id: number): void {
    if (this.shown.value?.id !== id) return;
    clearTimeout(this.#timer);
    this.shown.value = undefined;
  }

  /** A hovered or focused toast must not disappear. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#time();
  }

  #time(): void {
    clearTimeout(this.#timer);
    const toast = this.shown.value;
    if (toast && !toast.isLasting && !this.#isHeld) this.#timer = setTimeout(() => this.dismiss(toast.id), shownMs);
  }

  #add(toast: Omit<Toast, 'id'>): number {
    const added = { ...toast, id: ++this.#last };
    if (added.undo && !added.isQuestion) this.#undoable = [...this.#undoable.slice(1 - maxCached), added];
    this.shown.value = added;
    this.#time();
    return added.id;
  }
}
