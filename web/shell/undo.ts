import type { Dashboard } from './dashboard.ts';

/** Undoes the newest action of this page, or asks whether to undo the one before it. */
export function undoLast(dashboard: Dashboard): void {
  void dashboard.toasts.undoLast(async () => (await import('../parts/home/undo-earlier.ts')).findEarlier(dashboard));
}
