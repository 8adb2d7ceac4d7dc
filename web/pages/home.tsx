import { Link } from 'wouter-preact';
import { t, tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Activity } from '../parts/home/activity.tsx';
import { maxBatches, newIn } from '../parts/home/batches.ts';
import { Health } from '../parts/home/health.tsx';
import { Learnt } from '../parts/home/learnt.tsx';
import { addedSince, weekAgo } from '../parts/home/recent.ts';
import { Seen } from '../parts/home/seen.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { NoMemories, WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { everyone, placeOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** How many new memories are read. */
const maxLearnt = 40;

/** What agents get of a memory, what waits for a person, what was learnt and happened. */
export default function Home({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { character, isAll } = useScope(id);
  const characterId = character?.id;
  const scope = isAll ? everyone : characterId;
  const week = weekAgo();
  const total = (dashboard.characters.value ?? []).reduce((sum, one) => sum + one.memoryCount, 0);
  const isEmpty = (character?.memoryCount ?? total) === 0;
  const found = useLoad(
    `${scope}`,
    scope === undefined
      ? undefined
      : async (signal) => {
          const [statistics, { changes: learnt }, { batches }, added, before, others] = await Promise.all([
            client.call('getStatistics', { characterId }, signal),
            client.call('listChanges', { characterId, only: 'noted', since: week, limit: maxLearnt }, signal),
            client.call('listBatches', { characterId, limit: maxBatches }, signal),
            addedSince(client, characterId, week, signal),
            // Where all was deleted at once, Activity brings it back.
            isEmpty ? client.call('listChanges', { characterId, limit: 1 }, signal) : undefined,
            dashboard.isOfMachine ? client.call('listConnections', {}, signal).catch(() => undefined) : undefined,
          ]);
          return {
            statistics,
            learnt,
            batches: newIn(batches, week),
            added: added.total,
            isNew: before?.changes.length === 0,
            joins: others?.joins.length ?? 0,
          };
        },
  );
  useAbout(characterId);
  if (scope === undefined) return <WithoutCharacter />;
  const { statistics, learnt = [], batches = [], added = 0, isNew = false, joins = 0 } = found.value ?? {};
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll home" aria-label={t('Home')} tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          <bdi>{character?.name ?? t('All characters')}</bdi>{' '}
          <small>
            {tn(character?.memoryCount ?? total, '{n} memory', '{n} memories')}
            {!isEmpty && (
              <>
                {t(', ')}
                <Link href={placeOf('known', characterId)}>{t('what is known')}</Link>
              </>
            )}
          </small>
        </h1>
        <FailureNote failure={found.failure} again={found.again} />
        <Skeleton of={found} />
        {character && statistics && isNew && <NoMemories character={character} isFiltered={false} />}
        {statistics && !isNew && (
          <div class="columns three">
            <div>
              <Seen characterId={characterId}>
                <Learnt
                  characterId={characterId}
                  changes={learnt}
                  batches={batches}
                  isMore={learnt.length === maxLearnt}
                  week={week}
                  added={added}
                />
              </Seen>
            </div>
            <div>
              <Health characterId={characterId} failedTurns={statistics.waitingTurns.failed} joins={joins} />
              <Activity characterId={characterId} />
            </div>
          </div>
        )}
      </section>
    </div>
  );
}
