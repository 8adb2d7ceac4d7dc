import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { numeral, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { authorOf, kinds, nameOf } from '../memory/change.ts';
import { ShortText } from '../memory/said.tsx';
import { State } from '../state.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { type Erasure, maxBatches, namesOf, type Row, rowsOf } from './batches.ts';

/** How many rows Home shows. */
const maxShown = 12;

/** What was changed at once lately, newest first, each batch with one Undo; erasures have none. */
export function Activity({ characterId }: { characterId: string | undefined }) {
  const { client } = useDashboard();
  const found = useLoad(`${characterId}`, async (signal) => {
    const [{ batches }, { erasures }] = await Promise.all([
      client.call('listBatches', { characterId, limit: maxBatches }, signal),
      client.call('listErasures', { characterId }, signal),
    ]);
    return rowsOf(batches, erasures).slice(0, maxShown);
  });
  return (
    <section aria-label={t('Activity')}>
      <h2 class="heading">{t('Activity')}</h2>
      <FailureNote failure={found.failure} again={found.again} />
      {found.value?.length === 0 && <p class="muted">{t('Nothing was imported, moved, merged or deleted at once.')}</p>}
      <ActivityRows rows={found.value ?? []} isNamed={characterId === undefined} />
      {found.value && found.value.length > 0 && <AllActivity characterId={characterId} />}
    </section>
  );
}

/** Leads to every batch. */
export function AllActivity({ characterId }: { characterId: string | undefined }) {
  return <Link href={placeOf('activity', characterId ?? everyone)}>{t('All activity')}</Link>;
}

/**
 * @param isNamed with the names of characters
 * @param headingOf what stands above each row that has another one than the row before
 */
export function ActivityRows(props: {
  rows: readonly (Row | Erasure)[];
  isNamed: boolean;
  headingOf?: (row: Row | Erasure) => string;
}) {
  const { rows, headingOf, ...shared } = props;
  // While one undo runs, no other begins.
  const [running, setRunning] = useState<Running>();
  return (
    <>
      {rows.map((row, i) => {
        const heading = headingOf?.(row);
        const before = rows[i - 1];
        return (
          <Fragment key={'batchId' in row ? row.batchId : row.id}>
            {heading !== undefined && !(before && headingOf?.(before) === heading) && <h2 class="day">{heading}</h2>}
            {'batchId' in row ? (
              <BatchRow batch={row} running={running} run={setRunning} {...shared} />
            ) : (
              <ErasureRow erasure={row} isNamed={shared.isNamed} />
            )}
          </Fragment>
        );
      })}
    </>
  );
}

/** An undo under way: of which batch, and how far. */
interface Running {
  batchId: string;
  done: number;
}

function BatchRow(props: {
  batch: Row;
  isNamed: boolean;
  running: Running | undefined;
  run: (running: Running | undefined) => void;
}) {
  const { batch, isNamed, running } = props;
  const dashboard = useDashboard();
  const { client, http } = dashboard;
  const { run, failure } = useAction();
  const { batchId, characterId, characters, createdAt, by, memories, changeType, content, moved, merged } = batch;
  const { lastId, isUndone, changedSince, kept, documents = [] } = batch;
  const isRunning = running?.batchId === batchId;
  const isChanged = changedSince && !isRunning;
  const what = t('{memories} {done}', {
    memories: kept ? tn(memories, '{n} pair', '{n} pairs') : tn(memories, '{n} memory', '{n} memories'),
    done: kept ? t('kept') : moved !== undefined ? t('moved') : merged ? t('merged') : t(kinds[changeType]),
  });
  const undo = async () => {
    props.run({ batchId, done: 0 });
    const progress = (done: number) => props.run({ batchId, done });
    const undoing = http.follow('undoEverywhere', { batchId: lastId }, progress, new AbortController().signal);
    const undone = await undoing.finally(() => props.run(undefined));
    const again = undone.batchId;
    dashboard.toasts.settle(batchId);
    const said = kept
      ? t('{text}: undone', { text: what })
      : isUndone
        ? tn(undone.changed, 'Done again: {n} memory', 'Done again: {n} memories')
        : tn(undone.changed, 'Undone: {n} memory', 'Undone: {n} memories');
    dashboard.toasts.show(
      undone.changed === 0 ? t('All of it was changed again since: nothing was undone.') : said,
      again === undefined
        ? undefined
        : async () => {
            await client.call('undoEverywhere', { batchId: again });
            dashboard.changed();
          },
    );
  };
  return (
    <article class="change" data-batch={batchId}>
      {documents.length > 0 ? (
        <Link
          class="said"
          dir="auto"
          href={placeOf('memories', characters > 1 ? everyone : characterId) + queryOf({ batchId })}
        >
          {namesOf(documents)}
        </Link>
      ) : (
        <ShortText content={content} />
      )}
      <div class="meta">
        {characters > 1 ? (
          <b>{tn(characters, '{n} character', '{n} characters')}</b>
        ) : (
          isNamed && <b>{dashboard.character(characterId)?.name}</b>
        )}
        {isRunning ? (
          <>
            <span role="status">
              {tn(memories, 'Under way: {done} of {n} memory', 'Under way: {done} of {n} memories', {
                done: numeral(running.done),
              })}
            </span>
            <progress aria-label={t('Progress')} max={memories} value={running.done} />
          </>
        ) : (
          <>
            <span>{t('{done} by {author}', { done: what, author: authorOf(by) })}</span>
            {isUndone && <State is="off">{t('undone')}</State>}
            <Time at={createdAt} as="moment" />
          </>
        )}
      </div>
      <div class="buttons">
        {isChanged && <span class="muted">{t('changed since')}</span>}
        {/* What was not changed since can be undone. */}
        {(!isChanged || memories > 1) && dashboard.may('undoBatch', characterId) && (
          <button
            type="button"
            class="quiet"
            aria-label={isUndone ? t('Redo: {what}', { what }) : t('Undo: {what}', { what })}
            disabled={running !== undefined}
            onClick={() => void run(undo)}
          >
            {isUndone ? t('Redo') : t('Undo')}
          </button>
        )}
        <FailureNote failure={failure} />
      </div>
    </article>
  );
}

function ErasureRow({ erasure, isNamed }: { erasure: Erasure; isNamed: boolean }) {
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
        <Time at={erasedAt} as="moment" />
      </div>
    </article>
  );
}
