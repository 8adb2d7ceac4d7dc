import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Failure } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { counted } from '../format.ts';
import { EditForm } from '../memory/edit-form.tsx';
import { relevanceInFigures } from '../memory/rank.ts';
import { PaneClose } from '../pane-close.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { DismissButton } from './dismiss.tsx';
import { Rating } from './rating.tsx';
import { type AskedAgain, outcomeIn, type Recall, wayOf } from './recall.ts';

/** How many memories of one recall are shown at first. */
const firstShown = 10;

/** An agent's query and its results: each memory with its matches and a way to correct it. */
export function RecallPane(props: {
  recall: Recall;
  /** The result of asking again. */
  again?: AskedAgain | undefined;
  write: () => void;
  close: (() => void) | undefined;
}) {
  const { recall, again, write, close } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [isWhole, setWhole] = useState(false);
  const { id: recallId, characterId, query, results, rating } = recall;
  const shown = isWhole ? results : results.slice(0, firstShown);
  return (
    <aside class="pane" aria-label="The recall">
      <PaneClose close={close} />
      <h2 dir="auto">{query === '' ? 'No question: generally useful memories' : query}</h2>
      <dl>
        <dt>Asked by</dt>
        <dd>
          {recall.client ?? recall.by}, {wayOf(recall)}
          {(recall.count ?? 1) > 1 && `, ${recall.count?.toLocaleString()} times`}
        </dd>
        <dt>Came to</dt>
        <dd>
          {outcomeIn(recall)}
          {again && (again.isAnswered ? '; answered now' : '; asked again: still not answered')}
        </dd>
        <dt>When</dt>
        <dd>
          <Time at={recall.at} as="moment" />
        </dd>
      </dl>
      <FailureNote failure={failure} />
      <div class="buttons">
        {recall.gap && dashboard.may('addMemoryDirect', characterId) && (
          <button type="button" class="main" onClick={write}>
            Write the missing memory…
          </button>
        )}
        {query !== '' && (
          <Link class="button" href={placeOf('search', characterId) + queryOf({ q: query })}>
            {results.length === 0 ? 'Why nothing?' : 'Ask it now'}
          </Link>
        )}
        {(recall.gap || recall.dismissed) && <DismissButton recall={recall} run={run} />}
      </div>
      {results.length > 0 && (
        <>
          <h3>{counted(results.length, 'memory', 'memories')} given</h3>
          <Rating
            of="All of it was"
            rating={rating}
            isBusy={isBusy}
            isOffered={dashboard.may('rateRecall', characterId)}
            rate={(verdict) => void run(() => client.call('rateRecall', { recallId, rating: verdict }))}
          />
        </>
      )}
      {shown.map((result) => (
        <Given key={result.memoryId} recall={recall} result={result} />
      ))}
      {shown.length < results.length && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Show all {results.length}
        </button>
      )}
    </aside>
  );
}

function Given({ recall, result }: { recall: Recall; result: Recall['results'][number] }) {
  const dashboard = useDashboard();
  const { client, drafts } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [isEditing, setEditing] = useState(false);
  const { characterId, query } = recall;
  const { memoryId, relevance, rating } = result;
  const of = { characterId, memoryId };
  const found = useLoad(`${recall.id} ${memoryId}`, async (signal) => {
    try {
      const [memory, explained] = await Promise.all([
        client.call('getMemory', of, signal),
        query === '' ? undefined : client.call('explainMemory', { ...of, query }, signal),
      ]);
      return { memory, explained };
    } catch (error) {
      if (error instanceof Failure && error.type === 'MemoryNotFound') return {};
      throw error;
    }
  });
  const { memory, explained } = found.value ?? {};
  const isOffered = dashboard.may('updateMemory', characterId);
  const mute = (muted: boolean) => client.call('muteMemory', { ...of, muted });
  return (
    <div class="given" data-memory={memoryId}>
      <FailureNote failure={found.failure ?? failure} again={found.again} />
      {memory && isOffered && (isEditing || drafts.has(memoryId)) ? (
        <EditForm memory={memory} close={() => setEditing(false)} />
      ) : (
        <p class="said" dir="auto">
          {memory?.content ?? (found.value && <i>This memory has been deleted since.</i>)}
        </p>
      )}
      <p class="muted">
        {relevance !== undefined && <>Given with relevance {relevanceInFigures(relevance)}. </>}
        {explained && <>Today: {explained.why}.</>}
      </p>
      <div class="buttons">
        <Rating
          of="This memory was"
          rating={rating}
          isBusy={isBusy}
          isOffered={dashboard.may('rateRecall', characterId)}
          rate={(verdict) =>
            void run(() => client.call('rateRecall', { recallId: recall.id, memoryId, rating: verdict }))
          }
        />
        {memory && isOffered && (
          <button type="button" class="quiet" disabled={isEditing} onClick={() => setEditing(true)}>
            Correct
          </button>
        )}
        {memory && dashboard.may('muteMemory', characterId) && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => mute(!memory.muted),
                memory.muted ? 'Hooks give it again' : 'Hooks leave it out; searches find it',
                () => mute(memory.muted === true),
              )
            }
          >
            {memory.muted ? 'Give it again' : 'Never again'}
          </button>
        )}
        <Link class="button quiet" href={placeOf('memories', characterId, memoryId)}>
          {memory ? 'History' : 'Look at it'}
        </Link>
      </div>
    </div>
  );
}
