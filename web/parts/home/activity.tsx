import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { nameOf } from '../memory/change.ts';
import { Time } from '../time.tsx';
import { BatchRow, type Running } from './batch-row.tsx';
import { type Erasure, type Happened, isBatch, type Shown } from './batches.ts';
import { happenedOf, readHappened } from './happened.ts';
import { RunRow } from './run-row.tsx';

/** How many rows Home shows. */
const maxShown = 12;

/** What happened lately, newest first, each with Undo; erasures have none. */
export function Activity({ characterId }: { characterId: string | undefined }) {
  const { client } = useDashboard();
  const found = useLoad(`${characterId}`, async (signal) => {
    const [page, { erasures }] = await Promise.all([
      readHappened(client, { characterId }, undefined, signal),
      client.call('listErasures', { characterId }, signal),
    ]);
    return happenedOf(page, erasures).slice(0, maxShown);
  });
  return (
    <section aria-label={t('Activity')}>
      <h2 class="heading">{t('Activity')}</h2>
      <FailureNote failure={found.failure} again={found.again} />
      {found.value?.length === 0 && <p class="muted">{t('Nothing has happened yet.')}</p>}
      <ActivityRows rows={found.value ?? []} isNamed={characterId === undefined} />
      {found.value && found.value.length > 0 && <AllActivity characterId={characterId} />}
    </section>
  );
}

/** Leads to all that happened. */
export function AllActivity({ characterId }: { characterId: string | undefined }) {
  return <Link href={placeOf('activity', characterId ?? everyone)}>{t('All activity')}</Link>;
}

/**
 * @param isNamed with the names of characters
 * @param headingOf what stands above each row that has another one than the row before
 */
export function ActivityRows(props: {
  rows: readonly Happened[];
  isNamed: boolean;
  headingOf?: (row: Happened) => string;
}) {
  const { rows, headingOf, isNamed } = props;
  const shared = { isNamed, when: headingOf ? ('clock' as const) : ('moment' as const) };
  // While one undo runs, no other begins.
  const [running, setRunning] = useState<Running>();
  return (
    <>
      {rows.map((row, i) => {
        const heading = headingOf?.(row);
        const before = rows[i - 1];
        return (
          <Fragment key={keyOf(row)}>
            {heading !== undefined && !(before && headingOf?.(before) === heading) && <h2 class="day">{heading}</h2>}
            {isBatch(row) ? (
              <BatchRow batch={row} running={running} run={setRunning} {...shared} />
            ) : 'changes' in row ? (
              <RunRow run={row} {...shared} />
            ) : (
              <ErasureRow erasure={row} {...shared} />
            )}
          </Fragment>
        );
      })}
    </>
  );
}

function keyOf(row: Happened): string {
  if (isBatch(row)) return row.batchId;
  return 'changes' in row ? row.changes[0].id : row.id;
}

function ErasureRow({ erasure, isNamed, when }: { erasure: Erasure } & Shown) {
  const { id, characterId, memories, removed, erasedBy, erasedAt, doneAt } = erasure;
  const dashboard = useDashboard();
  // Of a character beside the erased memories, such as a question that was asked of it.
  const traces = Object.values(removed).reduce((sum, count) => sum + count, 0);
  return (
    <article class="change" data-erasure={id}>
      <p class="said">
        {memories === 0
          ? tn(traces, '{n} trace erased for good', '{n} traces erased for good')
          : tn(memories, '{n} memory erased for good', '{n} memories erased for good')}
      </p>
      <div class="meta">
        {isNamed && <b>{dashboard.character(characterId)?.name}</b>}
        <span>{t('by {author}', { author: nameOf(erasedBy) })}</span>
        {doneAt === undefined && <span>{t('still under way')}</span>}
        <Time at={erasedAt} as={when} />
      </div>
    </article>
  );
}
