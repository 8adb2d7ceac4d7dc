import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { numeral, t } from '../languages/translate.ts';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';
import { Icon } from './icon.tsx';
import { badgeOf, mainOf, pageAt, pagesFor } from './pages.ts';
import { useCharacter, useIsAllChosen, useParts, usePlaces } from './places.ts';
import { Rail } from './rail.tsx';

/** The pages with a tab on phones; the others are under More. */
const tabbed: ReadonlySet<string> = new Set(['home', 'memories', 'search', 'queue', 'characters']);

/** The icon of those. */
const more = 'more';

/** A tab has no room for a larger number. */
const maxCounted = 99;
const inShort = (count: number) => (count > maxCounted ? `${numeral(maxCounted)}+` : numeral(count));

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
  const tabs = pagesFor(dashboard, character?.id).filter(({ name }) => tabbed.has(name));
  return (
    <>
      <nav class="tabs" aria-label={t('Main pages')}>
        {tabs.map((one) => {
          const badge = badgeOf(one, dashboard, isAll ? undefined : character?.id);
          return (
            <Link key={one.name} href={addressOf(one)} aria-current={present === one.name ? 'page' : undefined}>
              <Icon of={one.name} />
              {t(one.title)}
              {badge?.hot && <b class="hot">{inShort(badge.hot)}</b>}
            </Link>
          );
        })}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon of={more} />
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
