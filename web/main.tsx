import './styles/font.css';
import './styles/index.css';
import { render } from 'preact';
import type { HttpClient } from './client/http-client.ts';
import { showLanguage } from './languages/choice.ts';
import { App } from './shell/app.tsx';
import { Dashboard } from './shell/dashboard.ts';
import { pageAt } from './shell/pages.ts';
import { SharedContext } from './shell/shared.ts';
import { readTheme, setTheme } from './shell/theme.ts';
import { sayBesideFields } from './shell/wrong-fields.ts';

/**
 * The secret in a link's fragment: the code of `ui`, or the secret of a sign-in link. It is removed from the address
 * immediately.
 */
function takeFragment(): { code: string | undefined; link: string | undefined } {
  const fields = new URLSearchParams(location.hash.slice(1));
  const [code, link] = ['code', 'link'].map((name) => fields.get(name) ?? undefined);
  if (code !== undefined || link !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return { code, link };
}

/**
 * Opens links in new tabs itself if the session belongs to the tab: a tab that the browser opens (Ctrl-click, middle
 * button) gets no copy of the session.
 */
function openTabsWithSession(http: HttpClient): void {
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

// Preloads data during the sign-in request; the page that shows the data reports failures.
pageAt(location.pathname)
  .load()
  .catch(() => undefined);
const dashboard = new Dashboard(pageAt);
const { code, link } = takeFragment();
dashboard.link.value = link;
void dashboard.start(code);
// A link that is pasted into a tab of the dashboard changes only the fragment.
addEventListener('hashchange', () => {
  const { code, link } = takeFragment();
  if (code !== undefined) void dashboard.signIn(code, 'ui');
  if (link !== undefined) dashboard.link.value = link;
});
openTabsWithSession(dashboard.http);
sayBesideFields();
if (readTheme() !== 'system') setTheme(readTheme());
const show = () =>
  render(
    <SharedContext.Provider value={dashboard}>
      <App />
    </SharedContext.Provider>,
    document.getElementById('app') as HTMLElement,
  );
// Without the file of the language the page is in English.
showLanguage().then(show, show);
