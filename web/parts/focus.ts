/**
 * Remembers what has the focus. The returned function gives it back where it is lost: a disabled or removed element loses
 * it, and Tab would begin at the top of the page. What was removed leaves it to the list.
 */
export function focusKeeper(): () => void {
  const before = document.activeElement;
  // A press of a key frames the content too, which nobody acts on.
  const isFramed = before?.matches(':focus-visible:not(.scroll, [data-unframed])');
  return () =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      if (!(before instanceof HTMLElement && before !== document.body && before.isConnected)) focusContent();
      else if (isFramed) before.focus({ preventScroll: true });
      else focusUnframed(before);
    });
}

/** Focuses the page's content, from where Tab goes on. */
export function focusContent(): void {
  const content = document.querySelector<HTMLElement>('main .scroll');
  if (content) focusUnframed(content);
}

/** The keyboard did not choose it, so that no frame is drawn around it. */
function focusUnframed(element: HTMLElement): void {
  unframe(element);
  element.focus({ preventScroll: true });
}

/** Until it loses the focus. */
function unframe(element: HTMLElement): void {
  element.dataset.unframed = '';
  const onBlur = () => {
    // Another window has the focus for a while.
    if (document.activeElement === element) return;
    delete element.dataset.unframed;
    element.removeEventListener('blur', onBlur);
  };
  element.addEventListener('blur', onBlur);
}

/** Tab goes on from the content where the focused element was removed: else it would begin at the top of the page. */
export function keepPlaceOfTab(): () => void {
  let hadFocus = false;
  const onFocus = ({ target }: FocusEvent) => {
    hadFocus = true;
    // A click chose it: the next key would frame it.
    if (target instanceof HTMLElement && target.matches('.scroll:not(:focus-visible)')) unframe(target);
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' && hadFocus && document.activeElement === document.body) focusContent();
  };
  addEventListener('focusin', onFocus);
  addEventListener('keydown', onKey, true);
  return () => {
    removeEventListener('focusin', onFocus);
    removeEventListener('keydown', onKey, true);
  };
}
