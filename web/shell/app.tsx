import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Redirect, Route, Switch, useLocation } from 'wouter-preact';
import { neededRoles } from '../client/api.ts';
import type { OperationName } from '../client/client.ts';
import { FailureNote } from '../parts/failure.tsx';
import { useDashboard } from './dashboard.ts';
import { Drops } from './drops.tsx';
import { Head } from './head.tsx';
import { Keyboard } from './keyboard.tsx';
import { News } from './news.ts';
import type { Page, PageProps } from './page.ts';
import { firstPage, isOffered, pages } from './pages.ts';
import { placeOf, useScope } from './places.ts';
import { Rail } from './rail.tsx';
import { SignIn } from './sign-in.tsx';
import { Tabs } from './tabs.tsx';
import { ToastList } from './toast-list.tsx';

export function App() {
  const { isSignedIn, characters, failure } = useDashboard();
  const known = characters.value !== undefined;
  if (!known) {
    if (isSignedIn.value === false) return <SignIn />;
    return failure.value ? <Unreachable /> : null;
  }
  return (
    <>
      <SkipLink />
      <div class="shell">
        <Rail />
        <main>
          <div>
            <Ended />
            <Head />
          </div>
          <Switch>
            <Route path="/">
              <Redirect to={placeOf(firstPage.name)} replace />
            </Route>
            {pages.map((page) => (
              <Route key={page.name} path={`/${page.name}/:character?/:item?`}>
                {({ character, item }) => <Shown page={page} character={character} item={item} />}
              </Route>
            ))}
            <Route>
              <Nothing />
            </Route>
          </Switch>
        </main>
        <Tabs />
      </div>
      <ToastList />
      <Keyboard />
      <Drops />
      <Live />
      <Prefetch />
      {isSignedIn.value === false && <SignIn />}
    </>
  );
}

/** The first thing that Tab reaches: past rail and search field, to what is read. */
function SkipLink() {
  return (
    <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('main .scroll')?.focus()}>
      Skip to the content
    </button>
  );
}

/** Pages that were loaded once are there at once. */
const loaded = new WeakMap<Page, ComponentType<PageProps>>();

function Shown({ page, ...props }: PageProps & { page: Page }) {
  const dashboard = useDashboard();
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    document.title = `${page.title} · Memory`;
    if (loaded.has(page)) return;
    page.load().then((module) => {
      loaded.set(page, module.default);
      redraw((count) => count + 1);
    }, setFailed);
  }, [page]);
  const Content = loaded.get(page);
  const characterId = useScope(props.character).character?.id ?? '';
  if (page.needs && !isOffered(page, dashboard, characterId)) {
    return dashboard.may(page.needs) ? (
      <OnlyRead page={page} name={dashboard.character(characterId)?.name} />
    ) : (
      <NotOffered page={page} needs={page.needs} />
    );
  }
  if (Content) return <Content {...props} />;
  return (
    <div class="scroll">{failed !== undefined && <FailureNote failure={failed} again={() => location.reload()} />}</div>
  );
}

function NotOffered({ page, needs }: { page: Page; needs: OperationName }) {
  const { me } = useDashboard();
  return (
    <div class="scroll">
      <div class="empty">
        <h1>{page.title} is not for every role</h1>
        <p>
          It needs the role {neededRoles[needs]?.toLowerCase()} or above; yours is {me.value?.member.role.toLowerCase()}
          . An owner of the team gives roles.
        </p>
      </div>
    </div>
  );
}

function OnlyRead({ page, name }: { page: Page; name: string | undefined }) {
  return (
    <div class="scroll">
      <div class="empty">
        <h1>{page.title} is for those who may write</h1>
        <p>{name} is shared with you for reading. Its owner may share it for writing too.</p>
      </div>
    </div>
  );
}

function Nothing() {
  const [address] = useLocation();
  return (
    <div class="scroll">
      <div class="empty">
        <h1>There is nothing at this address</h1>
        <p>
          {address} is no page of this dashboard. <a href="/">Go to {firstPage.title}</a>
        </p>
      </div>
    </div>
  );
}

/** How long the first page has for itself before the others are fetched (ms). */
const prefetchAfterMs = 2_000;

/** Fetches the other pages while nothing happens: they open at once, also when the service has ended meanwhile. */
function Prefetch() {
  useEffect(() => {
    const fetchAll = async () => {
      for (const page of pages) await page.load().catch(() => undefined);
    };
    const timer = setTimeout(() => void fetchAll(), prefetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** Says that nothing answers any more: what is shown can be read, and nothing can be changed. */
function Ended() {
  const { isReached } = useDashboard();
  if (isReached.value) return null;
  return (
    <div class="ended" role="alert">
      <b>The dashboard has ended, or can’t be reached.</b> On your own machine <code>agent-memory-service ui</code>{' '}
      starts it again. What you have typed is kept in this tab.
    </div>
  );
}

function Unreachable() {
  const dashboard = useDashboard();
  return (
    <main class="scroll">
      <FailureNote failure={dashboard.failure.value} again={() => void dashboard.refresh()} />
    </main>
  );
}

/**
 * Reads again what is shown when somebody else has changed something. Only while somebody looks: browsers let one server
 * have few connections, which the tabs of a window share.
 */
function Live() {
  const dashboard = useDashboard();
  const isOn = dashboard.isSignedIn.value === true;
  useEffect(() => {
    if (!isOn) return undefined;
    const reach = (isReached: boolean) => {
      dashboard.isReached.value = isReached;
    };
    const news = new News(dashboard.http, () => dashboard.changed('others'), reach);
    const look = () => (document.visibilityState === 'visible' ? news.follow() : news.pause());
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      news.pause();
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }, [dashboard, isOn]);
  return null;
}
