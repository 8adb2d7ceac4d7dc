import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf, useScope } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { lazily } from '../lazily.tsx';
import { Rating } from '../recalls/rating.tsx';
import { hasEndedSince } from '../recalls/recall.ts';
import { useAction } from '../use-action.ts';
import { Held } from './held.tsx';
import { Holding } from './memory-row.tsx';
import { labelInWords } from './origin.ts';
import { bandOf, relevanceInFigures } from './rank.ts';
import { Said, ShortText } from './said.tsx';

const WhyGiven = lazily(async () => (await import('./why-given.tsx')).WhyGiven);

type Recall = Output<'listRecalls'>['recalls'][number];

/** UTF-16 units of a text that its three lines surely show. */
const maxShort = 160;

/** A memory as an agent got it: the line at that time, what became of it since, and what a person says of it. */
export function GivenMemory(props: {
  recall: Recall;
  given: Recall['results'][number];
  /** Whether the reason is shown without a click. */
  isExplained?: boolean;
  /** It was a match, but hooks held it back. */
  isHeld?: boolean;
  /** The session had it already, so it was not given again. */
  wasKnown?: boolean;
}) {
  const { recall, given } = props;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { isAll } = useScope();
  const { run, failure, isBusy } = useAction();
  const [form, setForm] = useState<ComponentChildren>();
  const [isWhole, setWhole] = useState(false);
  const [isExplained, setExplained] = useState(props.isExplained ?? false);
  const lineId = useId();
  const { query, id: recallId } = recall;
  const { memoryId, relevance, rating, used, line, tokens, now, deleted, ended, muted = false } = given;
  const characterId = given.characterId ?? recall.characterId;
  const wasGiven = !props.isHeld && !props.wasKnown;
  const of = { characterId, memoryId };
  const choice = props.isHeld && !given.trusted ? { held: true } : given;
  const may = (name: 'updateMemory' | 'muteMemory') => !deleted && dashboard.may(name, characterId);
  const mute = (isMuted: boolean) => client.call('muteMemory', { ...of, muted: isMuted });
  const edit = async () => {
    const [memory, { EditForm }] = await Promise.all([
      client.call('getMemory', of),
      import('./edit-form.tsx'),
      dashboard.readCategories(characterId),
    ]);
    setForm(<EditForm memory={memory} close={() => setForm(undefined)} />);
  };
  const [, label, text] = /^\[([^\]]*)\] (.*)$/su.exec(line ?? '') ?? [undefined, undefined, line];
  const action = (name: string, does: () => void, isOn?: boolean): ComponentChildren => (
    <button type="button" class="quiet" aria-describedby={lineId} aria-expanded={isOn} disabled={isBusy} onClick={does}>
      {name}
    </button>
  );
  return (
    <div class="given" data-memory={memoryId}>
      {form ?? (
        // The key keeps the foot, and what has the focus there.
        <div
          key="told"
          class={['told', (deleted || ended !== undefined) && 'past', muted && 'struck'].filter(Boolean).join(' ')}
          id={lineId}
        >
          {text === undefined ? (
            <p class="said">
              <i>{t('Its text at that time is gone.')}</i>
            </p>
          ) : isWhole ? (
            <p class="said" dir="auto">
              <Said content={text} />
            </p>
          ) : (
            <ShortText content={text} />
          )}
          {text !== undefined && !isWhole && text.length > maxShort && (
            <button type="button" class="more" onClick={() => setWhole(true)}>
              {t('The whole text')}
            </button>
          )}
        </div>
      )}
      {!form && now !== undefined && (
        <p class="said short muted" dir="auto">
          {t('Now: {now}', { now })}
        </p>
      )}
      {given.usedIn !== undefined && (
        <p class="answered" dir="auto">
          {t('In the answer: {words}', { words: given.usedIn })}
        </p>
      )}
      <div class="foot">
        <div class="meta">
          {label !== undefined && <span dir="auto">{labelInWords(label)}</span>}
          {used && <b class="answered">{t('used in the answer')}</b>}
          {props.wasKnown && <span>{t('given before')}</span>}
          {tokens !== undefined && wasGiven && <span>{tn(tokens, '{n} token', '{n} tokens')}</span>}
          {isExplained && relevance !== undefined && (
            <span title={t('relevance {relevance}', { relevance: relevanceInFigures(relevance) })}>
              {bandOf(relevance).label}
            </span>
          )}
          {muted && <b>{t('never given again')}</b>}
          {!props.isHeld && hasEndedSince(recall, given) && <span>{t('since then:')}</span>}
          <Holding memory={given} />
          {given.doubt !== undefined && !deleted && (
            <Link
              aria-describedby={lineId}
              href={placeOf('queue', isAll ? everyone : characterId) + queryOf({ about: memoryId, of: characterId })}
            >
              {t('Put it right')}
            </Link>
          )}
          {deleted && <b>{t('has been deleted since')}</b>}
          {!deleted && !muted && <Held characterId={characterId} memoryId={memoryId} choice={choice} />}
          {!props.isExplained && !deleted && action(t('Why?'), () => setExplained(!isExplained), isExplained)}
        </div>
        <div class="buttons does">
          <div class="act">
            {may('updateMemory') &&
              action(t('Correct'), () => void edit().catch((error) => dashboard.toasts.fail(error)))}
            {!props.isHeld &&
              may('muteMemory') &&
              action(
                muted ? t('Give it again') : t('Never again'),
                () =>
                  void run(
                    () => mute(!muted),
                    muted ? t('Hooks give it again') : t('Hooks leave it out; searches find it'),
                    () => mute(muted),
                  ),
              )}
          </div>
          <Rating
            of={t('This memory was')}
            rating={rating}
            isOffered={wasGiven && dashboard.may('rateRecall', recall.characterId)}
            rate={(verdict) => client.call('rateRecall', { recallId, memoryId, rating: verdict })}
          />
        </div>
      </div>
      {isExplained && (
        // The key keeps it, and the buttons, when the text becomes a form and back.
        <p key="why" class="muted">
          {!deleted && <WhyGiven characterId={characterId} memoryId={memoryId} query={query} relevance={relevance} />}{' '}
          <Link aria-describedby={lineId} href={placeOf('memories', characterId, memoryId)}>
            {t('History')}
          </Link>
        </p>
      )}
      <FailureNote failure={failure} />
    </div>
  );
}
