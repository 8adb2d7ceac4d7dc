import { Link, useSearch } from 'wouter-preact';
import { HostModel, KindsLeftOut } from '../parts/captures/kinds.tsx';
import { CapturedTurn, type Turn } from '../parts/captures/turn.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { dayOf } from '../parts/time.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useDashboard } from '../shell/dashboard.ts';
import { placeOf, queryOf, useCharacter } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** Turns that are shown; of one session, or the latest of all. */
const maxTurns = 100;

/** The outcome of each turn of this machine's sessions: stored, proposed, known or left out, and why. */
export default function Captures({ character: id }: PageProps) {
  const { client } = useDashboard();
  const character = useCharacter(id);
  const session = new URLSearchParams(useSearch()).get('session') ?? undefined;
  const asked = { limit: maxTurns, ...(session !== undefined && { session }) };
  const found = useLoad(`${session}`, (signal) => client.call('listHookReceipts', asked, signal));
  if (!character) return <WithoutCharacter />;
  const turns = (found.value?.turns ?? []).filter(({ characterId }) => characterId === character.id);
  const kinds = (found.value?.kinds ?? []).filter(({ characterId }) => characterId === character.id);
  const sessions = [...new Set(turns.map((one) => one.session))];
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label="Captures" tabIndex={0}>
        <h1 class="page-title">
          Captures <small>{character.name}</small>
        </h1>
        <div class="facets">
          <Link class="chip" aria-current={session === undefined} href={placeOf('captures', character.id)}>
            All sessions
          </Link>
          {sessions.slice(0, 6).map((one) => (
            <Link
              key={one}
              class="chip"
              aria-current={one === session}
              href={placeOf('captures', character.id) + queryOf({ session: one })}
            >
              {nameOf(turns, one)}
            </Link>
          ))}
        </div>
        <FailureNote failure={found.failure} again={found.again} />
        <KindsLeftOut kinds={kinds} />
        <HostModel use={found.value?.hostModel} />
        {found.value && turns.length === 0 && (
          <div class="empty">
            <h2>Nothing was captured yet</h2>
            <p>
              Your messages to agents with hooks on this machine appear here: which parts were stored, and why the
              others were not.
            </p>
          </div>
        )}
        {turns.map((turn, index) => {
          const before = turns[index - 1];
          return (
            <>
              {(!before || dayOf(before.at) !== dayOf(turn.at)) && <h2 class="day">{dayOf(turn.at)}</h2>}
              <CapturedTurn key={turn.at + turn.clauses[0]?.id} turn={turn} />
            </>
          );
        })}
      </section>
    </div>
  );
}

/** A session by its host and when it began: its id says nothing to people. */
function nameOf(turns: readonly Turn[], session: string): string {
  const first = turns.findLast((one) => one.session === session);
  if (!first) return 'a session';
  const began = new Date(first.at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return `${first.host ?? 'a session'}, ${began}`;
}
