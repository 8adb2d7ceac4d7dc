/** How long (ms) it is tried to show the place: what is above it may still be read. */
const tryMs = 4_000;

/**
 * The back key returns to where a page was scrolled to, and to the link that led away. A browser does so for its window
 * alone. A virtual list shows its place itself.
 */
export function keepPlacesBack(): () => void {
  /** By address: how far it was scrolled, and the link that was followed. */
  const [tops, followed] = [new Map<string, number>(), new Map<string, string>()];
  const addressNow = () => location.pathname + location.search;
  const scrollerNow = () => document.querySelector<HTMLElement>('main .scroll');
  let shown = addressNow();
  let stop = () => {};
  const onClick = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('main .scroll a[href]') : null;
    if (link) followed.set(shown, link.getAttribute('href') as string);
  };
  const onReplace = () => {
    shown = addressNow();
  };
  const onMove = () => {
    stop();
    // The page that is left is drawn until then.
    tops.set(shown, scrollerNow()?.scrollTop ?? 0);
    onReplace();
  };
  const onBack = () => {
    onMove();
    const top = tops.get(shown) ?? 0;
    const href = followed.get(shown);
    const show = () => {
      const scroller = scrollerNow();
      const link = href && scroller?.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`);
      const isRead = href === undefined || link;
      if (!scroller || !isRead || scroller.scrollHeight - scroller.clientHeight < top) return;
      stop();
      if (scroller.scrollTop === 0) scroller.scrollTop = top;
      const isFree = document.activeElement === document.body || document.activeElement === scroller;
      if (link && isFree) link.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(show);
    const timer = setTimeout(() => stop(), tryMs);
    stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const name of acts) removeEventListener(name, stop, true);
    };
    for (const name of acts) addEventListener(name, stop, true);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  const listeners = [
    ['pushState', onMove],
    ['click', onClick],
    ['replaceState', onReplace],
    ['popstate', onBack],
  ] as const;
  for (const [name, listener] of listeners) addEventListener(name, listener, true);
  return () => {
    stop();
    for (const [name, listener] of listeners) removeEventListener(name, listener, true);
  };
}

/** What the user does meanwhile leaves the page where it is. */
const acts = ['wheel', 'pointerdown', 'keydown'] as const;
