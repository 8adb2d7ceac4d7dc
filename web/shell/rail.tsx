import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { formatBytes } from '../parts/format.ts';
import { useDashboard } from './dashboard.ts';
import { pagesFor } from './pages.ts';
import { placeOf, useCharacter, useParts } from './places.ts';

export function Rail() {
  const dashboard = useDashboard();
  const parts = useParts();
  const [, go] = useLocation();
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone there are more pages than room; in the middle it stays in sight when counts come.
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [parts.page]);
  const { characters, totalCharacters, tier, http } = dashboard;
  const chosen = useCharacter(parts.character);
  const known = characters.value ?? [];
  const shown = chosen && !known.includes(chosen) ? [...known, chosen] : known;
  const pages = pagesFor(dashboard, chosen?.id);
  const characterId = chosen?.id;
  const version = dashboard.changes.value;
  useEffect(() => {
    if (characterId === undefined) return undefined;
    const controller = new AbortController();
    // What can't be known is not said; the pages themselves say why.
    void dashboard.readWaits(characterId, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [dashboard, characterId, version]);
  const storage = tier.value?.usage.storageBytes;
  return (
    <nav class="rail" aria-label="Pages" ref={rail}>
      <div class="who">
        {shown.length > 1 ? (
          <select
            aria-label="Character"
            value={chosen?.id}
            onChange={(event) => go(placeOf(parts.page, event.currentTarget.value))}
          >
            {shown.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          (chosen?.name ?? 'Memory')
        )}
        {totalCharacters.value > 1 && <small>{totalCharacters.value.toLocaleString()} characters</small>}
      </div>
      {pages.map((page, index) => {
        const badge = page.badge?.(dashboard, chosen?.id);
        return (
          <>
            {index > 0 && pages[index - 1]?.part !== page.part && <hr />}
            <Link
              key={page.name}
              href={placeOf(page.name, chosen?.id)}
              aria-current={parts.page === page.name ? 'page' : undefined}
            >
              {page.title}
              {badge && <b class={badge.hot ? 'hot' : ''}>{badge.text}</b>}
            </Link>
          </>
        );
      })}
      <div class="foot">
        {storage !== undefined && <div>{formatBytes(storage)} of texts</div>}
        <button
          type="button"
          class="quiet sign-out"
          onClick={() => void http.signOut().catch((error) => dashboard.toasts.fail(error))}
        >
          Sign out
        </button>
      </div>
    </nav>
  );
}
