import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Failure } from '../../client/client.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf, queryOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { relevanceInFigures } from '../memory/rank.ts';
import { State } from '../state.tsx';
import { type Answered, askAgain, askedLately, givenUnder, sumUnder, type Tried } from './compare.ts';

const now: Tried = { threshold: 0, isByWordsOnly: false };

/** Compares search settings on real questions of agents. */
export function CompareSettings({ characterId }: { characterId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="compare" aria-label={t('Settings compared')}>
      <h2 class="heading">{t('Settings compared')}</h2>
      {isOpen ? (
        <Compared key={characterId} characterId={characterId} />
      ) : (
        <>
          <p class="muted">{t('Asks the latest questions of agents again, and compares two settings.')}</p>
          <button type="button" onClick={() => setOpen(true)}>
            {t('Compare settings')}
          </button>
        </>
      )}
    </section>
  );
}

function Compared({ characterId }: { characterId: string }) {
  const { client, tier } = useDashboard();
  const [questions, setQuestions] = useState<readonly string[]>();
  const [answers, setAnswers] = useState<readonly Answered[]>([]);
  const [failure, setFailure] = useState<Failure>();
  const [tried, setTried] = useState<Tried>({ threshold: 0.3, isByWordsOnly: false });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      const queries = await askedLately(client, characterId, signal);
      setQuestions(queries);
      await askAgain(client, characterId, queries, signal, setAnswers);
    };
    run().catch((error) => !signal.aborted && setFailure(error as Failure));
    return () => controller.abort();
  }, [client, characterId]);
  if (questions?.length === 0) return <p class="muted">{t('No agent has asked anything yet.')}</p>;
  const [before, after] = [sumUnder(answers, now), sumUnder(answers, tried)];
  const model = tier.value?.ai.embedding.model;
  const isDone = questions !== undefined && answers.length === questions.length;
  return (
    <>
      <FailureNote failure={failure} />
      <div class="settings">
        <label>
          {t('Give nothing below relevance')}
          <output>{relevanceInFigures(tried.threshold)}</output>
          <input
            type="range"
            min={0}
            max={0.95}
            step={0.05}
            value={tried.threshold}
            onInput={(event) => setTried({ ...tried, threshold: Number(event.currentTarget.value) })}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={tried.isByWordsOnly}
            onChange={(event) => setTried({ ...tried, isByWordsOnly: event.currentTarget.checked })}
          />{' '}
          {t('By words alone, without {model}', {
            model: model === undefined || model === 'internal' ? t('the table of related words') : model,
          })}
        </label>
      </div>
      <p role="status" hidden={failure !== undefined}>
        {isDone
          ? t(
              '{questions}: {now} get something now, {later} with these settings; {before} memories given, then {after}.',
              {
                questions: tn(answers.length, '{n} question', '{n} questions'),
                now: before.helped,
                later: after.helped,
                before: before.memories,
                after: after.memories,
              },
            )
          : t('{n} of {all} questions asked again…', { n: answers.length, all: questions?.length ?? '…' })}
      </p>
      <div class="wide">
        <table class="table plain">
          <thead>
            <tr>
              <th>{t('Question')}</th>
              <th>{t('Now')}</th>
              <th>{t('With these')}</th>
            </tr>
          </thead>
          <tbody>
            {answers.map((one) => (
              <tr key={one.query}>
                <td>
                  <Link href={placeOf('search', characterId) + queryOf({ q: one.query })} dir="auto">
                    {one.query}
                  </Link>
                </td>
                <Outcome {...givenUnder(one, now)} />
                <Outcome {...givenUnder(one, tried)} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Outcome({ count, best }: { count: number; best: number }) {
  return (
    <td class="number">
      {count === 0 ? (
        <State is="bad">{t('nothing')}</State>
      ) : (
        <State is="good">
          {count} <span class="muted">{t('best {best}', { best: relevanceInFigures(best) })}</span>
        </State>
      )}
    </td>
  );
}
