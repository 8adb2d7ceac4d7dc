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
      if (before.isConnected) before.focus({ preventScroll: true });
      else focusContent();
    });
}

/** Focuses the page's content, from where Tab goes on. Nobody chose it, so that no frame is drawn around it. */
export function focusContent(): void {
  const content = document.querySelector<HTMLElement>('main .scroll');
  if (!content) return;
  content.dataset.unframed = '';
  content.addEventListener('blur', () => delete content.dataset.unframed, { once: true });
  content.focus({ preventScroll: true });
}
