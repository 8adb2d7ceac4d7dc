import { useRef, useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import type { Offer } from '../../shell/offers.ts';
import { usePageKeys } from '../../shell/page-keys.ts';
import { useOffers } from '../../shell/use-offers.ts';
import { ExportDialog } from '../export/export-dialog.tsx';
import { inFull } from '../export/outgoing.ts';
import { type Batch, type BatchChange, batchesOf, Edits } from '../memory/edits.ts';
import { importances } from '../memory/memory-fields.tsx';
import { Modal } from '../modal.tsx';
import type { Filter } from './facets.tsx';
import { MergeButton } from './merge-button.tsx';
import { countOf, type Selected, type Selection } from './selection.ts';

/** The actions on the selected memories, each with one Undo; `#` asks whether to delete them. */
export function SelectionBar(props: {
  /** Undefined: they may be of several. */
  characterId: string | undefined;
  /** The characters that all matches are of. */
  owners?: readonly string[];
  selection: Selection;
  /** The filter of the list. */
  filter?: Filter;
  /** The length of the list. */
  total: number;
  /** The list is only what is shown: further ones may match. */
  isOfShown?: boolean;
  /** Whether the selection can be deleted, restored, or both. */
  states: readonly Memory['state'][];
  /** Whether it may be changed; export is always possible. */
  isOffered: boolean;
  /** Reads all selected memories and reports progress. */
  read: (progress: (done: number) => void, signal: AbortSignal) => Promise<Selected[]>;
  selectAll: () => void;
  done: () => void;
  /** Shows the memory that the selected ones became. */
  show: (memory: Pick<Memory, 'id' | 'characterId'>) => void;
}) {
  const {
    characterId,
    owners = [],
    selection,
    filter = {},
    total,
    states,
    isOffered,
    isOfShown,
    read,
    selectAll,
    done,
    show,
  } = props;
  const dashboard = useDashboard();
  const { client, toasts, categories } = dashboard;
  const [isAsking, setAsking] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const [progress, setProgress] = useState<number>();
  const ending = useRef<AbortController>();
  const mayDelete = isOffered && states.includes('ACTIVE');
  usePageKeys((key) => {
    if (key === '#' && mayDelete) setAsking(true);
  });
  const count = countOf(selection, total);
  const said = tn(count, '{n} memory', '{n} memories');
  /** Shows progress until it is done; a cancellation is no failure. */
  const work = async (act: (signal: AbortSignal) => Promise<void>) => {
    const controller = new AbortController();
    ending.current = controller;
    setAsking(false);
    setProgress(0);
    try {
      await act(controller.signal);
      done();
    } catch (error) {
      if (!controller.signal.aborted) toasts.fail(error);
    }
    setProgress(undefined);
  };
  // The filter is used for all matches, unless some are excluded or their states differ.
  const { state = 'ACTIVE', sort: _, ...fields } = filter;
  const isWhole = selection.isAll && selection.named.size === 0;
  const whole: Batch[] =
    isWhole && state !== 'ALL' ? owners.map((owner) => ({ characterId: owner, filter: { ...fields, state } })) : [];
  const change = (to: BatchChange) =>
    void work(async (signal) => {
      const all = whole.length > 0 ? whole : batchesOf(await read((read) => setProgress(read / (2 * count)), signal));
      const parts = all.filter((part) => mayGet(part.characterId, to));
      let before = 0;
      await new Edits(dashboard).changeMany(parts, to, async (part) => {
        const answer = await dashboard.http.follow(
          'changeMemories',
          part,
          (changed, of) => setProgress((before + changed / of) / parts.length),
          signal,
        );
        before += 1;
        return answer;
      });
    });
  /** Read-only characters stay as they are, and what is of the other character already stays there. */
  const mayGet = (id: string, to: BatchChange) =>
    dashboard.may('changeMemories', id) && !('moveTo' in to && to.moveTo === id);
  const others = (dashboard.characters.value ?? []).filter(
    ({ id }) => id !== characterId && dashboard.may('changeMemories', id),
  );
  const name = characterId === undefined ? undefined : dashboard.character(characterId)?.name;
  const isDeleted = states.includes('DELETED');
  const categoriesOf = characterId === undefined ? [] : (categories.value.get(characterId) ?? []);
  const changes: Offer[] = [
    ...categoriesOf.map(({ name: category }) => ({
      label: t('Move to {name}', { name: known(category) }),
      isRare: true,
      run: () => change({ category }),
    })),
    ...(isDeleted ? [{ label: t('Restore'), run: () => change({ state: 'ACTIVE' }) }] : []),
    ...(isDeleted ? [] : others).map(({ id, name: to }) => ({
      label: t('Move to {name}', { name: to }),
      isRare: true,
      run: () => change({ moveTo: id }),
    })),
  ];
  useOffers('selected', said, [
    ...(mayDelete
      ? [{ label: t('Delete'), words: t('forget erase delete remove'), key: '#', run: () => setAsking(true) }]
      : []),
    ...(isOffered ? changes : []),
    {
      label: t('Export…'),
      words: t('download save backup copy data for or with a friend'),
      run: () => setExporting(true),
    },
    { label: t('Select none'), run: done },
  ]);
  return (
    <div class="chosen" role="toolbar" aria-label={t('Selected memories')}>
      <b>{t('{said} selected', { said })}</b>
      {!selection.isAll && total > count && (
        <button type="button" class="quiet" onClick={selectAll}>
          {isOfShown ? t('All {total} that are shown', { total }) : t('All {total} that match', { total })}
        </button>
      )}
      {isOfShown && total === count && <span class="muted">{t('all that are shown')}</span>}
      {isOffered && (
        <>
          {characterId !== undefined && (
            <Pick
              label={t('Move to a category')}
              first={t('Move to…')}
              values={categoriesOf.map(({ name }) => [name, known(name)])}
              pick={(category) => change({ category })}
            />
          )}
          {others.length > 0 && !isDeleted && (
            <Pick
              label={t('Move to another character')}
              first={t('Other character…')}
              values={others.map(({ id, name }) => [id, name])}
              pick={(moveTo) => change({ moveTo })}
            />
          )}
          <MergeButton
            count={count}
            isActive={!isDeleted}
            read={() => read(() => undefined, new AbortController().signal)}
            done={(into) => {
              done();
              show(into);
            }}
          />
          <Pick
            label={t('Set the importance')}
            first={t('Importance…')}
            values={importances.map((one) => [one, known(one.toLowerCase())])}
            pick={(importance) => change({ importance: importance as Memory['importance'] })}
          />
        </>
      )}
      <button type="button" onClick={() => setExporting(true)}>
        {t('Export…')}
      </button>
      {isOffered && isDeleted && (
        <button type="button" onClick={() => change({ state: 'ACTIVE' })}>
          {t('Restore')}
        </button>
      )}
      {mayDelete && (
        <button type="button" class="quiet danger" onClick={() => setAsking(true)}>
          {t('Delete')}
        </button>
      )}
      <button type="button" class="quiet" onClick={done}>
        {t('Select none')}
      </button>
      {isExporting && (
        <ExportDialog
          title={t('Export {name}', { name: said })}
          name={name ?? t('Memories')}
          count={count}
          read={async (progress, signal) =>
            isOfShown ? inFull(client, await read(progress, signal), progress, signal) : read(progress, signal)
          }
          close={() => setExporting(false)}
          saved={done}
        />
      )}
      {isAsking && (
        <Modal label={t('Delete')} close={() => setAsking(false)}>
          <h2>{t('Delete {said}?', { said })}</h2>
          <p>
            {t('Undo brings all of them back. Later they are under Deleted, where they can be restored, one or all.')}
          </p>
          <div class="buttons">
            <button type="button" class="main danger" autofocus onClick={() => change({ state: 'DELETED' })}>
              {t('Delete {said}', { said })}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              {t('Cancel')}
            </button>
          </div>
        </Modal>
      )}
      {progress !== undefined && (
        <Modal label={t('Under way')} close={() => ending.current?.abort()}>
          <h2>{said}</h2>
          {/* Not on Stop: a second Enter of the question before would press it. */}
          <progress aria-label={t('Progress')} max={1} value={progress} tabIndex={-1} autofocus />
          <div class="buttons">
            <button type="button" onClick={() => ending.current?.abort()}>
              {t('Stop')}
            </button>
          </div>
        </Modal>
      )}
    </div>
  );
}

/** A menu of actions: it always shows its own name. */
function Pick(props: {
  label: string;
  first: string;
  values: readonly (readonly [value: string, name: string])[];
  pick: (value: string) => void;
}) {
  const { label, first, values, pick } = props;
  return (
    <select aria-label={label} value="" onChange={(event) => pick(event.currentTarget.value)}>
      <option value="">{first}</option>
      {values.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
