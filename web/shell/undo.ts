import type { Dashboard } from './dashboard.ts';

/** Undoes the newest action of this tab, also one before a reload. */
export function undoLast(dashboard: Dashboard): void {
  dashboard.toasts.undoLast(async () => (await import('../parts/home/undo-earlier.ts')).undoEarlier(dashboard));
}
