import { useState } from 'preact/hooks';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { MergeDialog } from '../memory/merge-dialog.tsx';
import { Answers } from './answers.tsx';
import type { OfPair } from './items.ts';
import { Sides } from './sides.tsx';
import { type Settle, useDecision } from './use-decision.ts';

/** Two memories that are alike or contradict each other, with their differences marked, and the answers. */
export function PairCard(props: {
  item: OfPair;
  /** Somebody said that both are right. */
  isKept?: boolean;
  settle: Settle;
}) {
  const { item, isKept = false, settle } = props;
  const { memories } = item.pair;
  const [newer, older] = memories;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const run = useDecision(settle);
  const [isMerging, setMerging] = useState(false);
  const { characterId } = newer;
  const keep = (kept: boolean) => client.call('keepBoth', { characterId, memoryId: newer.id, otherId: older.id, kept });
  return (
    <article class="pair" data-pair={`${newer.id} ${older.id}`}>
      <Sides newer={newer} olders={[{ memory: older }]} />
      {dashboard.may('updateMemory', characterId) && (
        <>
          {!isKept && <p class="muted">{t('What is not kept goes to Deleted. Undo brings it back.')}</p>}
          <div class="buttons">
            {isKept ? (
              <button
                type="button"
                onClick={() =>
                  run(
                    () => keep(false),
                    t('It is asked again'),
                    () => keep(true),
                  )
                }
              >
                {t('Ask again')}
              </button>
            ) : (
              <>
                <Answers item={item} run={run} />
                <button type="button" class="quiet apart" onClick={() => setMerging(true)}>
                  {t('Merge into one…')}
                </button>
              </>
            )}
          </div>
        </>
      )}
      {isMerging && (
        <MergeDialog memories={memories} decide={(isDecided) => settle(isDecided)} close={() => setMerging(false)} />
      )}
    </article>
  );
}
