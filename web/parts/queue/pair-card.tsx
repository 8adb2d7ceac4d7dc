import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { FormEnd } from '../form-end.tsx';
import { Diff } from '../memory/diff.tsx';
import { Edits } from '../memory/edits.ts';
import { Modal } from '../modal.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import type { Pair } from './pairs.ts';

/** Two memories with their differences marked, and the actions. */
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
    const of = { characterId, memoryId: other.id };
    void run(
      () => client.call('deleteMemory', of).then(() => decide(true)),
      t('One is kept, the other is deleted'),
      () => client.call('restoreMemory', of).then(() => decide(false)),
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
              <Time at={memory.createdAt} as="moment" />
              <Link href={placeOf('memories', characterId, memory.id)}>{t('History')}</Link>
            </div>
          </div>
          {isOffered && (
            <button type="button" disabled={isBusy} onClick={() => keep(memory === newer ? older : newer)}>
              {t('Keep this one')}
            </button>
          )}
        </div>
      ))}
      <div class="buttons">
        {isOffered && (
          <button type="button" disabled={isBusy} onClick={() => setMerging(true)}>
            {t('Merge into one…')}
          </button>
        )}
        {isOffered && (
          <button type="button" class="quiet" disabled={isBusy} onClick={judge}>
            {isKept ? t('Not both are right') : t('Both are right')}
          </button>
        )}
      </div>
      <FailureNote failure={failure} />
      {isMerging && <MergeDialog pair={pair} decide={decide} close={() => setMerging(false)} />}
    </article>
  );
}

/** Merges two texts: the newer memory gets the text, the other is deleted. */
function MergeDialog(props: { pair: Pair; decide: (isDecided: boolean) => void; close: () => void }) {
  const {
    pair: { memories },
    decide,
    close,
  } = props;
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [remaining, dropped] = memories;
  const { characterId } = remaining;
  const [text, setText] = useState(remaining.content);
  const merge = async (event: SubmitEvent) => {
    event.preventDefault();
    const content = String(new FormData(event.currentTarget as HTMLFormElement).get('content')).trim();
    // The user has seen both texts, so a stored credential stays.
    const given = { characterId, keepId: remaining.id, deleteId: dropped.id, content, allowSecret: true };
    await run(async () => {
      const { batchId } = await dashboard.client.call('mergeMemories', given);
      decide(true);
      const undo = async () => {
        await new Edits(dashboard).undoBatches([{ characterId, batchId }]);
        decide(false);
      };
      dashboard.toasts.show(t('Merged into one'), undo);
      close();
    });
  };
  return (
    <Modal label={t('Merge into one')} close={close}>
      <h2>{t('Merge into one')}</h2>
      <form class="edit" onSubmit={merge}>
        <p class="theirs">
          <Diff from={dropped.content} to={remaining.content} />
        </p>
        <textarea
          name="content"
          aria-label={t('Text of the merged memory')}
          dir="auto"
          required
          autofocus
          maxLength={10_000}
          rows={Math.min(14, 3 + Math.ceil(text.length / 55))}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div class="buttons">
          {[remaining.content, dropped.content]
            .filter((one) => one !== text)
            .map((one) => (
              <button key={one} type="button" class="quiet" onClick={() => setText(one)}>
                {one === dropped.content ? t('Take the older text') : t('Take the newer text')}
              </button>
            ))}
        </div>
        <p class="muted">
          {t('The newer memory gets this text. The other goes to Deleted with its history; Undo brings both back.')}
        </p>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Merge')} close={close} />
      </form>
    </Modal>
  );
}
