import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { beginningOf } from '../../../src/base/graphemes.ts';
import type { Memory, Revision } from '../../client/api.ts';
import { Failure } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { type Message, msg, t } from '../../languages/translate.ts';
import { placeOf } from '../../shell/address.ts';
import { useShared } from '../../shell/shared.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { PaneClose, PaneFailure } from '../pane-close.tsx';
import { Time } from '../time.tsx';
import { CategoryName } from './category.tsx';
import { EditForm } from './edit-form.tsx';
import { Edits } from './edits.ts';
import { type Doubted, End, InPlaceOf, Outdated } from './end.tsx';
import { Held } from './held.tsx';
import { History } from './history.tsx';
import { isOfDocument, pathIn } from './marking.ts';
import type { Choice } from './rank.ts';
import { Path, Said } from './said.tsx';
import { useSource } from './source.ts';

export interface PaneProps {
  characterId: string;
  memoryId: string;
  isEditing: boolean;
  edit: (isEditing: boolean) => void;
  /** Undefined: it can't be closed. */
  close: (() => void) | undefined;
  /** Its surroundings. */
  around?: (memory: Memory) => ComponentChildren;
  /** Further buttons. */
  more?: (memory: Memory & Choice) => ComponentChildren;
  /** What a person is asked about it. */
  asked?: (memory: Memory & Doubted) => ComponentChildren;
  /** Without links to other pages. */
  isAlone?: boolean;
}

/** A memory beside its list: text, source, history and nearest memories. */
export function MemoryPane({
  characterId,
  isEditing,
  edit,
  close,
  around,
  more,
  asked,
  isAlone = false,
  ...open
}: PaneProps) {
  const shared = useShared();
  const memoryId = useDebounced(open.memoryId);
  const { client, toasts, drafts } = shared;
  const of = { characterId, memoryId };
  const [whole, setWhole] = useState(false);
  const { value, failure, again } = useLoad(`${characterId} ${memoryId}`, (signal) => readMemory(of, client, signal));
  const edits = new Edits(shared);
  const run = (work: Promise<unknown>) => void work.catch((error) => toasts.fail(error));
  if (!value) {
    return (
      <aside class="pane" aria-label={t('The memory')}>
        <PaneClose close={close} />
        <PaneFailure failure={failure} again={again} close={close} />
      </aside>
    );
  }
  const { memory, revisions, isDeleted } = value;
  const isOffered = shared.may('updateMemory', characterId);
  const isOpen = isOffered && (isEditing || drafts.has(memoryId));
  const { path, text: said } = pathIn(memory.content, isOfDocument(memory));
  const text = whole || said.length < 2_000 ? said : `${beginningOf(said, 2_000)}…`;
  return (
    <aside class="pane" aria-label={t('The memory')}>
      <PaneClose close={close} />
      <FailureNote failure={failure} again={again} />
      {isOpen && !isDeleted ? (
        <EditForm key={memoryId} memory={memory} close={() => edit(false)} />
      ) : (
        <>
          <Path path={path} />
          <h2 class={said.length > 300 ? 'long' : ''} dir="auto">
            <Said content={text} />
          </h2>
        </>
      )}
      {text !== said && !isOpen && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {t('Show all {n} characters', { n: said.length })}
        </button>
      )}
      {!isDeleted && !isOpen && asked?.(memory)}
      <Facts
        {...{ memory, isDeleted, isAlone }}
        document={revisions.at(-1)?.document}
        isEdited={isOpen && !isDeleted}
        doubts={asked ? null : <Outdated memory={memory} isAlone={isAlone} />}
      />
      {!isDeleted && <Held {...of} choice={memory} />}
      <div class="buttons" hidden={isOpen && !isDeleted}>
        {isOffered && isDeleted && (
          <button type="button" class="main" onClick={() => run(edits.restore(memory))}>
            {t('Restore')}
          </button>
        )}
        {isOffered && !isDeleted && (
          <>
            <button type="button" class="main" onClick={() => edit(true)}>
              {t('Edit')}
            </button>
            {more?.(memory)}
            <button type="button" class="quiet danger" onClick={() => run(edits.remove(memory))}>
              {t('Delete')}
            </button>
          </>
        )}
      </div>
      <History memory={memory} revisions={revisions} isDeleted={isDeleted} />
      {!isDeleted && around?.(memory)}
    </aside>
  );
}

