import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { t } from '../languages/translate.ts';
import { formatBytes } from '../parts/format.ts';
import { lazily } from '../parts/lazily.tsx';
import { useDashboard } from './dashboard.ts';
import { Icon } from './icon.tsx';
import { badgeOf, mainOf, pageAt, pagesFor } from './pages.ts';
import { Pinned } from './pinned.tsx';
import { everyone, placeOf, useCharacter, useIsAllChosen, useParts, usePlaces, useScope } from './places.ts';

const SwitchMenu = lazily(async () => (await import('./switch-menu.tsx')).SwitchMenu);

export function Rail() {
  const dashboard = useDashboard();
  const parts = useParts();
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    // A phone has no room for all pages: scrolls the present one to the middle, where it stays when badges load.
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [parts.page]);
  const { tier } = dashboard;
  const [address] = useLocation();
  const present = mainOf(pageAt(address));
  const addressOf = usePlaces();
  const chosen = useCharacter(parts.character);
  const pages = pagesFor(dashboard, chosen?.id).filter(({ under }) => under === undefined);
  const characterId = chosen?.id;
  const isAll = useIsAllChosen();
  const version = dashboard.changes.value;
  useEffect(() => {
    if (characterId === undefined) return undefined;
    const controller = new AbortController();
    void dashboard.readWaits(characterId, controller.signal);
    return () => controller.abort();
  }, [dashboard, characterId, version]);
  const storage = tier.value?.usage.storageBytes;
  return (
    <nav class="rail" aria-label={t('Pages')} ref={rail}>
      <div class="who">
        <Switch />
      </div>
      {pages.map((page, index) => {
        const badge = badgeOf(page, dashboard, isAll ? undefined : chosen?.id);
        return (
          <>
            {index > 0 && pages[index - 1]?.part !== page.part && <hr />}
            <Link key={page.name} href={addressOf(page)} aria-current={present === page.name ? 'page' : undefined}>
              <Icon of={page.name} />
              {t(page.title)}
              {badge && <b class={badge.hot ? 'hot' : ''}>{badge.text}</b>}
            </Link>
          </>
        );
      })}
      <Pinned />
      <div class="foot">
        <dl class="hints">
          <dt>
            <kbd>Ctrl-K</kbd>
          </dt>
          <dd>{t('find or do anything')}</dd>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{t('Keys')}</dd>
        </dl>
        {storage !== undefined && <div>{t('{storage} of texts', { storage: formatBytes(storage) })}</div>}
        <button
          type="button"
          class="quiet sign-out"
          onClick={() => void dashboard.signOut().catch((error) => dashboard.toasts.fail(error))}
        >
          {t('Sign out')}
        </button>
      </div>
    </nav>
  );
}

/** The choice of one character, or all. The browser stores it. */
function Switch() {
  const dashboard = useDashboard();
  const [address, go] = useLocation();
  const { character } = useScope();
  const isAll = useIsAllChosen();
  const [isOpen, setOpen] = useState(false);
  const known = dashboard.characters.value ?? [];
  const shown = character && !known.includes(character) ? [...known, character] : known;
  if (shown.length < 2) return <>{character?.name ?? t('Memory')}</>;
  const choose = (id: string) => {
    dashboard.remember(id);
    const page = pageAt(address);
    go(placeOf(id === everyone && !page.hasAll ? 'home' : page.name, id));
  };
  return (
    <>
      <button type="button" class="quiet" title={t('Character')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <bdi>{isAll ? t('All characters') : character?.name}</bdi>
      </button>
      {isOpen && (
        <SwitchMenu
          characters={shown}
          present={isAll ? everyone : character?.id}
          choose={choose}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
