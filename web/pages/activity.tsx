import { useLocation, useSearch } from 'wouter-preact';
import { dayOf } from '../languages/times.ts';
import { t } from '../languages/translate.ts';
import { CharacterOf } from '../parts/character-of.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { ActivityRows } from '../parts/home/activity.tsx';
import { ActivityFilters, activityFilterOf } from '../parts/home/activity-filters.tsx';
import { atOf } from '../parts/home/batches.ts';
import { type BatchOrChange, happenedOf, readHappened } from '../parts/home/happened.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { MoreOf, usePages } from '../parts/use-pages.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** Everything that happened, newest first, each with Undo while it can be undone. */
export default function ActivityPage({ character: id }: PageProps) {
  const { client } = useDashboard();
  const { character, isAll } = useScope(id);
  const search = useSearch();
  const [, go] = useLocation();
  const characterId = isAll ? undefined : character?.id;
  const scope = isAll ? everyone : characterId;
  const filter = activityFilterOf(search);
  const found = usePages<BatchOrChange>(`${scope} ${search}`, (cursor, signal) =>
    readHappened(client, { characterId, ...filter }, cursor, signal),
  );
  const erased = useLoad(`${scope}`, (signal) => client.call('listErasures', { characterId }, signal));
  useAbout(characterId);
  if (scope === undefined) return <WithoutCharacter />;
  const isFiltered = Object.values(filter).some((one) => one !== undefined);
  const erasures = isFiltered ? [] : (erased.value?.erasures ?? []);
  const rows = found.value && erased.value ? happenedOf(found.value, erasures) : [];
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label={t('Activity')} tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          {t('Activity')} <CharacterOf character={isAll ? undefined : character} />
        </h1>
        <ActivityFilters
          characterId={characterId}
          filter={filter}
          set={(to) => go(placeOf('activity', scope) + queryOf({ ...to }))}
        />
        <FailureNote failure={found.failure ?? erased.failure} again={found.again} />
        <Skeleton of={found} />
        {found.value && erased.value && rows.length === 0 && (
          <p class="empty">{isFiltered ? t('Nothing of this kind has happened.') : t('Nothing has happened yet.')}</p>
        )}
        <ActivityRows rows={rows} isNamed={isAll} headingOf={(row) => dayOf(atOf(row))} />
        <MoreOf found={found} />
      </section>
    </div>
  );
}
