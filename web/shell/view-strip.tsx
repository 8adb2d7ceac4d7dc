import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { t } from '../languages/translate.ts';
import { useDashboard } from './dashboard.ts';
import { mainOf, pageAt, pagesFor } from './pages.ts';
import { useCharacter, useParts, usePlaces } from './places.ts';

/** The views of the present page, where it has several. */
export function ViewStrip() {
  const dashboard = useDashboard();
  const [address] = useLocation();
  const addressOf = usePlaces();
  const character = useCharacter(useParts().character);
  const present = pageAt(address);
  const main = mainOf(present);
  const views = pagesFor(dashboard, character?.id).filter((page) => mainOf(page) === main);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    // A phone may not have room for all of them.
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [present.name]);
  if (views.length < 2) return null;
  return (
    <nav class="views" aria-label={t('Views')} ref={strip}>
      {views.map((page) => {
        const badge = page.badge?.(dashboard, character?.id);
        return (
          <Link key={page.name} href={addressOf(page)} aria-current={page.name === present.name ? 'page' : undefined}>
            {t(page.view ?? page.title)}
            {badge?.hot && <b class="hot">{badge.text}</b>}
          </Link>
        );
      })}
    </nav>
  );
}
