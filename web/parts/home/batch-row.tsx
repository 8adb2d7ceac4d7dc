import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { numeral, rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { authorOf, kinds } from '../memory/change.ts';
import { pathIn, shortText } from '../memory/marking.ts';
import { InPlaceOf, Path, ShortText } from '../memory/said.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { answerOf, namesOf, type Row, type Shown, titleOf, whatOf, withMoves } from './batches.ts';
import { ChangeState } from './change-state.tsx';

/** An undo under way: of which batch, and how far. */
export interface Running {
  batchId: string;
  done: number;
}

interface Undoing {
  batch: Row;
  running: Running | undefined;
  run: (running: Running | undefined) => void;
}

/** How often (ms) it is looked how far an undo is that this page did not begin. */
const lookMs = 2_000;

/** An undo that another page has begun, or this one before a reload: it goes on while it is seen to reach more. */
function useOthers({ batchId, reached }: Row): Running | undefined {
  const dashboard = useDashboard();
  const [seen, setSeen] = useState<{ reached: number | undefined; isStill: boolean }>();
  const isOver = reached === undefined || seen?.isStill === true;
  // One that is over may have reached fewer for good: what the batch left as it was needs no undo.
  const first = useRef<number>();
  first.current = reached === undefined ? undefined : (first.current ?? reached);
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setTimeout(() => {
      const isStill = seen?.reached === reached;
      setSeen({ reached, isStill });
      if (!isStill) dashboard.changed();
    }, lookMs);
    return () => clearTimeout(timer);
  }, [isOver, reached, seen]);
  return isOver || reached === first.current ? undefined : { batchId, done: reached };
}

/** What one answer changes: the newer one, the older one, and what of that has ended. More of them are listed. */
const maxOfOne = 3;

export function BatchRow(props: Undoing & Shown) {
  const { batch, isNamed, when } = props;
  const others = useOthers(batch);
  const running = props.running ?? others;
  const dashboard = useDashboard();
  const {
    batchId,
    characterId,
    characters,
    createdAt,
    by,
    memories,
    content,
    replacedBy,
    kept,
    forgotten,
    documents = [],
  } = batch;
  const isRunning = running?.batchId === batchId;
  const what = whatOf(batch);
  const isForgotten = forgotten !== undefined;
  const isOfSeveral = isForgotten || (!kept && memories > 1 && documents.length === 0 && replacedBy === undefined);
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
      ) : isForgotten ? (
        <p class="said">{what}</p>
      ) : isOfSeveral ? (
        <Several what={what} content={content} />
      ) : (
        <ShortText content={titleOf(batch)} isPiece={!answerOf(batch)} />
      )}
      {replacedBy !== undefined && replacedBy !== content && <InPlaceOf older={content} />}
      <div class="meta">
        {characters > 1 && !answerOf(batch) ? (
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
            <span>
              {isOfSeveral
                ? t('by {author}', { author: authorOf(by) })
                : t('{done} by {author}', { done: what, author: authorOf(by) })}
            </span>
            <ChangeState of={batch} />
            <Time at={createdAt} as={when} />
          </>
        )}
      </div>
      <UndoBatch {...props} running={running} />
      {(isOfSeveral || (replacedBy !== undefined && memories > maxOfOne)) && <Texts batch={batch} />}
    </article>
  );
}

/** How much of its first text is in the title of several changes (UTF-16 units). */
const maxTitle = 120;

/** What was done to several memories, and the first of them. */
export function Several({ what, content }: { what: string; content: string }) {
  const { path } = pathIn(content, true);
  return (
    <>
      <Path path={path} />
      <p class="said">{rich(t('{what}: {text}'), { what, text: <bdi>{shortText(content, maxTitle, true)}</bdi> })}</p>
    </>
  );
}

/** How many of a batch's changes are listed. */
const maxListed = 100;

