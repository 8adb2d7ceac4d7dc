import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { Diff } from '../memory/diff.tsx';
import { Edits } from '../memory/edits.ts';
import { MergeDialog } from '../memory/merge-dialog.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import type { Pair } from './pairs.ts';

/** Two memories with their differences marked, and the actions: the first three as those of `ChangedCard`. */
export function PairCard(props: {
  pair: Pair;
  /** Somebody said that both are right. */
  isKept: boolean;
  /** Called after a decision, and after it was taken back. */
  decide: (isDecided: boolean) => void;
}) {
  const { pair, isKept, decide } = props;
  const { memories, kind, likeness } = pair;
  const [newer, older] = memories;
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [isMerging, setMerging] = useState(false);
  const { characterId } = newer;
  const isOffered = dashboard.may('updateMemory', characterId);
  const keep = (other: Memory) => {
    const batches: { batchId: string }[] = [];
    void run(
      async () => {
        const change = { characterId, ids: [other.id], change: { state: 'DELETED' as const } };
        const { batchId } = await client.call('changeMemories', change);
        if (batchId !== undefined) batches.push({ batchId });
        decide(true);
      },
      t('One is kept, the other is deleted'),
      () => new Edits(dashboard).undoBatches(batches).then(() => decide(false)),
    );
  };
  const judge = () => {
    const of = { characterId, memoryId: newer.id, otherId: older.id };
    const said = async (kept: boolean) => {
      await client.call('keepBoth', { ...of, kept });
      decide(kept !== isKept);
    };
    void run(
      () => said(!isKept),
      isKept ? t('It is to be decided again') : t('Both are right'),
      () => said(isKept),
    );
  };
  const endBoth = () => {
    const back = ({ id: memoryId, revision }: Memory) =>
      client.call('revertMemory', { characterId, memoryId, revision });
    void run(
      async () => {
        await client.call('keepBoth', { characterId, memoryId: newer.id, otherId: older.id, answer: 'neither' });
        decide(true);
      },
      t('Both have ended'),
      async () => {
        await back(older);
        await back(newer);
        decide(false);
      },
    );
  };
  return (
    <article class="pair" data-pair={`${newer.id} ${older.id}`}>
      <div class="meta">
        <b>
          {kind === 'contradiction' ? t('They may contradict each other') : t('About the same')}
          {t(', ')}
          {t('{percent} % alike', { percent: Math.round(likeness * 100) })}
        </b>
        <span>
          {known(newer.category)}
          {older.category !== newer.category && `${t(', ')}${known(older.category)}`}
        </span>
      </div>
      {([older, newer] as const).map((memory) => (
        <div key={memory.id} class="side">
          <div>
            <p class="said" dir="auto">
              <Diff from={older.content} to={newer.content} isShort only={memory === newer ? 'to' : 'from'} />
            </p>
            <div class="meta">
              <span>{memory === newer ? t('newer') : t('older')}</span>
              <Time at={memory.occurredAt ?? memory.createdAt} as="moment" />
              <Link href={placeOf('memories', characterId, memory.id)}>{t('History')}</Link>
            </div>
          </div>
        </div>
      ))}
      <div class="buttons">
        {isOffered && (
          <>
            <button type="button" disabled={isBusy} onClick={() => keep(older)}>
              {t('Keep the newer one')}
            </button>
            <button type="button" disabled={isBusy} onClick={judge}>
              {isKept ? t('One of them is wrong') : t('Both are right')}
            </button>
            <button type="button" class="quiet" disabled={isBusy} onClick={endBoth}>
              {t('Both are wrong')}
            </button>
            <button type="button" class="quiet" disabled={isBusy} onClick={() => keep(newer)}>
              {t('Keep the older one')}
            </button>
            <button type="button" class="quiet apart" disabled={isBusy} onClick={() => setMerging(true)}>
              {t('Merge into one…')}
            </button>
          </>
        )}
      </div>
      <FailureNote failure={failure} />
      {isMerging && <MergeDialog memories={memories} decide={decide} close={() => setMerging(false)} />}
    </article>
  );
}
