import { useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import { PairRow } from '../parts/duplicates/pair-row.tsx';
import { keyOf, readPairs } from '../parts/duplicates/pairs.ts';
import { FailureNote } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** Memories that say nearly the same, or contradict each other: keep one, merge both, or accept both. */
export default function Duplicates({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { character, isAll } = useScope(id);
  const isKept = new URLSearchParams(useSearch()).get('show') === 'kept';
  const [pages, setPages] = useState(1);
  const [chosen, setChosen] = useState<string>();
  const scope = isAll ? everyone : character?.id;
  const asked = { characterId: character?.id, kept: isKept };
  const found = useLoad(
    `${scope} ${isKept} ${pages}`,
    scope === undefined ? undefined : (signal) => readPairs(client, asked, pages, signal),
  );
  const pairs = found.value?.pairs ?? [];
  usePageKeys((key) => {
    if (key === 'Escape') setChosen(undefined);
    if (key !== 'j' && key !== 'k') return;
    const at = pairs.findIndex((pair) => keyOf(pair) === chosen);
    const next = pairs[at < 0 ? 0 : at + (key === 'j' ? 1 : -1)];
    if (!next) return;
    setChosen(keyOf(next));
    const [newer, older] = next.memories;
    document.querySelector<HTMLElement>(`[data-pair="${newer.id} ${older.id}"] button`)?.focus();
  });
  if (scope === undefined) return <WithoutCharacter />;
  const { looked = 0, total = 0, hasMore = false } = found.value ?? {};
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label="Duplicates" tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          Duplicates <small>{character?.name ?? 'all characters'}</small>
        </h1>
        <div class="facets">
          <Link class="chip" aria-current={!isKept} href={placeOf('duplicates', scope)}>
            To decide
          </Link>
          <Link class="chip" aria-current={isKept} href={placeOf('duplicates', scope) + queryOf({ show: 'kept' })}>
            Both are right
          </Link>
        </div>
        <p class="muted" role="status">
          {found.value
            ? `The newest ${looked.toLocaleString()} of ${counted(total, 'memory', 'memories')} were compared with similar ones.`
            : 'Comparing…'}
        </p>
        <FailureNote failure={found.failure} again={found.again} />
        {found.value && pairs.length === 0 && (
          <div class="empty">
            <h2>{isKept ? 'Nothing was judged yet' : 'No two of them are alike'}</h2>
            <p>
              {isKept
                ? 'Pairs that somebody marked as both right are listed here, until one of the texts changes.'
                : 'Memories that say nearly the same, or the same with another date or number, are listed here.'}
            </p>
          </div>
        )}
        {pairs.map((pair) => (
          <PairRow
            key={keyOf(pair)}
            pair={pair}
            isChosen={keyOf(pair) === chosen}
            isKept={isKept}
            characterName={isAll ? dashboard.character(pair.memories[0].characterId)?.name : undefined}
          />
        ))}
        {hasMore && (
          <button type="button" class="more" disabled={found.isLoading} onClick={() => setPages(pages + 1)}>
            Compare older ones
          </button>
        )}
      </section>
    </div>
  );
}
