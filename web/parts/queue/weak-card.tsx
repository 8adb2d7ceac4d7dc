import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { type Pair, pageSize, readPairs } from './pairs.ts';
import { type Settle, useDecision } from './use-decision.ts';

/** All pairs that are only alike, of a character or of all: one decision says that each is right. */
export function WeakCard({ count, of, settle }: { count: number; of: string | undefined; settle: Settle }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useDecision(settle);
  const [decided, setDecided] = useState(0);
  const keep = ({ memories: [newer, older] }: Pair, kept: boolean) =>
    client.call('keepBoth', { characterId: newer.characterId, memoryId: newer.id, otherId: older.id, kept });
  const done: Pair[] = [];
  const keepAll = async () => {
    const { signal } = new AbortController();
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await readPairs(client, { characterId: of, kept: false, cursor, limit: pageSize }, signal);
      for (const pair of page.pairs) {
        if (!pair.weak || !dashboard.may('keepBoth', pair.memories[0].characterId)) continue;
        await keep(pair, true);
        done.push(pair);
        setDecided(done.length);
      }
      cursor = page.nextCursor;
      more = cursor !== undefined;
    }
  };
  const undo = async () => {
    for (const pair of done) await keep(pair, false);
  };
  const query = queryOf({ only: 'weak' });
  return (
    <article class="pair">
      <p>{t('Each of them says something of its own. Mostly both are right.')}</p>
      <div class="buttons">
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void run(keepAll, tn(count, '{n} card is decided', '{n} cards are decided'), undo)}
        >
          {isBusy && decided > 0
            ? t('{at} of {n}', { at: decided, n: count })
            : t('All {n}: both are right', { n: count })}
        </button>
        <Link href={placeOf('queue', of ?? everyone) + query}>{t('Look through them')}</Link>
      </div>
      <FailureNote failure={failure} />
    </article>
  );
}
