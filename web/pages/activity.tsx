import { t } from '../languages/translate.ts';
import { CharacterOf } from '../parts/character-of.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { ActivityRows } from '../parts/home/activity.tsx';
import { atOf, type Batch, maxBatches, rowsOf } from '../parts/home/batches.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { dayOf } from '../parts/time.tsx';
import { MoreOf, usePages } from '../parts/use-pages.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { everyone, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** Every batch of changes, newest first, each with Undo while it can be undone. */
export default function ActivityPage({ character: id }: PageProps) {
  const { client } = useDashboard();
  const { character, isAll } = useScope(id);
  const characterId = isAll ? undefined : character?.id;
  const scope = isAll ? everyone : characterId;
  const found = usePages<Batch>(`${scope}`, async (cursor, signal) => {
    const page = { characterId, cursor, limit: maxBatches };
    const { batches, nextCursor } = await client.call('listBatches', page, signal);
    return { rows: batches, nextCursor };
  });
  const erased = useLoad(`${scope}`, (signal) => client.call('listErasures', { characterId }, signal));
  useAbout(characterId);
  if (scope === undefined) return <WithoutCharacter />;
  const { rows: batches = [], nextCursor } = found.value ?? {};
  // Erasures from before the oldest batch that was read come with further ones.
  const oldest = nextCursor === undefined ? '' : (batches.at(-1)?.createdAt ?? '');
  const erasures = (erased.value?.erasures ?? []).filter(({ erasedAt }) => erasedAt >= oldest);
  const rows = found.value && erased.value ? rowsOf(batches, erasures) : [];
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label={t('Activity')} tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          {t('Activity')} <CharacterOf character={isAll ? undefined : character} />
        </h1>
        <FailureNote failure={found.failure ?? erased.failure} again={found.again} />
        <Skeleton of={found} />
        {found.value && erased.value && rows.length === 0 && (
          <p class="empty">{t('Nothing was imported, moved, merged or deleted at once.')}</p>
        )}
        <ActivityRows rows={rows} isNamed={isAll} headingOf={(row) => dayOf(atOf(row))} />
        <MoreOf found={found} />
      </section>
    </div>
  );
}
