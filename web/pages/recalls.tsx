import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { dayOf } from '../languages/times.ts';
import { t, tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { runsOf } from '../parts/home/digest.ts';
import type { Answer, Settled } from '../parts/recalls/again.ts';
import { Counts } from '../parts/recalls/counts.tsx';
import {
  isStart,
  type Recall,
  type RecallRow,
  readRecall,
  recallsOf,
  rowKey,
  rowOf,
  withBeside,
} from '../parts/recalls/recall.ts';
import { askedBy, type RecallFilter, RecallFilters, recallFilterOf } from '../parts/recalls/recall-filters.tsx';
import { NoRecall, RecallPane } from '../parts/recalls/recall-pane.tsx';
import { Row, SessionRow } from '../parts/recalls/rows.tsx';
import { placeOfAnswer, settleAnswered, settleGap, waitingIn } from '../parts/recalls/settle.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { useAction } from '../parts/use-action.ts';
import { useNewest } from '../parts/use-newest.ts';
import { useOpen } from '../parts/use-open.ts';
import { MoreOf, usePages } from '../parts/use-pages.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** Every search and context of agents, newest first. A query without a helpful answer leads to the form for the missing memory. */
export default function Recalls({ character: id, item: named }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { character, isAll } = useScope(id);
  const search = useSearch();
  const filter = recallFilterOf(search);
  const [, go] = useLocation();
  const [again, setAgain] = useState<ReadonlyMap<string, Settled>>(new Map());
  const { run, failure, isBusy } = useAction();
  const scope = isAll ? everyone : character?.id;
  const characterId = character?.id;
  const found = usePages<RecallRow>(`${scope} ${search}`, async (cursor, signal) => {
    if (scope === undefined) return { rows: [] };
    const asked = { characterId, ...askedBy(filter), cursor, limit: 50 };
    const { recalls, nextCursor } = await client.call('listRecalls', asked, signal);
    return { rows: await withBeside(client, recalls, characterId, signal), nextCursor };
  });
  const newest = async (signal: AbortSignal) =>
    (await client.call('listRecalls', { characterId, limit: 1 }, signal)).recalls[0]?.id;
  useNewest(`${scope}`, newest, found.again);
  /** It stays where it is, with its answer, also where the list has only what is not answered. */
  const settle = (recall: Recall) => {
    const { settled: before } = shown.current;
    const row = [...read, ...before].find(({ id }) => id === recall.id);
    shown.current.settled = [...before.filter(({ id }) => id !== recall.id), { ...row, ...recall }];
  };
  // A correction may change the category.
  useAbout(characterId);
  const read = found.value?.rows ?? [];
  // What is open stays so when others are asked above it, or when an answer takes it from the list.
  const shown = useRef<{ about: string; row?: RecallRow | undefined; settled: RecallRow[] }>({
    about: '',
    settled: [],
  });
  const about = `${scope} ${search}`;
  if (shown.current.about !== about) shown.current = { about, settled: [] };
  const { row: before, settled } = shown.current;
  const { open, isByItself } = useOpen(named, before && rowOf(read, before) >= 0 ? before.id : read[0]?.id);
  const stays = [...settled, ...(named !== undefined && before?.id === named ? [before] : [])];
  // Any of a row's recalls may stand for it after it is read again.
  const againOf = (row: RecallRow) => recallsOf(row).flatMap(({ id }) => again.get(id) ?? [])[0];
  const recalls = stays.reduce<readonly RecallRow[]>(withRow, read).map((row) => settledBy(row, againOf(row)));
  const addressOf = (recallId: string | undefined, by = filter) =>
    placeOf('recalls', scope, recallId) + queryOf({ ...by });
  const listed = recalls.find((one) => one.id === open);
  const other = useLoad(
    `${scope} ${open}`,
    open === undefined || !found.value || listed
      ? undefined
      : (signal) => readRecall(client, open, characterId, signal),
  );
  const chosen = listed ?? other.value ?? (before?.id === open ? before : undefined);
  const unanswered = waitingIn(read);
  useLoad(
    `settled ${scope} ${unanswered.map(({ id }) => id).join(' ')}`,
    unanswered.length === 0
      ? undefined
      : async (signal) => {
          const answered = await settleAnswered(dashboard, unanswered, signal);
          for (const one of answered) settle(one);
          if (answered.length > 0) dashboard.changed();
        },
  );
  const at = chosen ? rowOf(recalls, chosen) : -1;
  if (at >= 0) shown.current.row = chosen;
  usePageKeys((key) => {
    if (key === 'Escape') go(addressOf(undefined));
    if (key !== 'j' && key !== 'k') return;
    const next = recalls[at < 0 ? 0 : at + (key === 'j' ? 1 : -1)];
    if (!next) return;
    go(addressOf(next.id), { replace: named !== undefined });
    document.querySelector<HTMLElement>(`[data-recall="${next.id}"] a`)?.focus();
  });
  const [isCounted, setCounted] = useState(false);
  const isListed = useRef(false);
  isListed.current ||= found.value !== undefined || found.failure !== undefined;
  // The counts and what stands below them come at once, so that nothing of it moves.
  const isRead = isCounted && isListed.current;
  if (scope === undefined) return <WithoutCharacter />;
  const ask = async (asked: readonly RecallRow[], answer?: Answer) => {
    for (const one of asked) {
      const ids = new Set(recallsOf(one).map(({ id }) => id));
      const now = await settleGap(dashboard, one, answer, () => {
        shown.current.settled = shown.current.settled.filter(({ id }) => !ids.has(id));
        setAgain((known) => new Map([...known].filter(([id]) => !ids.has(id))));
      });
      if (now.recall) settle(now.recall);
      setAgain((known) => new Map([...known, ...[...ids].map((id) => [id, now] as const)]));
    }
  };
  const gaps = recalls.filter(({ gap }) => gap);
  const asked = new Set<string>();
  const keys = recalls.map((one) => {
    const key = asked.has(rowKey(one)) ? one.id : rowKey(one);
    asked.add(key);
    return key;
  });
  const rows = recalls.map((recall, index) => ({ recall, key: keys[index] }));
  const nameOf = (one: Recall) => dashboard.character(one.characterId)?.name ?? t('another character');
  const rowOfList = (recall: RecallRow) => {
    const [address, isOpen] = [addressOf(recall.id), recall === recalls[at]];
    if (isStart(recall)) {
      const name = nameOf(recallsOf(recall)[0] ?? recall);
      return <SessionRow recall={recall} name={name} address={address} isOpen={isOpen} />;
    }
    return (
      <Row
        recall={recall}
        again={againOf(recall)}
        characterNames={recallsOf(recall)
          .filter((one) => isAll || one.characterId !== characterId)
          .map(nameOf)}
        address={address}
        isOpen={isOpen}
        hasActions={open === undefined && (filter.show === 'gaps' || filter.show === 'settled')}
        write={() => void write(recall).catch((error) => dashboard.toasts.fail(error))}
      />
    );
  };
  const write = async (missing: RecallRow) => {
    const place = await placeOfAnswer(client, missing);
    dashboard.remembering.value = {
      character: dashboard.characters.value?.find((one) => one.id === place),
      asked: missing.query,
      done: ({ id: memoryId, characterId: of }) => void run(() => ask([missing], { memoryId, characterId: of })),
    };
  };
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label={t('Recalls')} tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          {t('Recalls')} <small>{character?.name ?? t('all characters')}</small>
        </h1>
        <RecallFilters key={search} filter={filter} set={(next) => go(addressOf(undefined, next))} />
        <div hidden={!isRead}>
          <Counts
            characterId={characterId}
            filter={filter}
            addressOf={(next) => addressOf(undefined, next)}
            tell={() => setCounted(true)}
          />
        </div>
        <FailureNote failure={found.failure ?? failure} again={found.again} />
        <Skeleton of={isRead ? found : { value: undefined, isLoading: true }} />
        {isRead && filter.show === 'gaps' && gaps.length + again.size > 0 && (
          <p class="again">
            {gaps.length > 0 && (
              <button type="button" disabled={isBusy} onClick={() => void run(() => ask(gaps))}>
                {tn(gaps.length, 'Ask it again', 'Ask these {n} again')}
              </button>
            )}{' '}
            {again.size > 0 && (
              <span class="muted" role="status">
                {t('Asked again: {n} of {size} answered', {
                  n: [...new Set(again.values())].filter((one) => one.isAnswered).length,
                  size: new Set(again.values()).size,
                })}
              </span>
            )}
          </p>
        )}
        {isRead && found.value && recalls.length === 0 && <Nothing filter={filter} />}
        {runsOf(isRead ? rows : [], areTogether).map((run, index, runs) => {
          const [{ recall, key }] = run;
          const above = runs[index - 1]?.[0].recall;
          return (
            <Fragment key={key}>
              {(!above || dayOf(above.at) !== dayOf(recall.at)) && <h2 class="day">{dayOf(recall.at)}</h2>}
              {run.length === 1 ? (
                rowOfList(recall)
              ) : (
                <details class="m starts" open={run.some((one) => one.recall === recalls[at])}>
                  <summary>{tn(run.length, '{n} session', '{n} sessions')}</summary>
                  {run.map((one) => (
                    <Fragment key={one.key}>{rowOfList(one.recall)}</Fragment>
                  ))}
                </details>
              )}
            </Fragment>
          );
        })}
        <MoreOf found={found} />
      </section>
      {open !== undefined &&
        (chosen ? (
          <RecallPane
            key={rowKey(chosen)}
            recall={chosen}
            again={againOf(chosen)}
            write={() => void write(chosen).catch((error) => dashboard.toasts.fail(error))}
            mended={(answer) => void run(() => ask([chosen], answer))}
            isAsking={isBusy}
            close={isByItself ? undefined : () => go(addressOf(undefined))}
          />
        ) : (
          <NoRecall found={other} close={() => go(addressOf(undefined))} />
        ))}
    </div>
  );
}