/** @param props.isEdited the form above has the others @param props.document that its text was from at first */
function Facts(props: {
  memory: Memory;
  document: string | undefined;
  isDeleted: boolean;
  isAlone: boolean;
  isEdited: boolean;
  doubts: ComponentChildren;
}) {
  const { memory, document, isDeleted, isAlone, isEdited, doubts } = props;
  const source = useSource()(memory, document);
  const { fileId } = memory.source;
  return (
    <dl>
      {!isEdited && (
        <>
          <dt>{t('Category')}</dt>
          <dd>
            <CategoryName characterId={memory.characterId} name={memory.category} />
          </dd>
        </>
      )}
      <dt>{t('From')}</dt>
      <dd>
        {fileId === undefined || isAlone ? (
          source
        ) : (
          <Link href={placeOf('files', memory.characterId, fileId)}>{source}</Link>
        )}
      </dd>
      {memory.occurredAt !== undefined && isOfAnotherTime(memory.occurredAt, memory.createdAt) && (
        <>
          <dt>{t(timeNameOf(memory))}</dt>
          <dd>
            <Time at={memory.occurredAt} as="date" />
          </dd>
        </>
      )}
      <End memory={memory} isAlone={isAlone} />
      {doubts}
      {!isDeleted && <InPlaceOf memory={memory} isAlone={isAlone} />}
      {!isEdited && memory.importance !== 'NORMAL' && (
        <>
          <dt>{t('Importance')}</dt>
          <dd>{known(memory.importance.toLowerCase())}</dd>
        </>
      )}
      {memory.tags !== undefined && memory.tags.length > 0 && (
        <>
          <dt>{t('Tags')}</dt>
          <dd dir="auto">{memory.tags.join(', ')}</dd>
        </>
      )}
      {memory.sessionId !== undefined && !isAlone && !isDeleted && (
        <>
          <dt>{t('Conversation')}</dt>
          <dd>
            <Link
              href={`${placeOf('memories', memory.characterId, memory.id)}?sessionId=${encodeURIComponent(memory.sessionId)}&sort=oldest`}
            >
              {t('what else was said in it')}
            </Link>
          </dd>
        </>
      )}
      {isDeleted && (
        <>
          <dt>{t('State')}</dt>
          <dd>{t('deleted')}</dd>
        </>
      )}
    </dl>
  );
}

/** A document has the time of its writing, a conversation that of its words; only another one says when something happened. */
const timeNameOf = (memory: Memory): Message => {
  if (isOfDocument(memory)) return msg('Written');
  return memory.sessionId === undefined ? msg('Happened') : msg('Said');
};

/** Undated texts get the time at which they are read: that says nothing of when something happened (ms). */
const soonMs = 3_600_000;
const isOfAnotherTime = (at: string, stored: string) => Math.abs(Date.parse(stored) - Date.parse(at)) > soonMs;

interface Found {
  memory: Memory & Choice & Doubted;
  /** Newest first. */
  revisions: Revision[];
  isDeleted: boolean;
}

/** A memory with its history. The API has only the history of a deleted one: its last revision is its text. */
async function readMemory(
  of: { characterId: string; memoryId: string },
  client: ReturnType<typeof useShared>['client'],
  signal: AbortSignal,
): Promise<Found> {
  const missing = (error: unknown) => {
    if (error instanceof Failure && error.type === 'MemoryNotFound') return undefined;
    throw error;
  };
  const [found, { revisions }] = await Promise.all([
    client.call('getMemory', of, signal).catch(missing),
    client.call('getMemoryHistory', of, signal),
  ]);
  const newest = revisions.toReversed();
  const [last] = newest;
  if (found) return { memory: found, revisions: newest, isDeleted: false };
  if (!last) throw new Failure('MemoryNotFound', t('This memory has no history.'));
  const { changedBy: _, changeType: __, createdAt, ...rest } = last;
  const memory: Memory = {
    ...rest,
    id: of.memoryId,
    characterId: of.characterId,
    state: 'DELETED',
    source: { kind: 'direct' },
    createdAt: revisions[0]?.createdAt ?? createdAt,
    updatedAt: createdAt,
  };
  return { memory, revisions: newest, isDeleted: true };
}

/** How long a value that changes again and again must rest before it counts (ms). */
const restMs = 150;

/** Debounce: the first value passes at once; during quick changes only the last one does. */
function useDebounced<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const last = useRef(value);
  const now = performance.now();
  const isAtOnce = last.current !== value && now - changedAt.current > restMs;
  if (last.current !== value) {
    last.current = value;
    changedAt.current = now;
  }
  useEffect(() => {
    if (isAtOnce) setRested(value);
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return isAtOnce ? value : rested;
}
