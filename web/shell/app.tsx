import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Redirect, Route, Switch, useLocation } from 'wouter-preact';
import { neededRoles } from '../client/api.ts';
import type { OperationName } from '../client/client.ts';
import { known } from '../languages/known.ts';
import { rich, t } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { focusContent } from '../parts/focus.ts';
import { lazily } from '../parts/lazily.tsx';
import { type PageProps, useDashboard } from './dashboard.ts';
import { Forgetting, Remembering } from './dialogs.tsx';
import { Drops } from './drops.tsx';
import { Head } from './head.tsx';
import { ImportStatus } from './import-status.tsx';
import { Keyboard } from './keyboard.tsx';
import { News } from './news.ts';
import { firstPage, isOffered, moved, type Page, pages } from './pages.ts';
import { everyone, placeOf, useAmongAll, useScope } from './places.ts';
import { Rail } from './rail.tsx';
import { SignIn, SignInByLink } from './sign-in.tsx';
import { Tabs } from './tabs.tsx';
import { Toasted } from './toasted.tsx';
import { ViewStrip } from './view-strip.tsx';

/** Where clients send people who are to allow them in. */
const consentPath = '/oauth/authorize';

export function App() {
  const { isSignedIn, characters, failure, link } = useDashboard();
  const [path] = useLocation();
  const known = characters.value !== undefined;
  const isEntered = useRef(false);
  useEffect(() => {
    const kept = import('./places-back.ts').then(({ keepPlacesBack }) => keepPlacesBack()).catch(() => undefined);
    return () => void kept.then((stop) => stop?.());
  }, []);
  const signIn =
    link.value !== undefined ? <SignInByLink secret={link.value} /> : isSignedIn.value === false && <SignIn />;
  if (!known) {
    if (signIn) return signIn;
    return failure.value ? <Unreachable /> : null;
  }
  if (path === consentPath) return signIn || <Asked />;
  return (
    <>
      <SkipLink />
      <div class="shell">
        <Rail />
        <main>
          <div>
            <Ended />
            <ImportStatus />
            <Head />
            <ViewStrip />
          </div>
          <Switch>
            <Route path="/">
              <Redirect to={placeOf(firstPage.name)} replace />
            </Route>
            {pages.map((page) => (
              <Route key={page.name} path={`/${page.name}/:character?/:item?`}>
                {({ character, item }) => <Shown page={page} isEntered={isEntered} character={character} item={item} />}
              </Route>
            ))}
            {[...moved].map(([from, to]) => (
              <Route key={from} path={`/${from}/:character?`}>
                {({ character }) => <Redirect to={placeOf(to, character)} replace />}
              </Route>
            ))}
            <Route>
              <Nothing />
            </Route>
          </Switch>
        </main>
        <Tabs />
      </div>
      <Remembering />
      <Forgetting />
      <Toasted />
      <Keyboard />
      <Drops />
      <Live />
      <Prefetch />
      <Counted />
      {signIn}
    </>
  );
}

/** The skip link: the first thing that Tab reaches. */
function SkipLink() {
  return (
    <button type="button" class="skip" onClick={focusContent}>
      {t('Skip to the content')}
    </button>
  );
}

/** Few users see it. */
const Asked = lazily(async () => (await import('../pages/consent.tsx')).default);

/** Loaded pages open without a delay. */
const loaded = new WeakMap<Page, ComponentType<PageProps>>();

