import { FailureNote } from '../parts/failure.tsx';
import { HeatMap } from '../parts/home/heat-map.tsx';
import { Hooks, Queues, Tokens } from '../parts/home/home-work.tsx';
import { Bars, Numbers } from '../parts/home/numbers.tsx';
import { hueOf } from '../parts/memory/category.tsx';
import type { Change } from '../parts/memory/change.ts';
import { ChangeRow } from '../parts/memory/change-row.tsx';
import { Edits } from '../parts/memory/edits.ts';
import { sourceKinds } from '../parts/memory/source.ts';
import { useAction } from '../parts/use-action.ts';
import { NoMemories, WithoutCharacter } from '../parts/welcome.tsx';
import { useDashboard } from '../shell/dashboard.ts';
import type { PageProps } from '../shell/page.ts';
import { useCharacter } from '../shell/places.ts';
import { useAbout } from '../shell/use-about.ts';
import { useLoad } from '../shell/use-load.ts';

const changesShown = 8;

/** What is remembered of a character at a glance: by day, category and source, and what changed last. */
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
          const [statistics, { changes }] = await Promise.all([
            client.call('getStatistics', { characterId }, signal),
            client.call('listChanges', { characterId, limit: changesShown }, signal),
          ]);
          return { statistics, changes };
        },
  );
  useAbout(characterId);
  if (!character || characterId === undefined) {
    return <WithoutCharacter />;
  }
  const { statistics, changes = [] } = found.value ?? {};
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll home" aria-label="Home" tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="unseen">{character.name}</h1>
        <FailureNote failure={found.failure} again={found.again} />
        {statistics && changes.length === 0 && <NoMemories character={character} isFiltered={false} />}
        {statistics && changes.length > 0 && (
          <>
            <Numbers statistics={statistics} memories={character.memoryCount} />
            <HeatMap
              label="Memories by day, over a year"
              today={new Date()}
              days={statistics.byDay.map(({ day, added, updated, deleted }) => ({
                day,
                count: added + updated + deleted,
                text: `${added} added, ${updated} changed, ${deleted} deleted`,
              }))}
            />
            <div class="columns">
              <section aria-label="Latest changes">
                <h2 class="heading">Latest changes</h2>
                {changes.map((change) => (
                  <Latest key={change.id} change={change} />
                ))}
              </section>
              <section aria-label="What there is">
                <h2 class="heading">By category</h2>
                <Bars
                  bars={statistics.byCategory.map(({ category, memories }) => ({
                    name: category,
                    count: memories,
                    hue: hueOf(categories.value.get(characterId), category),
                  }))}
                />
                <h2 class="heading">By source</h2>
                <Bars
                  bars={statistics.bySource.map(({ kind, memories }) => ({
                    name: sourceKinds[kind],
                    count: memories,
                    hue: 'var(--accent)',
                  }))}
                />
                <Queues characterId={characterId} turns={statistics.waitingTurns} />
                <Hooks />
                <Tokens days={statistics.tokensByDay} />
              </section>
            </div>
          </>
        )}
      </section>
    </div>
  );
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
