import { useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import { DayBars } from '../parts/day-bars.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { RememberDialog } from '../parts/memory/remember.tsx';
import { type Recall, wayOf } from '../parts/recalls/recall.ts';
import { RecallPane } from '../parts/recalls/recall-pane.tsx';
import { dayOf, Time } from '../parts/time.tsx';
import { usePages } from '../parts/use-pages.ts';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import type { PageProps } from '../shell/page.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { placeOf, queryOf, useCharacter } from '../shell/places.ts';
import { useAbout } from '../shell/use-about.ts';
import { useLoad } from '../shell/use-load.ts';

const sorts = [
  { label: 'All', empty: undefined },
  { label: 'Empty', empty: 'true' },
  { label: 'Gave something', empty: 'false' },
] as const;
/** How many days are drawn. */
const daysDrawn = 30;

/** Every search and context that agents were given, newest first; from what came back empty to the missing memory. */
export default function Recalls({ character: id, item: open }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const character = useCharacter(id);
  const empty = new URLSearchParams(useSearch()).get('empty') ?? undefined;
  const [, go] = useLocation();
  const [missing, setMissing] = useState<Recall>();
  const characterId = character?.id;
  const found = usePages<Recall>(`${characterId} ${empty}`, async (cursor, signal) => {
    if (characterId === undefined) return { rows: [] };
    const asked = { characterId, cursor, limit: 50, ...(empty !== undefined && { empty: empty === 'true' }) };
    const { recalls, nextCursor } = await client.call('listRecalls', asked, signal);
    return { rows: recalls, nextCursor };
  });
  // What is corrected here may be moved to another category.
  useAbout(characterId);
  const recalls = found.value?.rows ?? [];
  const addressOf = (recallId: string | undefined) => placeOf('recalls', characterId, recallId) + queryOf({ empty });
  const at = recalls.findIndex((one) => one.id === open);
  usePageKeys((key) => {
    if (key === 'Escape') go(addressOf(undefined));
    if (key !== 'j' && key !== 'k') return;
    const next = recalls[at < 0 ? 0 : at + (key === 'j' ? 1 : -1)];
    if (next) go(addressOf(next.id), { replace: open !== undefined });
  });
  if (!character || characterId === undefined) {
    return <WithoutCharacter />;
  }
  const chosen = recalls[at];
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label="Recalls" tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          Recalls <small>{character.name}</small>
        </h1>
        <div class="facets">
          {sorts.map((sort) => (
            <Link
              key={sort.label}
              class="chip"
              aria-current={sort.empty === empty}
              href={placeOf('recalls', characterId) + queryOf({ empty: sort.empty })}
            >
              {sort.label}
            </Link>
          ))}
          <span class="count">kept in the store only, never sent</span>
        </div>
        <Share characterId={characterId} />
        <FailureNote failure={found.failure} again={found.again} />
        {found.value && recalls.length === 0 && <Nothing isEmpty={empty === 'true'} />}
        {recalls.map((recall, index) => {
          const before = recalls[index - 1];
          return (
            <>
              {(!before || dayOf(before.at) !== dayOf(recall.at)) && <h2 class="day">{dayOf(recall.at)}</h2>}
              <Row
                key={recall.id}
                recall={recall}
                address={addressOf(recall.id)}
                isOpen={recall.id === open}
                write={() => setMissing(recall)}
              />
            </>
          );
        })}
        {found.value?.nextCursor !== undefined && (
          <button type="button" class="more" disabled={found.isLoading} onClick={() => found.more()}>
            Look further back
          </button>
        )}
      </section>
      {open !== undefined &&
        (chosen ? (
          <RecallPane
            key={chosen.id}
            recall={chosen}
            write={() => setMissing(chosen)}
            close={() => go(addressOf(undefined))}
          />
        ) : (
          found.value && (
            <aside class="pane" aria-label="The recall">
              <p>This recall is not in the list. It may be further back, or no longer kept.</p>
              <div class="buttons">
                <button type="button" onClick={() => go(addressOf(undefined))}>
                  Close
                </button>
              </div>
            </aside>
          )
        ))}
      {missing && <RememberDialog character={character} asked={missing.query} close={() => setMissing(undefined)} />}
    </div>
  );
}

function Row(props: { recall: Recall; address: string; isOpen: boolean; write: () => void }) {
  const { recall, address, isOpen, write } = props;
  const dashboard = useDashboard();
  const { characterId, query, results } = recall;
  const isEmpty = results.length === 0;
  const rated = [recall.rating, ...results.map(({ rating }) => rating)];
  return (
    <article class={isOpen ? 'm sel' : 'm'} data-recall={recall.id}>
      <Link href={address} aria-current={isOpen ? 'true' : undefined}>
        <p class="said" dir="auto">
          {query === '' ? 'No question: what is always good to know' : query}
        </p>
      </Link>
      <div class="meta">
        <span>
          {wayOf(recall)}, {recall.by}
        </span>
        {isEmpty ? <b class="missing">nothing found</b> : <span>{results.length} given</span>}
        {rated.includes('wrong') && <span class="imp">wrong</span>}
        {rated.includes('useful') && <span class="imp">useful</span>}
        <Time at={recall.at} as="clock" />
      </div>
      {isEmpty && dashboard.may('addMemoryDirect', characterId) && (
        <button type="button" class="over" onClick={write}>
          Write the missing memory…
        </button>
      )}
    </article>
  );
}

/** How many recalls gave something, by day. */
function Share({ characterId }: { characterId: string }) {
  const { client } = useDashboard();
  const { value } = useLoad(characterId, (signal) => client.call('getStatistics', { characterId }, signal));
  const days = (value?.recallsByDay ?? [])
    .slice(-daysDrawn)
    .map(({ day, recalls, empty }) => ({ day, all: recalls, part: empty, text: `${recalls} recalls, ${empty} empty` }));
  const all = days.reduce((sum, day) => sum + day.all, 0);
  if (all === 0) return null;
  const given = all - days.reduce((sum, day) => sum + day.part, 0);
  const percent = Math.round((100 * given) / all);
  const text = `${percent} % of ${counted(all, 'recall')} gave something`;
  return (
    <div class="share">
      <span>{text}</span>
      <DayBars days={days} label={`${text}, by day`} />
    </div>
  );
}

function Nothing({ isEmpty }: { isEmpty: boolean }) {
  return (
    <div class="empty">
      <h2>{isEmpty ? 'Nothing came back empty' : 'No agent has asked yet'}</h2>
      <p>
        {isEmpty
          ? 'Every question that agents asked was given something.'
          : 'What agents search and are given appears here. Searches of this dashboard are not recorded.'}
      </p>
    </div>
  );
}
