import { Link } from 'wouter-preact';
import { listed, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FailureNote } from '../failure.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import type { Settled } from './again.ts';
import { AnsweredBy } from './answered-by.tsx';
import { DismissButton } from './dismiss.tsx';
import { Outcome } from './outcome.tsx';
import { askedIn, isUsed, maySettle, outcomeIn, type RecallRow, recallsOf, wayOf } from './recall.ts';

/** The start of a session, in one line: where, and how much it was given by itself. */
export function SessionRow(props: { recall: RecallRow; name: string; address: string; isOpen: boolean }) {
  const { recall, name, address, isOpen } = props;
  const given = recallsOf(recall).flatMap(({ results }) => results).length;
  return (
    <article class={`m quietly${isOpen ? ' sel' : ''}`} data-recall={recall.id}>
      <Link href={address} aria-current={isOpen ? 'true' : undefined}>
        <p class="said" dir="auto">
          {t('Session in {name}', { name })}
        </p>
      </Link>
      <div class="meta">
        <span>{recall.client ?? recall.by}</span>
        <span>
          {given === 0 ? outcomeIn(recall) : tn(given, '{n} memory at its start', '{n} memories at its start')}
        </span>
        <Time at={recall.at} as="clock" />
      </div>
    </article>
  );
}

/** A prompt or a query, and what came of it. */
export function Row(props: {
  recall: RecallRow;
  again: Settled | undefined;
  /** Of all that gave something, but not of the one whose page it is. */
  characterNames: readonly string[];
  address: string;
  isOpen: boolean;
  /** Whether it can be answered or put aside here; everywhere else its pane does that. */
  hasActions: boolean;
  write: () => void;
}) {
  const { recall, again, characterNames, address, isOpen, hasActions, write } = props;
  const dashboard = useDashboard();
  const { characterId } = recall;
  const { gap, client: host, by, count = 1 } = recall;
  const { run, failure } = useAction();
  const rated = recallsOf(recall).flatMap((one) => [one.rating, ...one.results.map(({ rating }) => rating)]);
  return (
    <article class={`m${isOpen ? ' sel' : ''}`} data-recall={recall.id}>
      <Link href={address} aria-current={isOpen ? 'true' : undefined}>
        <p class="said" dir="auto" id={`asked-${recall.id}`}>
          {askedIn(recall)}
        </p>
      </Link>
      <div class="meta">
        {characterNames.length > 0 && <b>{listed(characterNames)}</b>}
        <span>{recall.kind === 'hook' ? (host ?? by) : listed([wayOf(recall), host ?? by])}</span>
        {recall.answer ? (
          <AnsweredBy answer={recall.answer} />
        ) : again?.isAnswered ? (
          <b class="answered">{again.said}</b>
        ) : (
          <span class={gap ? 'missing' : undefined}>
            <Outcome row={recall} />
          </span>
        )}
        {again && !again.isAnswered && !recall.answer && <span>{t('asked again: {said}', { said: again.said })}</span>}
        {count > 1 && <b>{tn(count, 'asked {n} time', 'asked {n} times')}</b>}
        {isUsed(recall) && <b class="answered">{t('used in the answer')}</b>}
        {rated.includes('wrong') && <span class="imp">{t('wrong')}</span>}
        {rated.includes('useful') && <span class="imp">{t('useful')}</span>}
        {hasActions && !again?.isAnswered && maySettle(recall) && (
          <span class="over">
            {!recall.dismissed && dashboard.may('addMemoryDirect', characterId) && (
              <button type="button" class="quiet" aria-describedby={`asked-${recall.id}`} onClick={write}>
                {t('Write the missing memory…')}
              </button>
            )}
            <DismissButton recall={recall} run={run} describedBy={`asked-${recall.id}`} />
          </span>
        )}
        <Time at={recall.at} as="clock" />
      </div>
      <FailureNote failure={failure} />
    </article>
  );
}