/** What a batch changed, a line each, once it is opened. */
function Texts({ batch: { batchId, further } }: { batch: Row }) {
  const { client } = useDashboard();
  const [isOpen, setOpen] = useState(false);
  const ids = [batchId, ...further.map((one) => one.batchId)];
  const found = useLoad(
    ids.join(' '),
    isOpen
      ? async (signal) => {
          const read = (of: string) => client.call('listChanges', { batchId: of, limit: maxListed }, signal);
          const answers = await Promise.all(ids.map(read));
          return {
            changes: withMoves(answers.flatMap(({ changes }) => changes)),
            isMore: answers.some((one) => one.nextCursor),
          };
        }
      : undefined,
  );
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Show each')}</summary>
      <FailureNote failure={found.failure} again={found.again} />
      <ul class="near">
        {found.value?.changes.map(({ id, characterId, memoryId, content, done }) => (
          <li key={id}>
            <Path path={pathIn(content, true).path} />
            <Link href={placeOf('memories', characterId, memoryId)}>
              <bdi>{shortText(content, 160, true)}</bdi>
            </Link>{' '}
            <small class="muted">{t(done)}</small>
          </li>
        ))}
        {found.value?.isMore && <li class="muted">…</li>}
      </ul>
    </details>
  );
}

type Undone = Output<'undoEverywhere'>;

/** The undo of a batch, or of its undo; what it left stays listed below. */
export function UndoBatch({ batch, running, run: setRunning }: Undoing) {
  const dashboard = useDashboard();
  const { client, http } = dashboard;
  const { run, failure } = useAction();
  const [left, setLeft] = useState<Undone['left']>([]);
  const { batchId, characterId, memories, lastId, further, isUndone, kept, changedSince } = batch;
  const isChanged = changedSince && running?.batchId !== batchId;
  const what = whatOf(batch);
  const undo = async () => {
    setLeft([]);
    setRunning({ batchId, done: 0 });
    const all: Undone[] = [];
    try {
      for (const id of [lastId, ...further.map((one) => one.lastId)]) {
        const before = all.reduce((sum, { changed }) => sum + changed, 0);
        const progress = (done: number) => setRunning({ batchId, done: before + done });
        all.push(await http.follow('undoEverywhere', { batchId: id }, progress, new AbortController().signal));
      }
    } finally {
      setRunning(undefined);
    }
    const changed = all.reduce((sum, one) => sum + one.changed, 0);
    const again = all.flatMap((one) => one.batchId ?? []);
    setLeft(all.flatMap((one) => one.left));
    dashboard.toasts.settle(batchId);
    const redone = tn(changed, 'Done again: {n} memory', 'Done again: {n} memories');
    const undone = kept
      ? t('{text}: undone', { text: what })
      : tn(changed, 'Undone: {n} memory', 'Undone: {n} memories');
    const back = async () => {
      for (const id of again.toReversed()) await client.call('undoEverywhere', { batchId: id });
      dashboard.changed();
    };
    const { toasts } = dashboard;
    if (changed === 0) toasts.show(t('All of it was changed again since: nothing was undone.'));
    else if (again.length === 0) toasts.show(undone);
    else if (isUndone) toasts.show(redone, back);
    else toasts.undone(undone, redone, back);
    const [first] = all.flatMap((one) => one.failed);
    if (first) throw new Error(first.error.message);
  };
  return (
    <>
      <div class="buttons">
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
      {left.length > 0 && (
        <ul class="near" role="status">
          {left.map(({ characterId: of, memoryId, content, changeType, by, createdAt }) => (
            <li key={memoryId}>
              {t('Left as it is:')}{' '}
              <Link href={placeOf('memories', of, memoryId)}>
                <bdi>{shortText(content, 160)}</bdi>
              </Link>{' '}
              <small class="muted">
                {t('since {done} by {author}', { done: t(kinds[changeType]), author: authorOf(by) })}{' '}
                <Time at={createdAt} as="moment" />
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
