import { useLayoutEffect, useRef } from 'preact/hooks';

/** The single-letter keys of pages. */
const keys = ['j', 'k', 'e', '#', 'x', 'X', '*', 's', '1', '2', '3', '4', 'Escape'] as const;
type PageKey = (typeof keys)[number];
const pageKeys: ReadonlySet<string> = new Set(keys);

/**
 * Calls the listener for keys of the page, not in a field or under a dialog. Always calls the listener of the last render,
 * so that a fast second key does not act on old data.
 */
export function usePageKeys(listener: (key: PageKey) => void): void {
  const last = useRef(listener);
  useLayoutEffect(() => {
    last.current = listener;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event) || !pageKeys.has(event.key)) return;
      event.preventDefault();
      last.current(event.key as PageKey);
      if (event.key === 'j' || event.key === 'k') followFocus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Focuses the open row once it is drawn, so that Tab continues from there. */
function followFocus(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const open = document.querySelector<HTMLElement>('main article a[aria-current="true"]');
      open?.focus({ preventScroll: true });
    }),
  );
}

/** Whether a key is for the page, not for a field or a dialog. */
export function isForPage({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open]')) return false;
  return !(
    target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]')
  );
}
