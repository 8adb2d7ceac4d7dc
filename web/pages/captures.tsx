import { useRef } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import type { Output } from '../client/client.ts';
import { dayOf, momentOf } from '../languages/times.ts';
import { t } from '../languages/translate.ts';
import { HostModel, KindsLeftOut } from '../parts/captures/kinds.tsx';
import { CapturedTurn, type Turn } from '../parts/captures/turn.tsx';
import { UndoSession } from '../parts/captures/undo-session.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { shortened } from '../parts/format.ts';
import { Skeleton } from '../parts/skeleton.tsx';
import { useNewest } from '../parts/use-newest.ts';
import { MoreOf, usePages } from '../parts/use-pages.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';

/** Turns that one request reads. */
const turnsAtOnce = 50;
/** Sessions to choose from. */
const maxSessions = 6;
/** The letters that name a session. */
const maxFirstWords = 28;

type Receipts = Output<'listHookReceipts'>;

/** The outcome of each turn of this machine's sessions: stored, proposed, known or left out, and why. */
export default function Captures({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { character, isAll } = useScope(id);
  const scope = isAll ? everyone : character?.id;
  const session = new URLSearchParams(useSearch()).get('session') ?? undefined;
  const about = useRef<Omit<Receipts, 'turns'>>();
  const found = usePages<Turn>(`${scope} ${session}`, async (cursor, signal) => {
    const asked = { characterId: character?.id, session, cursor, limit: turnsAtOnce };
    const { turns: rows, nextCursor, ...rest } = await client.call('listHookReceipts', asked, signal);
    about.current = rest;
    return { rows, nextCursor };
  });
  const newest = async (signal: AbortSignal) =>
    (await client.call('listHookReceipts', { characterId: character?.id, limit: 1 }, signal)).turns[0]?.at;
  useNewest(`${scope}`, newest, found.again);
  if (scope === undefined) return <WithoutCharacter />;
  const turns = found.value?.rows ?? [];
  const kinds = about.current?.kinds ?? [];
  const sessions = [...new Set(turns.map((one) => one.session))].map((one) => [one, nameOf(turns, one)] as const);
  // A chosen session is read alone: the others stay to choose from.
  const all = useRef<typeof sessions>([]);
  if (session === undefined && found.value && !found.isLoading) all.current = sessions.slice(0, maxSessions);
  const named = new Map([...all.current, ...sessions]);
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label={t('Captures')} tabIndex={0}>
        <h1 class="page-title">
          {t('Captures')} <small>{character?.name ?? t('all characters')}</small>
        </h1>
        <div class="facets">
          <Link class="chip" aria-current={session === undefined} href={placeOf('captures', scope)}>
            {t('All sessions')}
          </Link>
          {[...named].slice(0, maxSessions + 1).map(([one, name]) => (
            <Link
              key={one}
              class="chip"
              aria-current={one === session}
              href={placeOf('captures', scope) + queryOf({ session: one })}
            >
              <bdi>{name}</bdi>
            </Link>
          ))}
        </div>
        <FailureNote failure={found.failure} again={found.again} />
        <Skeleton of={found} />
        {session !== undefined && <UndoSession session={session} turns={turns} />}
        <KindsLeftOut kinds={kinds} />
        <HostModel use={about.current?.hostModel} />
        {found.value && turns.length === 0 && (
          <div class="empty">
            <h2>{session === undefined ? t('Nothing was captured yet') : t('This session is no longer there')}</h2>
            {session === undefined && (
              <p>
                {t(
                  'Your messages to agents with hooks on this machine appear here: which parts were stored, and why the others were not.',
                )}
              </p>
            )}
          </div>
        )}
        {turns.map((turn, index) => {
          const before = turns[index - 1];
          return (
            <>
              {(!before || dayOf(before.at) !== dayOf(turn.at)) && <h2 class="day">{dayOf(turn.at)}</h2>}
              <CapturedTurn
                key={turn.at + turn.clauses[0]?.id}
                turn={turn}
                characterName={isAll ? dashboard.character(turn.characterId)?.name : undefined}
              />
            </>
          );
        })}
        <MoreOf found={found} />
      </section>
    </div>
  );
}

/** A session by when it began, and what was said first: its id says nothing to people. */
function nameOf(turns: readonly Turn[], session: string): string {
  const first = turns.findLast((one) => one.session === session);
  if (!first) return t('a session');
  return `${momentOf(new Date(first.at))}: ${shortened(first.clauses[0]?.text ?? '', maxFirstWords)}`;
}
