import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { Output } from '../../client/client.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { counted } from '../format.ts';
import { ShortText } from '../memory/said.tsx';
import { State } from '../state.tsx';

type Health = Output<'getMemoryHealth'>;

/** Parts of a memory's health: what ended or ends soon, past days, likely duplicates, new memories of this week. */
export function FromHealth({ characterId }: { characterId: string | undefined }) {
  const { client } = useDashboard();
  const found = useLoad(`${characterId}`, (signal) => client.call('getMemoryHealth', { characterId }, signal));
  if (!found.value) return <FailureNote failure={found.failure} again={found.again} />;
  const health = found.value;
  const { stale, pairs, learnt } = health;
  return (
    <>
      {endings.map(({ part, title, none }) => {
        const { count, first } = health[part];
        return (
          <InboxPart key={part} title={title} isEmpty={count === 0} none={none}>
            <Lines lines={first.map(({ end: note, ...one }) => ({ ...one, note }))} />
            <Others count={count - first.length} />
          </InboxPart>
        );
      })}
      <InboxPart title="The day has passed" isEmpty={stale.count === 0} none="No memory names a day that has passed.">
        <Lines lines={stale.first.map((one) => ({ ...one, note: `until ${dateOf(one.day)}` }))} />
        <Others count={stale.count - stale.first.length} orMore={stale.more} />
      </InboxPart>
      <InboxPart title="Look alike" isEmpty={pairs.count === 0} none="No two of the newest memories look alike.">
        <Link class="button" href={placeOf('duplicates', characterId ?? everyone)}>
          Compare {counted(pairs.count, 'pair')}
        </Link>
      </InboxPart>
      <InboxPart title="Learnt this week" isEmpty={learnt.count === 0} none="Nothing was stored in seven days.">
        <Lines lines={learnt.first} />
        <Others count={learnt.count - learnt.first.length} />
      </InboxPart>
    </>
  );
}

const endings = [
  { part: 'ended', title: 'Ended this week', none: 'Nothing ended in seven days.' },
  { part: 'ending', title: 'Ends within a week', none: 'Nothing ends in seven days.' },
] as const;

/** How many are not shown. */
function Others({ count, orMore = false }: { count: number; orMore?: boolean }) {
  if (count <= 0) return null;
  return (
    <p class="muted">
      and {counted(count, 'other')}
      {orMore && ' or more'}
    </p>
  );
}

/** Memories, a line each. */
function Lines({ lines }: { lines: readonly (Health['learnt']['first'][number] & { note?: string })[] }) {
  return (
    <ul class="lines">
      {lines.map(({ memoryId, characterId, text, note }) => (
        <li key={memoryId}>
          <Link href={placeOf('memories', characterId, memoryId)}>
            <ShortText content={text} />
          </Link>
          {note !== undefined && <span class="muted">{note}</span>}
        </li>
      ))}
    </ul>
  );
}

function dateOf(day: string): string {
  const at = new Date(day);
  return Number.isNaN(at.getTime()) ? day : at.toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' });
}

/** One kind of waiting items, or a note that there are none. */
export function InboxPart(props: { title: string; isEmpty: boolean; none: string; children: ComponentChildren }) {
  const { title, isEmpty, none, children } = props;
  return (
    <section class="inbox-part" aria-label={title}>
      <h2 class="heading">{title}</h2>
      {isEmpty ? (
        <p>
          <State is="good">{none}</State>
        </p>
      ) : (
        children
      )}
    </section>
  );
}
