import './styles/index.css';
import { render } from 'preact';
import { App } from './shell/app.tsx';
import { Dashboard } from './shell/dashboard.ts';
import { openTabsWithSession } from './shell/new-tabs.ts';
import { pageAt } from './shell/pages.ts';
import { SharedContext } from './shell/shared.ts';

/** The code of the link by which the page was opened; it leaves the address at once. */
function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

// What it needs comes while it is asked who is signed in; what fails is told where it is shown.
pageAt(location.pathname)
  .load()
  .catch(() => undefined);
const dashboard = new Dashboard();
void dashboard.start(takeCode());
// A link that is pasted into a tab of the dashboard changes nothing but the fragment.
addEventListener('hashchange', () => {
  const code = takeCode();
  if (code !== undefined) void dashboard.signIn(code);
});
openTabsWithSession(dashboard.http);
render(
  <SharedContext.Provider value={dashboard}>
    <App />
  </SharedContext.Provider>,
  document.getElementById('app') as HTMLElement,
);
