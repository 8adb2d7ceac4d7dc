import { FailureNote } from '../parts/failure.tsx';
import { Health } from '../parts/home/health.tsx';
import { HeatMap } from '../parts/home/heat-map.tsx';
import { Hooks, Queues, Tokens } from '../parts/home/home-work.tsx';
import { Learnt } from '../parts/home/learnt.tsx';
import { Bars, Clients, Numbers } from '../parts/home/numbers.tsx';
import { hueOf } from '../parts/memory/category.tsx';
import type { Change } from '../parts/memory/change.ts';
import { ChangeRow } from '../parts/memory/change-row.tsx';
import { Edits } from '../parts/memory/edits.ts';
import { sourceKinds } from '../parts/memory/source.ts';
import { useAction } from '../parts/use-action.ts';
import { NoMemories, WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { placeOf, queryOf, useCharacter } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** How many changes are read, and how many edits are shown. */
const [changesLooked, editsShown] = [100, 5];
const weekMs = 7 * 86_400_000;

/** A memory's health, its latest statements, and its size. */
export default function Home({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client, categories } = dashboard;
  const character = useCharacter(id);
  const characterId = character?.id;
  const found = useLoad(
    `${characterId}`,
    characterId === undefined
      ? undefined
      : async (signal) => {
          const latest = { characterId, limit: changesLooked } as const;
          const [statistics, { changes }, { changes: ofModels }] = await Promise.all([
            client.call('getStatistics', { characterId }, signal),
            client.call('listChanges', latest, signal),
            // An import may fill the latest changes.
            client.call('listChanges', { ...latest, by: 'model' }, signal),
          ]);
          return { statistics, changes, edits: newestEdits([...changes, ...ofModels]) };
        },
  );
  useAbout(characterId);
  if (!character || characterId === undefined) {
    return <WithoutCharacter />;
  }
  const { statistics, changes = [], edits = [] } = found.value ?? {};
  const week = new Date(Date.now() - weekMs).toISOString();
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll home" aria-label="Home" tabIndex={0} aria-busy={found.isLoading}>
        <div class="opening">
          <h1 class="page-title" dir="auto">
            {character.name}
          </h1>
        </div>
        <FailureNote failure={found.failure} again={found.again} />
        {statistics && changes.length === 0 && <NoMemories character={character} isFiltered={false} />}
        {statistics && changes.length > 0 && (
          <>
            <div class="overview">
              <Numbers statistics={statistics} memories={character.memoryCount} week={week} />
              <HeatMap
                label="Memories by day, over a year"
                today={new Date()}
                days={statistics.byDay.map(({ day, added, updated, deleted }) => ({
                  day,
                  count: added + updated + deleted,
                  text: `${added} added, ${updated} changed, ${deleted} deleted`,
                }))}
              />
            </div>
            <div class="columns">
              <div>
                <Health characterId={characterId} statistics={statistics} />
                <Learnt characterId={characterId} changes={learntSince(week, changes)} week={week} />
                <section aria-label="Latest edits">
                  <h2 class="heading">Latest edits</h2>
                  {edits.length === 0 && <p class="muted">No memory was changed or deleted.</p>}
                  {edits.map((change) => (
                    <Latest key={change.id} change={change} />
                  ))}
                </section>
              </div>
              <div>
                <h2 class="heading">By category</h2>
                <Bars
                  bars={statistics.byCategory.map(({ category, memories }) => ({
                    name: category,
                    count: memories,
                    hue: hueOf(categories.value.get(characterId), category),
                    href: placeOf('memories', characterId) + queryOf({ category }),
                  }))}
                />
                <h2 class="heading">By source</h2>
                <Bars
                  bars={statistics.bySource.map(({ kind, memories }) => ({
                    name: sourceKinds[kind],
                    count: memories,
                    hue: 'var(--accent)',
                    href: placeOf('memories', characterId) + queryOf({ source: kind }),
                  }))}
                />
                <Clients clients={statistics.byClient} />
                <Queues characterId={characterId} turns={statistics.waitingTurns} />
                <Hooks />
                <Tokens days={statistics.tokensByDay} />
              </div>
            </div>
          </>
        )}
      </section>
    </div>
  );
}

function learntSince(week: string, changes: readonly Change[]): Change[] {
  return changes.filter(({ changeType, createdAt }) => changeType === 'CREATED' && createdAt > week);
}

/** Edits and deletions, newest first, one per memory. */
function newestEdits(changes: readonly Change[]): Change[] {
  const edits = changes.filter(({ changeType }) => changeType !== 'CREATED' && changeType !== 'PROPOSED');
  return [...new Map(edits.map((one) => [one.id, one])).values()]
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, editsShown);
}

function Latest({ change }: { change: Change }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const isModels = change.by.kind === 'model' && !change.seen;
  return (
    <ChangeRow change={change}>
      {dashboard.may('revertMemory', change.characterId) && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void run(() => new Edits(dashboard).undo(change, isModels))}
        >
          Undo
        </button>
      )}
      <FailureNote failure={failure} />
    </ChangeRow>
  );
}
