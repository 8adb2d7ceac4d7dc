/**
 * Remembers what has the focus. The returned function gives it back where it is lost: a disabled or removed element loses
 * it, and Tab would begin at the top of the page. What was removed leaves it to the list.
 */
export function focusKeeper(): () => void {
  const before = document.activeElement;
  return () =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body || !(before instanceof HTMLElement) || before === document.body)
        return;
      const heir = before.isConnected ? before : document.querySelector<HTMLElement>('main .scroll');
      heir?.focus({ preventScroll: true });
    });
}
