import { Link } from 'wouter-preact';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { ShortText } from '../memory/said.tsx';
import { useAction } from '../use-action.ts';
import type { Ending } from './items.ts';

/** A memory that ends within a week, or that names a day that has passed: it ends, goes on, or goes away. */
export function EndingCard({ ending, settle }: { ending: Ending; settle: (isSettled: boolean) => void }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const { memoryId, characterId, text, day, hasEnd } = ending;
  const of = { characterId, memoryId };
  const goOn = async () => {
    await client.call('updateMemory', { ...of, validUntil: 'never' });
  };
  const endAgain = async () => {
    const { revision } = await client.call('getMemory', of);
    await client.call('revertMemory', { ...of, revision: revision - 1 });
  };
  return (
    <article class="change" data-ending={memoryId}>
      <ShortText content={text} />
      <div class="meta">
        <span>{hasEnd ? `ends ${day}` : `names ${dateOf(day)}, which has passed`}</span>
        <Link href={placeOf('memories', characterId, memoryId)}>Correct it</Link>
      </div>
      <div class="buttons">
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            void run(
              async () => settle(true),
              hasEnd ? 'It ends then' : 'It stays as it is',
              async () => settle(false),
            )
          }
        >
          {hasEnd ? 'It ends then' : 'It stays as it is'}
        </button>
        {hasEnd && dashboard.may('updateMemory', characterId) && (
          <button type="button" disabled={isBusy} onClick={() => void run(goOn, 'It has no end now', endAgain)}>
            It goes on
          </button>
        )}
        {dashboard.may('deleteMemory', characterId) && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            onClick={() =>
              void run(
                () => client.call('deleteMemory', of),
                'Deleted',
                () => client.call('restoreMemory', of),
              )
            }
          >
            Delete
          </button>
        )}
      </div>
      <FailureNote failure={failure} />
    </article>
  );
}

function dateOf(day: string): string {
  const at = new Date(day);
  return Number.isNaN(at.getTime()) ? day : at.toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' });
}
