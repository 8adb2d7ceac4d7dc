import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { tn } from '../languages/translate.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Edits } from '../parts/memory/edits.ts';
import { MemoryPane } from '../parts/memory/memory-pane.tsx';
import { MemoryRow } from '../parts/memory/memory-row.tsx';
import { relevanceInFigures } from '../parts/memory/rank.ts';
import { Rating } from '../parts/recalls/rating.tsx';
import { useAction } from '../parts/use-action.ts';
import { Toasted } from '../shell/toasted.tsx';
import type { Conversation, Shown } from './conversation.ts';

/** How many are shown at first: the page is between two messages. */
const firstShown = 3;

/** The memories of a tool's answer. An opened memory replaces the list. */
export function Browse({ conversation }: { conversation: Conversation }) {
  const { shown, total, failure, isModelUnaware } = conversation;
  const [address, go] = useLocation();
  const [isEditing, setEditing] = useState(false);
  const open = shown.value?.find(({ memory }) => addressOf(memory.id) === address)?.memory;
  const characterId = open?.characterId;
  useEffect(() => {
    // Without them only the memory's own category can be chosen.
    if (characterId !== undefined) void conversation.readCategories(characterId).catch(() => undefined);
  }, [conversation, characterId]);
  const show = (id: string | undefined, edit = false) => {
    setEditing(edit);
    go(id === undefined ? '/' : addressOf(id));
  };
  return (
    <main class="browse">
      <h1 class="unseen">Memories</h1>
      <FailureNote failure={failure.value} />
      {isModelUnaware.value && (
        <p class="muted" role="status">
          This host does not inform the model of changes made here: mention them yourself if they matter.
        </p>
      )}
      <Toasted />
      {open ? (
        <MemoryPane
          key={open.id}
          characterId={open.characterId}
          memoryId={open.id}
          isEditing={isEditing}
          edit={setEditing}
          close={() => show(undefined)}
          isAlone
        />
      ) : (
        <List conversation={conversation} total={total.value} show={show} />
      )}
    </main>
  );
}

function addressOf(id: string): string {
  return `/${encodeURIComponent(id)}`;
}

/** The call that the page answers. */
function Question({ conversation, count }: { conversation: Conversation; count: number }) {
  const { question } = conversation;
  return (
    <p class="asked">
      {question === undefined ? (
        tn(count, '{n} memory', '{n} memories')
      ) : (
        <>
          {count.toLocaleString()} for <q dir="auto">{question}</q>
        </>
      )}
    </p>
  );
}

function List(props: { conversation: Conversation; total: number; show: (id: string, edit?: boolean) => void }) {
  const { conversation, total, show } = props;
  const { run: act, failure, isBusy } = useAction();
  const [isWhole, setWhole] = useState(false);
  const shown = conversation.shown.value;
  if (!shown) return conversation.failure.value ? null : <p class="muted">Waiting for the memories…</p>;
  if (shown.length === 0) return <p class="muted">No memory matches.</p>;
  const rated = new Map(conversation.recall.value?.results.map(({ memoryId, rating }) => [memoryId, rating]));
  const edits = new Edits(conversation);
  const run = (work: Promise<unknown>) => void work.catch((error) => conversation.toasts.fail(error));
  const actionsOf = ({ memory, isDeleted }: Shown) => {
    if (!conversation.may('updateMemory', memory.characterId)) return [];
    if (isDeleted) return [{ label: 'Restore', run: () => run(edits.restore(memory)) }];
    return [
      { label: 'Edit', run: () => show(memory.id, true) },
      { label: 'Delete', run: () => run(edits.remove(memory)), isDangerous: true },
    ];
  };
  // A "show more" button for one result saves no room.
  const rows = isWhole || shown.length <= firstShown + 1 ? shown : shown.slice(0, firstShown);
  return (
    <>
      <Question conversation={conversation} count={shown.length} />
      {rows.map((one, index) => (
        <div key={one.memory.id} class={one.isDeleted ? 'found deleted' : 'found'}>
          {one.relevance !== undefined && (
            <span class="relevance" title={`relevance ${relevanceInFigures(one.relevance)} of 1`}>
              {relevanceInFigures(one.relevance)}
            </span>
          )}
          <MemoryRow
            memory={one.memory}
            index={index}
            address={addressOf(one.memory.id)}
            isOpen={false}
            actions={actionsOf(one)}
          />
          {rated.has(one.memory.id) && (
            <Rating
              of="For this question it was"
              rating={rated.get(one.memory.id)}
              isOffered={conversation.may('rateRecall', one.memory.characterId)}
              rate={(verdict) => conversation.rate(one.memory.id, verdict)}
            />
          )}
        </div>
      ))}
      {rows.length < shown.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {(shown.length - rows.length).toLocaleString()} more
        </button>
      )}
      {rows.length === shown.length && total > shown.length && (
        <p class="muted">
          {shown.length.toLocaleString()} of {total.toLocaleString()}{' '}
          {conversation.hasMore && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() => void act(() => conversation.more()).then(() => setWhole(true))}
            >
              Next results
            </button>
          )}
        </p>
      )}
      <FailureNote failure={failure} />
    </>
  );
}
