import { useState } from 'preact/hooks';
import { readBothRight, setBothRight } from '../parts/duplicates/both-right.ts';
import { PairRow } from '../parts/duplicates/pair-row.tsx';
import { keyOf, type Pair, readPairs } from '../parts/duplicates/pairs.ts';
import { FailureNote } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import type { PageProps } from '../shell/page.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { useCharacter } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** Memories that say nearly the same, or contradict each other: keep one, merge both, or accept both. */
export default function Duplicates({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const character = useCharacter(id);
  const [pages, setPages] = useState(1);
  const [right, setRight] = useState(readBothRight);
  const [chosen, setChosen] = useState<string>();
  const characterId = character?.id;
  const found = useLoad(
    `${characterId} ${pages}`,
    characterId === undefined ? undefined : (signal) => readPairs(client, characterId, pages, signal),
  );
  const pairs = (found.value?.pairs ?? []).filter((pair) => !right.has(keyOf(pair)));
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
  if (!character || characterId === undefined) return <WithoutCharacter />;
  const { looked = 0, total = 0, hasMore = false } = found.value ?? {};
  const say = (pair: Pair) => {
    setRight(setBothRight(keyOf(pair), true));
    toasts.show('Both are right', async () => setRight(setBothRight(keyOf(pair), false)));
  };
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label="Duplicates" tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          Duplicates <small>{character.name}</small>
        </h1>
        <p class="muted" role="status">
          {found.value
            ? `The newest ${looked.toLocaleString()} of ${counted(total, 'memory', 'memories')} were compared with similar ones.`
            : 'Comparing…'}
        </p>
        <FailureNote failure={found.failure} again={found.again} />
        {found.value && pairs.length === 0 && (
          <div class="empty">
            <h2>No two of them are alike</h2>
            <p>Memories that say nearly the same, or the same with another date or number, are listed here.</p>
          </div>
        )}
        {pairs.map((pair) => (
          <PairRow key={keyOf(pair)} pair={pair} isChosen={keyOf(pair) === chosen} bothRight={() => say(pair)} />
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
