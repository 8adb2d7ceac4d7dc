import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import { placeOf } from '../../shell/address.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { useOffers } from '../../shell/use-offers.ts';
import { FailureNote } from '../failure.tsx';
import { lazily } from '../lazily.tsx';
import { Answering } from '../queue/answering.ts';
import { linkItem } from '../queue/items.ts';
import { useAction } from '../use-action.ts';
import { hasEnded } from './end.tsx';
import { shortText } from './marking.ts';
import { Holding } from './memory-row.tsx';
import type { Merged } from './merge-dialog.tsx';
import { nearest } from './nearest.ts';

const MergeWith = lazily(async () => (await import('./merge-with.tsx')).MergeWith);

const shown = 4;

type Found = Output<'searchMemories'>['memories'][number];

/** Other memories that a search for its text finds; it can be merged with one. @param props.show opens the one that stays */
export function Near(props: { memory: Memory; show: (memory: Merged) => void }) {
  const { memory, show } = props;
  const dashboard = useDashboard();
  const { id, characterId, revision } = memory;
  const [isMerging, setMerging] = useState(false);
  const found = useLoad(`${id} ${revision}`, (signal) => nearest(dashboard.client, memory, shown, signal));
  const others = found.value ?? [];
  const mayMerge = dashboard.may('mergeMemories', characterId);
  const merge = () => setMerging(true);
  const { run, failure, isBusy } = useAction();
  const isOlder = (one: Found) =>
    mayMerge &&
    !hasEnded(memory) &&
    one.ended === undefined &&
    dashboard.may('keepBoth', one.characterId) &&
    Date.parse(one.occurredAt ?? one.createdAt) <= Date.parse(memory.occurredAt ?? memory.createdAt);
  const end = (older: Found) => {
    const answering = new Answering(dashboard, linkItem({ newer: memory, older }));
    void run(
      () => answering.give('newer'),
      t('Kept “{content}”', { content: shortText(memory.content, 60) }),
      () => answering.takeBack(),
    );
  };
  useOffers(
    'near',
    t('this memory'),
    mayMerge ? [{ label: t('Merge with another…'), words: t('same duplicate join'), run: merge }] : [],
  );
  if (others.length === 0 && !isMerging) return null;
  return (
    <section aria-label={t('Near it')}>
      <h3>
        {t('Near it')}
        {mayMerge && (
          <button type="button" class="quiet" onClick={merge}>
            {t('Merge with another…')}
          </button>
        )}
      </h3>
      <ul class="near">
        {others.map((one) => (
          <li key={one.id}>
            <Link dir="auto" href={placeOf('memories', one.characterId, one.id)}>
              {shortText(one.content, 160)}
            </Link>
            <Holding memory={one} />
            {isOlder(one) && (
              <button type="button" class="quiet" disabled={isBusy} onClick={() => end(one)}>
                {t('This takes its place')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <FailureNote failure={failure} />
      {isMerging && <MergeWith memory={memory} near={others} show={show} close={() => setMerging(false)} />}
    </section>
  );
}
