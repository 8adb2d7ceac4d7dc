import { Link } from 'wouter-preact';
import { t, tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Activity } from '../parts/home/activity.tsx';
import { maxBatches, newIn } from '../parts/home/batches.ts';
import { Health } from '../parts/home/health.tsx';
import { Learnt } from '../parts/home/learnt.tsx';
import { addedSince, weekAgo } from '../parts/home/recent.ts';
import { Seen } from '../parts/home/seen.tsx';
import type { Change } from '../parts/memory/change.ts';
import { ChangeRow } from '../parts/memory/change-row.tsx';
import { Edits } from '../parts/memory/edits.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { useAction } from '../parts/use-action.ts';
import { NoMemories, WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { everyone, placeOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** How many new memories are read, and how many edits are shown. */
const [maxLearnt, maxEdits] = [40, 5];

/** What agents get of a memory, what waits for a person, what was learnt and changed. */
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
          const [statistics, { changes: learnt }, { batches }, { changes: edits }, added, before, others] =
            await Promise.all([
              client.call('getStatistics', { characterId }, signal),
              client.call('listChanges', { characterId, only: 'noted', since: week, limit: maxLearnt }, signal),
              client.call('listBatches', { characterId, limit: maxBatches }, signal),
              client.call('listChanges', { characterId, only: 'edits', limit: maxEdits }, signal),
              addedSince(client, characterId, week, signal),
              // Where all was deleted at once, Activity brings it back.
              isEmpty ? client.call('listChanges', { characterId, limit: 1 }, signal) : undefined,
              dashboard.isOfMachine ? client.call('listConnections', {}, signal).catch(() => undefined) : undefined,
            ]);
          return {
            statistics,
            learnt,
            batches: newIn(batches, week),
            edits,
            added: added.total,
            isNew: before?.changes.length === 0,
            joins: others?.joins.length ?? 0,
          };
        },
  );
  useAbout(characterId);
  if (scope === undefined) return <WithoutCharacter />;
  const { statistics, learnt = [], batches = [], edits = [], added = 0, isNew = false, joins = 0 } = found.value ?? {};
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
              <Seen
                characterId={characterId}
                hosts={statistics.byClient.filter((one) => one.offered > 0).map((one) => one.client)}
              >
                <div>
                  <Learnt
                    characterId={characterId}
                    changes={learnt}
                    batches={batches}
                    isMore={learnt.length === maxLearnt}
                    week={week}
                    added={added}
                  />
                  <section aria-label={t('Latest edits')}>
                    <h2 class="heading">{t('Latest edits')}</h2>
                    {edits.length === 0 && <p class="muted">{t('No memory was changed or deleted.')}</p>}
                    {edits.map((change) => (
                      <Latest key={change.id} change={change} isNamed={isAll} />
                    ))}
                  </section>
                </div>
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

function Latest({ change, isNamed }: { change: Change; isNamed: boolean }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const isModels = change.by.kind === 'model' && !change.seen;
  return (
    <ChangeRow change={change} characterName={isNamed ? dashboard.character(change.characterId)?.name : undefined}>
      {dashboard.may('revertMemory', change.characterId) && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void run(() => new Edits(dashboard).undo(change, isModels))}
        >
          {t('Undo')}
        </button>
      )}
      <FailureNote failure={failure} />
    </ChangeRow>
  );
}
