import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { Answering } from './answering.ts';
import { Answers } from './answers.tsx';
import { type Item, type OfTwo, pairItem, twoOf } from './items.ts';
import { pageSize, readPairs } from './pairs.ts';
import { Sides } from './sides.tsx';
import { type Settle, useDecision } from './use-decision.ts';

/** How many pairs the card shows. */
const maxShown = 5;

/** What can wait, of a character or of all: each pair is settled by itself, or all of them say something of their own. */
export function WeakCard(props: {
  item: Extract<Item, { kind: 'weak' }>;
  settle: Settle;
  settleOne: (of: OfTwo) => Settle;
}) {
  const { item, settle, settleOne } = props;
  const { count, of, talk, first } = item;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useDecision(settle);
  const [decided, setDecided] = useState(0);
  let batchId: string | undefined;
  let done = 0;
  const keep = async (one: OfTwo) => {
    if (!dashboard.may('keepBoth', one.characterId)) return;
    batchId = await new Answering(dashboard, one).give('both', { batchId });
    done += 1;
    setDecided(done);
  };
  const keepAll = async () => {
    const { signal } = new AbortController();
    for (const one of talk) await keep(one);
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await readPairs(client, { characterId: of, kept: false, cursor, limit: pageSize }, signal);
      for (const pair of page.pairs) if (pair.weak) await keep(pairItem(pair));
      cursor = page.nextCursor;
      more = cursor !== undefined;
    }
  };
  const undo = async () => {
    if (batchId !== undefined) await client.call('undoEverywhere', { batchId });
  };
  return (
    <article class="pair">
      <p class="muted">{t('Nothing depends on these: they only look alike, or were said in chats.')}</p>
      <div class="buttons">
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void run(keepAll, tn(count, '{n} pair is kept', '{n} pairs are kept'), undo)}
        >
          {isBusy && decided > 0
            ? t('{at} of {n}', { at: decided, n: count })
            : tn(count, 'Keep {n} pair as it is', 'Keep all {n} pairs as they are')}
        </button>
        <Link href={placeOf('queue', of ?? everyone) + queryOf({ only: 'weak' })}>{t('One by one')}</Link>
      </div>
      <FailureNote failure={failure} />
      {first.slice(0, maxShown).map((one) => (
        <WeakRow key={one.key} item={one} isNamed={of === undefined} settle={settleOne(one)} />
      ))}
      {count > maxShown && <p class="muted">{tn(count - maxShown, 'and {n} other', 'and {n} others')}</p>}
    </article>
  );
}

function WeakRow({ item, isNamed, settle }: { item: OfTwo; isNamed: boolean; settle: Settle }) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useDecision(settle);
  return (
    <section class="weak-pair" data-weak={item.key}>
      {isNamed && <b class="muted">{dashboard.character(item.characterId)?.name}</b>}
      <Sides memories={twoOf(item)} />
      {dashboard.may('keepBoth', item.characterId) && (
        <div class="buttons">
          <Answers item={item} run={run} isBusy={isBusy} isRow />
        </div>
      )}
      <FailureNote failure={failure} />
    </section>
  );
}
