import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { listed, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf, useScope } from '../../shell/places.ts';
import { type Loaded, useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { lazily } from '../lazily.tsx';
import { GivenMemory } from '../memory/given.tsx';
import { PaneClose, PaneFailure } from '../pane-close.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import type { Answer, AskedAgain } from './again.ts';
import { AnsweredBy } from './answered-by.tsx';
import { DismissButton } from './dismiss.tsx';
import { Outcome } from './outcome.tsx';
import { Rating } from './rating.tsx';
import {
  askedIn,
  helpIn,
  isWaiting,
  knownIn,
  maySettle,
  outdatedFirst,
  type RecallRow,
  readLines,
  recallsOf,
  wayOf,
} from './recall.ts';

const WhyNothing = lazily(async () => (await import('./why-nothing.tsx')).WhyNothing);

/** How many memories of one recall are shown at first. */
const firstShown = 10;

/** An agent's query and its results: each memory with its matches and a way to correct it. */
export function RecallPane(props: {
  recall: RecallRow;
  /** The result of asking again. */
  again?: AskedAgain | undefined;
  write: () => void;
  /** Called when a memory was written or changed so that it answers. */
  mended: (answer: Answer) => void;
  /** Whether it is being asked again. */
  isAsking: boolean;
  close: (() => void) | undefined;
}) {
  const { recall, again, write, mended, isAsking, close } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { isAll } = useScope();
  const { run, failure } = useAction();
  const [isWhole, setWhole] = useState(false);
  const { id: recallId, characterId, query, rating } = recall;
  const all = recallsOf(recall);
  const results = all.flatMap((one) => one.results);
  const held = all.flatMap((one) => one.held ?? []);
  const had = knownIn(recall);
  const isUnanswered = query !== '' && results.length + had.length === 0;
  const isSettled = isAsking || recall.answer !== undefined || again?.isAnswered === true;
  const lined = useLoad(`${recallId} ${isWhole}`, async (signal) => {
    if (results.length + held.length + had.length === 0) return { given: [], held: [], had: [] };
    const lines = await Promise.all(
      all.map(async (one) => {
        const read = await readLines(client, one, signal);
        const of = (some: typeof read.results) => some.map((given) => ({ recall: one, given }));
        return { given: of(read.results), held: of(read.held), had: of(read.known) };
      }),
    );
    const given = outdatedFirst(lines.flatMap((one) => one.given));
    return {
      given: isWhole ? given : given.slice(0, firstShown),
      held: lines.flatMap((one) => one.held),
      had: lines.flatMap((one) => one.had),
    };
  });
  return (
    <aside class="pane" aria-label={t('The recall')}>
      <PaneClose close={close} />
      <h2 dir="auto">{askedIn(recall)}</h2>
      <dl>
        <dt>{t('Asked by')}</dt>
        <dd>
          {listed([recall.client ?? recall.by, wayOf(recall)])}
          {(recall.count ?? 1) > 1 && `${t(', ')}${tn(recall.count ?? 1, '{n} time', '{n} times')}`}
        </dd>
        <dt>{t('Came to')}</dt>
        <dd>
          {recall.answer ? <AnsweredBy answer={recall.answer} /> : <Outcome row={recall} />}
          {!recall.answer && isAsking && `; ${t('asking it again…')}`}
          {!recall.answer &&
            !isAsking &&
            again &&
            `; ${again.isAnswered ? again.said : t('asked again: {said}', { said: again.said })}`}
        </dd>
        {results.length > 0 && (
          <>
            <dt>{t('Helped')}</dt>
            <dd>{helpIn(recall, [...(lined.value?.given ?? []), ...(lined.value?.had ?? [])])}</dd>
          </>
        )}
        <dt>{t('When')}</dt>
        <dd>
          <Time at={recall.at} as="moment" />
        </dd>
      </dl>
      <FailureNote failure={failure} />
      <div class="buttons">
        {recall.gap && !isUnanswered && !isSettled && dashboard.may('addMemoryDirect', characterId) && (
          <button type="button" class="main" onClick={write}>
            {t('Write the missing memory…')}
          </button>
        )}
        {query !== '' && !isUnanswered && (
          <Link class="button" href={placeOf('search', isAll ? everyone : characterId) + queryOf({ q: query })}>
            {t('Ask it now')}
          </Link>
        )}
        {maySettle(recall) && !isAsking && <DismissButton recall={recall} run={run} />}
      </div>
      {isUnanswered && <WhyNothing of={recall} mended={mended} isOpen={isWaiting(recall)} isMended={isSettled} />}
      {results.length > 0 && (
        <>
          <h3>{tn(results.length, '{n} memory given', '{n} memories given')}</h3>
          <Rating
            of={t('All of it was')}
            rating={rating}
            isOffered={dashboard.may('rateRecall', characterId)}
            rate={(verdict) => client.call('rateRecall', { recallId, rating: verdict })}
          />
        </>
      )}
      <FailureNote failure={lined.failure} again={lined.again} />
      {lined.value?.given.map((one) => (
        <GivenMemory key={one.given.memoryId} {...one} isExplained={query !== ''} />
      ))}
      {!isWhole && results.length > firstShown && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          {t('Show all {n}', { n: results.length })}
        </button>
      )}
      {had.length > 0 && (
        <h3>
          {tn(had.length, '{n} memory that the session had already', '{n} memories that the session had already')}
        </h3>
      )}
      {lined.value?.had.map((one) => (
        <GivenMemory key={one.given.memoryId} {...one} wasKnown />
      ))}
      {held.length > 0 && <h3>{tn(held.length, '{n} memory held back', '{n} memories held back')}</h3>}
      {lined.value?.held.map((one) => (
        <GivenMemory key={one.given.memoryId} {...one} isExplained={query !== ''} isHeld />
      ))}
    </aside>
  );
}

/** In place of a recall that is being read, or is not there. */
export function NoRecall({ found, close }: { found: Loaded<RecallRow | null>; close: () => void }) {
  return (
    <aside class="pane" aria-label={t('The recall')} aria-busy={found.isLoading}>
      <PaneClose close={close} />
      <PaneFailure failure={found.failure} again={found.again} close={close} isGone={found.value === null} />
    </aside>
  );
}