const areTogether = ({ recall }: { recall: RecallRow }, other: { recall: RecallRow }) =>
  isStart(recall) && isStart(other.recall) && dayOf(recall.at) === dayOf(other.recall.at);

/** A row with the answer that asking again has found; the list is not read anew for it. */
const settledBy = (row: RecallRow, again: Settled | undefined): RecallRow =>
  again?.recall ? { ...row, dismissed: again.recall.dismissed, answer: again.recall.answer } : row;

/** Rows, the newest first, with one that the list no longer has. */
function withRow(rows: readonly RecallRow[], row: RecallRow): readonly RecallRow[] {
  if (rowOf(rows, row) >= 0) return rows;
  const next = rows.findIndex(({ at }) => at < row.at);
  return next < 0 ? [...rows, row] : rows.toSpliced(next, 0, row);
}

function Nothing({ filter: { period, ...others } }: { filter: RecallFilter }) {
  if (others.show === 'gaps') {
    return (
      <div class="empty">
        <h2>{t('Every question found help')}</h2>
        <p>{t('Every question of an agent had a good match.')}</p>
      </div>
    );
  }
  const isFiltered = (period ?? 'all') !== 'all' || Object.values(others).some((one) => one !== undefined);
  return (
    <div class="empty">
      <h2>
        {isFiltered ? t('Nothing fits') : period ? t('No agent has asked yet') : t('No agent has asked in seven days')}
      </h2>
      <p>{t('Queries of agents and their results appear here. Searches in the dashboard are not recorded.')}</p>
    </div>
  );
}