/** @param isEntered whether a page was shown: the next one gets the focus that the one before has lost */
function Shown({ page, isEntered, ...props }: PageProps & { page: Page; isEntered: { current: boolean } }) {
  const dashboard = useDashboard();
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState<Error>();
  useEffect(() => {
    document.title = `${t(page.title)} · ${t('Memory')}`;
    dashboard.visited = [page.name, ...dashboard.visited.filter((name) => name !== page.name)];
    if (loaded.has(page)) return;
    page.load().then(
      (module) => {
        loaded.set(page, module.default);
        redraw((count) => count + 1);
      },
      () =>
        setFailed(
          new Error(
            t('{page} could not be loaded: the dashboard has ended, or can’t be reached.', { page: t(page.title) }),
          ),
        ),
    );
  }, [dashboard, page]);
  const Content = loaded.get(page);
  useEffect(() => {
    if (Content && isEntered.current && document.activeElement === document.body) focusContent();
    if (Content) isEntered.current = true;
  }, [isEntered, Content]);
  const { character, isAll } = useScope(props.character);
  const among = useAmongAll(page, props);
  const characterId = character?.id ?? '';
  const isAllNamed = isAll && props.character === everyone;
  // Links lead to all characters too, and pages about none keep what was looked at.
  useEffect(() => {
    if (isAllNamed) dashboard.remember(everyone);
  }, [dashboard, isAllNamed]);
  if (among !== undefined) return <Redirect to={among} replace />;
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
        <h1>{t('{title} is not for every role', { title: t(page.title) })}</h1>
        <p>
          {t('It needs the role {needed} or above; yours is {role}. An owner of the team gives roles.', {
            needed: known((neededRoles[needs] ?? '').toLowerCase()),
            role: known((me.value?.member.role ?? '').toLowerCase()),
          })}
        </p>
      </div>
    </div>
  );
}

function OnlyRead({ page, name }: { page: Page; name: string | undefined }) {
  return (
    <div class="scroll">
      <div class="empty">
        <h1>{t('{title} is for those who may write', { title: t(page.title) })}</h1>
        <p>{t('{name} is shared with you for reading. Its owner may share it for writing too.', { name })}</p>
      </div>
    </div>
  );
}

function Nothing() {
  const [address] = useLocation();
  return (
    <div class="scroll">
      <div class="empty">
        <h1>{t('There is nothing at this address')}</h1>
        <p>
          {rich(t('{address} is no page of this dashboard. {link}'), {
            address,
            link: <a href="/">{t('Go to {title}', { title: t(firstPage.title) })}</a>,
          })}
        </p>
      </div>
    </div>
  );
}

/** The first view is looked for so often (ms), and this long after it the other pages are fetched. */
const [firstViewMs, prefetchAfterMs] = [500, 2_000];

/** Does something once the first view is there, which must not wait for it. */
function useAfterFirstView(run: () => void): void {
  useEffect(() => {
    const look = () => {
      if (!document.querySelector('main h1') || document.querySelector('main [aria-busy="true"]')) return;
      clearInterval(timer);
      run();
    };
    const timer = setInterval(look, firstViewMs);
    return () => clearInterval(timer);
  }, []);
}

/**
 * Prefetches the palette, and the other pages when idle: they open at once, also after the service has stopped. A browser
 * that saves data fetches each when it opens.
 */
function Prefetch() {
  useAfterFirstView(() => {
    if ((navigator as { connection?: { saveData: boolean } }).connection?.saveData) return;
    import('./palette.tsx').catch(() => undefined);
    const fetchAll = async () => {
      for (const page of pages) await page.load().catch(() => undefined);
    };
    setTimeout(() => void fetchAll(), prefetchAfterMs);
  });
  return null;
}

/** Counts what waits in the Queue. */
function Counted() {
  const { characters } = useDashboard();
  const [Count, setCount] = useState<ComponentType>();
  useAfterFirstView(() => {
    // Without the file there is no number.
    import('../parts/queue/count.tsx').then(
      (module) => setCount(() => module.default),
      () => undefined,
    );
  });
  return Count && characters.value?.length ? <Count /> : null;
}

/** A banner when the service does not answer: the page is read-only then. */
function Ended() {
  const { isReached } = useDashboard();
  if (isReached.value) return null;
  return (
    <div class="ended" role="alert">
      {rich(t('{ended} On your own machine {command} starts it again. This tab keeps what you have typed.'), {
        ended: <b>{t('The dashboard has ended, or can’t be reached.')}</b>,
        command: <code>agent-memory-service ui</code>,
      })}
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
 * Reloads the page's data after changes by others, only in visible tabs: all tabs of a window share the few connections
 * that browsers allow to one server.
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
