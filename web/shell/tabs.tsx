import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { t } from '../languages/translate.ts';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';
import { badgeOf, mainOf, pageAt, pagesFor } from './pages.ts';
import { useCharacter, useIsAllChosen, useParts, usePlaces } from './places.ts';
import { Rail } from './rail.tsx';

/** The pages with a tab on phones, and their icons (24 px square); the others are under More. */
const icons = new Map([
  ['home', 'M4 11l8-7 8 7M6 10v9h12v-9'],
  ['memories', 'M5 6h14M5 12h14M5 18h9'],
  ['search', 'M11 4a7 7 0 1 0 0 14a7 7 0 0 0 0-14M16 16l4 4'],
  ['queue', 'M4 12l5 5L20 6'],
  ['characters', 'M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M5 20c1-4 4-5 7-5s6 1 7 5'],
]);
const moreIcon = 'M5 12h.01M12 12h.01M19 12h.01';

/** Replaces the rail on phones. */
export function Tabs() {
  const dashboard = useDashboard();
  const { character: id } = useParts();
  const addressOf = usePlaces();
  const character = useCharacter(id);
  const [address] = useLocation();
  const present = mainOf(pageAt(address));
  const isAll = useIsAllChosen();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [address]);
  const tabs = pagesFor(dashboard, character?.id).filter(({ name }) => icons.has(name));
  return (
    <>
      <nav class="tabs" aria-label={t('Main pages')}>
        {tabs.map((one) => {
          const badge = badgeOf(one, dashboard, isAll ? undefined : character?.id);
          return (
            <Link key={one.name} href={addressOf(one)} aria-current={present === one.name ? 'page' : undefined}>
              <Icon path={icons.get(one.name) ?? ''} />
              {t(one.title)}
              {badge?.hot && <b class="hot">{badge.text}</b>}
            </Link>
          );
        })}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon path={moreIcon} />
          {t('More')}
        </button>
      </nav>
      {isOpen && (
        <Modal label={t('All pages')} class="sheet" close={() => setOpen(false)}>
          <Rail />
          <button type="button" onClick={() => setOpen(false)}>
            {t('Close')}
          </button>
        </Modal>
      )}
    </>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
