import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { FailureNote } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { FromHealth, InboxPart } from '../parts/inbox/from-health.tsx';
import { Unrecalled } from '../parts/inbox/unrecalled.tsx';
import { RememberDialog } from '../parts/memory/remember.tsx';
import { DismissButton } from '../parts/recalls/dismiss.tsx';
import { type AskedAgain, askAgain, outcomeIn, type Recall } from '../parts/recalls/recall.ts';
import { Time } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** How many of each kind are shown. */
const shown = 6;

/** Items that need a user's decision, for one character or all, each with its actions. */
export default function Inbox({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { character, isAll } = useScope(id);
  const scope = isAll ? everyone : character?.id;
  const characterId = character?.id;
  const found = useLoad(
    `${scope}`,
    scope === undefined
      ? undefined
      : async (signal) => {
          const [reviews, { recalls, nextCursor }] = await Promise.all([
            client.call('countReviews', {}, signal),
            client.call('listRecalls', { characterId, gap: true, grouped: true, limit: shown }, signal),
          ]);
          return { reviews, gaps: recalls, hasMoreGaps: nextCursor !== undefined };
        },
  );
  if (scope === undefined) return <WithoutCharacter />;
  const { reviews, gaps = [], hasMoreGaps = false } = found.value ?? {};
  const waiting = (reviews?.characters ?? []).filter((one) => isAll || one.characterId === characterId);
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll paired" aria-label="Inbox" tabIndex={0} aria-busy={found.isLoading}>
        <h1 class="page-title">
          Inbox <small>{character?.name ?? 'all characters'}</small>
        </h1>
        <FailureNote failure={found.failure} again={found.again} />
        {found.value && (
          <div class="halves">
            <div>
              <InboxPart title="To review" isEmpty={waiting.length === 0} none="No edit and no proposal waits for you.">
                <ul class="list">
                  {waiting.map(({ characterId: of, edits, proposals }) => (
                    <li key={of}>
                      <span>
                        <b>{dashboard.character(of)?.name ?? 'another character'}</b>:{' '}
                        {[
                          edits > 0 && counted(edits, 'edit of a model', 'edits of models'),
                          proposals > 0 && counted(proposals, 'proposal'),
                        ]
                          .filter(Boolean)
                          .join(', ')}
                      </span>
                      <Link class="button" href={placeOf('review', of)}>
                        Review
                      </Link>
                    </li>
                  ))}
                </ul>
              </InboxPart>
              <InboxPart title="Asked and not helped" isEmpty={gaps.length === 0} none="Every question was helped.">
                {gaps.map((gap) => (
                  <Gap key={gap.id} gap={gap} isNamed={isAll} />
                ))}
                {hasMoreGaps && (
                  <Link class="button" href={placeOf('recalls', scope) + queryOf({ show: 'gaps' })}>
                    All that was not helped
                  </Link>
                )}
              </InboxPart>
            </div>
            <div>
              <FromHealth characterId={characterId} />
              {characterId !== undefined && (
                <InboxPart title="Never recalled" isEmpty={false} none="">
                  <Unrecalled key={characterId} characterId={characterId} />
                </InboxPart>
              )}
            </div>
          </div>
        )}
      </section>
    </div>
  );
}

/** A question without a helpful answer: the user answers it with a memory and repeats it. */
function Gap({ gap, isNamed }: { gap: Recall; isNamed: boolean }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [isWriting, setWriting] = useState(false);
  const [again, setAgain] = useState<AskedAgain>();
  const { characterId, query, client: host, by, at, count = 1 } = gap;
  const character = dashboard.characters.value?.find((one) => one.id === characterId);
  const ask = async () => setAgain(await askAgain(dashboard.client, gap));
  return (
    <article class="change" data-gap={gap.id}>
      <p class="said short" dir="auto">
        {query}
      </p>
      <div class="meta">
        {isNamed && <b>{character?.name}</b>}
        <span>{host ?? by}</span>
        {again?.isAnswered ? (
          <b class="answered">answered now</b>
        ) : (
          <span class="missing">{again ? 'asked again: still not answered' : outcomeIn(gap)}</span>
        )}
        {count > 1 && <b>asked {count.toLocaleString()} times</b>}
        <Time at={at} as="moment" />
      </div>
      <div class="buttons">
        {character && !again?.isAnswered && dashboard.may('addMemoryDirect', characterId) && (
          <button type="button" disabled={isBusy} onClick={() => setWriting(true)}>
            Write the missing memory…
          </button>
        )}
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(ask)}>
          Ask again
        </button>
        <DismissButton recall={gap} run={run} />
        <FailureNote failure={failure} />
      </div>
      {isWriting && character && (
        <RememberDialog
          character={character}
          asked={query}
          done={() => void run(ask)}
          close={() => setWriting(false)}
        />
      )}
    </article>
  );
}
