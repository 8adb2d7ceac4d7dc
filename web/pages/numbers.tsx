import { known } from '../languages/known.ts';
import { t } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { HeatMap } from '../parts/home/heat-map.tsx';
import { Hooks, Queues, Tokens } from '../parts/home/home-work.tsx';
import { Bars, Clients, Numbers as Few } from '../parts/home/numbers.tsx';
import { addedSince, weekAgo } from '../parts/home/recent.ts';
import { Unrecalled } from '../parts/home/unrecalled.tsx';
import { hueOf } from '../parts/memory/category.tsx';
import { sourceKinds } from '../parts/memory/source.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** How many characters that grew are shown. */
const maxGrown = 10;
/** From so many memories on those that no agent was given are offered for forgetting. */
const manyMemories = 10_000;

/** How large a memory is, how it grows, and what its hosts, hooks and queues do. */
export default function Numbers({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client, categories } = dashboard;
  const { character, isAll } = useScope(id);
  const characterId = character?.id;
  const scope = isAll ? everyone : characterId;
  const week = weekAgo();
  const found = useLoad(
    `${scope} ${week.slice(0, 10)}`,
    scope === undefined
      ? undefined
      : async (signal) => {
          const [statistics, grown] = await Promise.all([
            client.call('getStatistics', { characterId }, signal),
            addedSince(client, characterId, week, signal),
          ]);
          return { statistics, grown };
        },
  );
  useAbout(characterId);
  if (scope === undefined) return <WithoutCharacter />;
  const { statistics, grown } = found.value ?? {};
  const total = (dashboard.characters.value ?? []).reduce((sum, one) => sum + one.memoryCount, 0);
  /** A filter of the list of memories, which is of one character. */
  const listOf = (filter: Record<string, string>) => placeOf('memories', characterId) + queryOf(filter);
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll home" aria-label={t('Numbers')} tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          {t('Numbers')} <small>{character?.name ?? t('all characters')}</small>
        </h1>
        <FailureNote failure={found.failure} again={found.again} />
        <Skeleton of={found} />
        {statistics && (
          <>
            <div class="overview">
              <Few
                memories={character?.memoryCount ?? total}
                added={grown?.total}
                href={placeOf('memories', scope) + queryOf({ storedSince: week })}
              />
              <HeatMap
                label={t('Memories by day, over a year')}
                today={new Date()}
                days={statistics.byDay.map(({ day, added, updated, deleted }) => ({
                  day,
                  count: added + updated + deleted,
                  text: t('{added} added, {updated} changed, {deleted} deleted', { added, updated, deleted }),
                }))}
              />
            </div>
            <div class="columns">
              <div>
                {isAll && grown && (
                  <>
                    <h2 class="heading">{t('What grew this week')}</h2>
                    {grown.total === 0 && <p class="muted">{t('Nothing was stored in the last seven days.')}</p>}
                    <Bars
                      bars={grown.counts.slice(0, maxGrown).map((one) => ({
                        name: dashboard.character(one.characterId)?.name ?? t('another character'),
                        count: one.memories,
                        hue: 'var(--accent)',
                        href: placeOf('memories', one.characterId) + queryOf({ storedSince: week }),
                      }))}
                    />
                  </>
                )}
                <h2 class="heading">{t('By category')}</h2>
                <Bars
                  bars={statistics.byCategory.map(({ category, memories }) => ({
                    name: known(category),
                    count: memories,
                    hue: hueOf(characterId === undefined ? undefined : categories.value.get(characterId), category),
                    href: characterId === undefined ? undefined : listOf({ category }),
                  }))}
                />
                <h2 class="heading">{t('By source')}</h2>
                <Bars
                  bars={statistics.bySource.map(({ kind, memories }) => ({
                    name: t(sourceKinds[kind]),
                    count: memories,
                    hue: 'var(--accent)',
                    href: characterId === undefined ? undefined : listOf({ source: kind }),
                  }))}
                />
              </div>
              <div class="apart">
                <div>
                  <Clients clients={statistics.byClient} />
                  <Hooks characterId={characterId} />
                </div>
                <div>
                  <Queues characterId={characterId} turns={statistics.waitingTurns} />
                  <Tokens days={statistics.tokensByDay} />
                  {character && character.memoryCount > manyMemories && <Unrecalled characterId={character.id} />}
                </div>
              </div>
            </div>
          </>
        )}
      </section>
    </div>
  );
}
