import type { HttpClient } from '../client/http-client.ts';

/**
 * Opens links in new tabs itself where the session belongs to the tab: one that the browser opens by Ctrl-click or the
 * middle button gets no copy of the session.
 */
export function openTabsWithSession(http: HttpClient): void {
  const open = (event: MouseEvent) => {
    const isWanted = event.button === 1 || (event.button === 0 && (event.ctrlKey || event.metaKey || event.shiftKey));
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]:not([download])') : null;
    if (!http.isOfTab || !isWanted || event.defaultPrevented || link?.origin !== location.origin) return;
    event.preventDefault();
    window.open(link.href);
  };
  addEventListener('click', open);
  addEventListener('auxclick', open);
}
