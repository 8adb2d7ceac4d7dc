import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { Diff } from '../memory/diff.tsx';
import { Edits, maxMerged } from '../memory/edits.ts';
import { isOfDocument, pathIn } from '../memory/marking.ts';
import { MergeDialog } from '../memory/merge-dialog.tsx';
import { saidBy } from '../memory/origin.ts';
import { Headed } from '../memory/said.tsx';
import { Time } from '../time.tsx';
import { Answering } from './answering.ts';
import { type Item, pairItem } from './items.ts';
import { type Settle, useDecision } from './use-decision.ts';

const headedIn = (memory: Memory) => pathIn(memory.content, isOfDocument(memory));

/** Three or more memories that say the same: one of them stays, all do, or they become one. */
export function GroupCard({ item, settle }: { item: Extract<Item, { kind: 'group' }>; settle: Settle }) {
  const { memories, pairs, characterId } = item;
  const [newest] = memories;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const run = useDecision(settle);
  const [isMerging, setMerging] = useState(false);
  let batchId: string | undefined;
  const keepOne = async (kept: Memory | undefined) => {
    const ids = memories.filter((one) => one !== kept).map(({ id }) => id);
    ({ batchId } = await client.call('changeMemories', { characterId, ids, change: { state: 'DELETED' } }));
  };
  const keepAll = async () => {
    for (const pair of pairs) batchId = await new Answering(dashboard, pairItem(pair)).give('both', { batchId });
  };
  const undo = async () => {
    if (batchId !== undefined) await new Edits(dashboard).undoBatches([{ batchId }]);
  };
  const n = memories.length;
  const mayChange = dashboard.may('updateMemory', characterId);
  const keepOnly = (kept: Memory | undefined) => run(() => keepOne(kept), t('One of them is kept'), undo);
  return (
    <article class="pair" data-group={n}>
      {memories.toReversed().map((memory) => (
        <div key={memory.id} class="side">
          <Headed path={headedIn(memory).path}>
            <Diff from={newest && headedIn(newest).text} to={headedIn(memory).text} isShort only="to" />
          </Headed>
          <div class="meta">
            <b>{memory === newest ? t('newest') : t('older')}</b>
            <span>{saidBy(memory)}</span>
            <Time at={memory.occurredAt ?? memory.createdAt} as="moment" />
            <Link href={placeOf('memories', characterId, memory.id)}>{t('History')}</Link>
            {mayChange && memory !== newest && (
              <button type="button" class="quiet apart" onClick={() => keepOnly(memory)}>
                {t('Keep only this one')}
              </button>
            )}
          </div>
        </div>
      ))}
      {mayChange && (
        <>
          <p class="muted">{t('What is not kept goes to Deleted. Undo brings it back.')}</p>
          <div class="buttons">
            <button type="button" onClick={() => keepOnly(newest)}>
              {t('Keep the newest')}
            </button>
            <button type="button" class="quiet" onClick={() => run(keepAll, t('All of them are kept'), undo)}>
              {t('Keep all {n}', { n })}
            </button>
            {n <= maxMerged && (
              <button type="button" class="quiet apart" onClick={() => setMerging(true)}>
                {t('Merge into one…')}
              </button>
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
