import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { ConnectHosts } from '../connect-hosts.tsx';
import { FailureNote } from '../failure.tsx';
import { lazily } from '../lazily.tsx';
import { GivenMemory } from '../memory/given.tsx';
import { askedIn, isUsed, mayBeOutdated, outcomeIn, outdatedFirst } from '../recalls/recall.ts';
import { Skeleton } from '../skeleton.tsx';
import { Time } from '../time.tsx';
import { useNewest } from '../use-newest.ts';
import { type Moment, newestSeen, readSeen } from './seen.ts';

const Counts = lazily(
  async () => (await import('../recalls/counts.tsx')).Counts,
  ({ tell }) => tell?.(),
);
const WhyNothing = lazily(async () => (await import('../recalls/why-nothing.tsx')).WhyNothing);

/** How many memories of a moment are shown at first. */
const firstShown = 8;
/** The room of a session's start, as hooks give it (tokens). */
const tokensAtStart = 1_500;

/**
 * What agents got of a memory: at the start of the last session and at its latest prompts, as text, while one works.
 * @param children what stands below it: it comes once this is read, so that it need not move
 */
export function Seen(props: { characterId: string | undefined; children: ComponentChildren }) {
  const { characterId, children } = props;
  const { client } = useDashboard();
  const found = useLoad(`${characterId}`, (signal) => readSeen(client, characterId, signal));
  useNewest(`${characterId}`, (signal) => newestSeen(client, characterId, signal), found.again);
  const [isCounted, setCounted] = useState(false);
  const isSeen = useRef(false);
  isSeen.current ||= found.value !== undefined || found.failure !== undefined;
  // All of it comes at once, so that nothing of it moves.
  const isRead = isCounted && isSeen.current;
  const seen = isRead ? found.value : undefined;
  const { start, prompts = [] } = seen ?? {};
  const moments = start ? [...prompts, start] : prompts;
  const first = moments.find(({ recalls }) => recalls.some(({ results }) => results.length > 0));
  return (
    <>
      <section class="seen" aria-label={t('What your agent sees')}>
        <h2 class="heading">{t('What your agent sees')}</h2>
        <div hidden={!isRead}>
          <Counts
            characterId={characterId}
            filter={{}}
            isOfWeek
            addressOf={(filter) => placeOf('recalls', characterId ?? everyone) + queryOf({ ...filter })}
            tell={() => setCounted(true)}
          />
        </div>
        <FailureNote failure={found.failure} again={found.again} />
        <Skeleton of={{ value: isRead || undefined, isLoading: true }} />
        {prompts.map((moment) => (
          <MomentCard key={`${moment.at} ${moment.query}`} moment={moment} isFirst={moment === first} />
        ))}
        {start && <MomentCard key={start.at} moment={start} isFirst={start === first} />}
        {seen && !start && prompts.length === 0 && <NothingSeen characterId={characterId} />}
        {seen && (prompts.length > 0 || start) && (
          <Link href={placeOf('recalls', characterId ?? everyone)}>{t('All recalls of this week')}</Link>
        )}
      </section>
      {isRead && children}
    </>
  );
}

/**
 * One prompt or start, and what was given with it.
 * @param isFirst the latest one that was given something
 */
function MomentCard({ moment, isFirst }: { moment: Moment; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst);
  const [isWhole, setWhole] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { at, query, host, tokens, recalls } = moment;
  const held = recalls.flatMap((recall) => (recall.held ?? []).map((one) => ({ recall, given: one })));
  const had = recalls.flatMap((recall) => (recall.known ?? []).map((one) => ({ recall, given: one })));
  const given = outdatedFirst(recalls.flatMap((recall) => recall.results.map((one) => ({ recall, given: one }))));
  const outdated = [...given, ...had].filter((one) => mayBeOutdated(one.given)).length;
  const shown = isWhole ? given : given.slice(0, firstShown);
  const [first, ...others] = recalls;
  return (
    <details class="moment" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="said prompt" dir="auto">
          {askedIn({ kind: 'hook', query })}
        </span>
        <span class="meta">
          <span>{host}</span>
          <span>
            {first && outcomeIn({ ...first, beside: others })}
            {given.length > 0 && `${t(', ')}${tn(tokens, '{n} token', '{n} tokens')}`}
          </span>
          {first && isUsed({ ...first, beside: others }) && <b class="answered">{t('used in the answer')}</b>}
          {outdated > 0 && (
            <span class="outdated">{tn(outdated, '{n} may no longer hold', '{n} may no longer hold')}</span>
          )}
          <Time at={at} as="moment" />
        </span>
      </summary>
      {isOpen && given.length === 0 && had.length === 0 && (
        <p class="muted">
          {held.length === 0 && t('No memory fits it closely enough.')}{' '}
          {query !== '' && !isAsking && (
            <button type="button" class="quiet" onClick={() => setAsking(true)}>
              {t('Why nothing?')}
            </button>
          )}
        </p>
      )}
      {isOpen && isAsking && first && <WhyNothing of={first} />}
      {isOpen &&
        shown.map(({ recall, given: one }) => (
          <GivenMemory key={`${recall.id} ${one.memoryId}`} recall={recall} given={one} />
        ))}
      {isOpen && shown.length < given.length && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          {t('Show all {n}', { n: given.length })}
        </button>
      )}
      {isOpen &&
        had.map(({ recall, given: one }) => (
          <GivenMemory key={`${recall.id} ${one.memoryId}`} recall={recall} given={one} wasKnown />
        ))}
      {isOpen &&
        held.map(({ recall, given: one }) => (
          <GivenMemory key={`${recall.id} ${one.memoryId}`} recall={recall} given={one} isHeld />
        ))}
    </details>
  );
}

/** Without hooks: what a session would get at its start, and how to install them. */
function NothingSeen({ characterId }: { characterId: string | undefined }) {
  const { client } = useDashboard();
  const found = useLoad(
    `${characterId}`,
    characterId === undefined
      ? undefined
      : (signal) => client.call('assembleContext', { characterId, maxTokens: tokensAtStart }, signal),
  );
  return (
    <>
      <p class="muted">{t('No host has asked by a hook yet. With hooks a host gets memories by itself:')}</p>
      <ConnectHosts />
      <FailureNote failure={found.failure} again={found.again} />
      {found.value && found.value.text !== '' && (
        <details>
          <summary>
            {tn(
              found.value.tokens,
              'A session that starts now would get {n} token:',
              'A session that starts now would get {n} tokens:',
            )}
          </summary>
          <pre class="diff" dir="auto">
            {found.value.text}
          </pre>
        </details>
      )}
    </>
  );
}
