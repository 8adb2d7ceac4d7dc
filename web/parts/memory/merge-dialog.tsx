import { useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FormEnd } from '../form-end.tsx';
import { shortened } from '../format.ts';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';
import { Edits } from './edits.ts';
import { MemoryText } from './memory-text.tsx';
import { mergedText, withLost } from './words.ts';

/** How many memories become one. */
export const maxMerged = 10;

/**
 * Merges memories of a character: the newest gets the text, the others are deleted.
 * @param memories at least two, the newest first
 */
export function MergeDialog(props: {
  memories: readonly Pick<Memory, 'id' | 'characterId' | 'content'>[];
  /** Called after the merge, and after it was taken back. */
  decide: (isDecided: boolean) => void;
  close: () => void;
}) {
  const { memories, decide, close } = props;
  const [newest, ...others] = memories;
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const { form: kept, end: forget } = useDraft(`merge ${memories.map(({ id }) => id).join(' ')}`);
  const [text, setText] = useState(() => mergedText(memories.map(({ content }) => content)));
  if (!newest) return null;
  const { characterId, id: keepId } = newest;
  const merge = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const content = text.trim();
    await run(async () => {
      const batches: { characterId: string; batchId: string }[] = [];
      for (const { id: deleteId } of others) {
        // The user has seen the texts, so a stored credential stays.
        const given = { characterId, keepId, deleteId, content, allowSecret: true };
        batches.push({ characterId, batchId: (await dashboard.client.call('mergeMemories', given)).batchId });
      }
      decide(true);
      forget();
      dashboard.toasts.show(t('Merged into one'), async () => {
        await new Edits(dashboard).undoBatches(batches);
        decide(false);
      });
      close();
    });
  };
  const lost = memories.flatMap(({ content }) => withLost(content, text)).filter(({ isLost }) => isLost).length;
  const nameOf = (place: number, content: string) => {
    if (others.length > 1) return t('Take “{text}”', { text: shortened(content, 60) });
    return place === 0 ? t('Take the newer text') : t('Take the older text');
  };
  return (
    <Modal label={t('Merge into one')} close={close}>
      <h2>{t('Merge into one')}</h2>
      <form
        {...kept}
        class="edit"
        onSubmit={merge}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
      >
        {memories.toReversed().map(({ id, content }) => (
          <p key={id} class="theirs" dir="auto">
            {withLost(content, text).map(({ text: part, isLost }, at) =>
              isLost ? <del key={`${at}`}>{part}</del> : part,
            )}
          </p>
        ))}
        <MemoryText
          aria-label={t('Text of the merged memory')}
          autofocus
          rows={Math.min(14, 3 + Math.ceil(text.length / 55))}
          value={text}
          typed={setText}
        />
        <p class="muted" role="status">
          {lost > 0 ? tn(lost, '{n} word is left out', '{n} words are left out') : t('Nothing is left out')}
        </p>
        <div class="buttons">
          {memories.map(
            ({ id, content }, place) =>
              content !== text && (
                <button key={id} type="button" class="quiet" onClick={() => setText(content)}>
                  {nameOf(place, content)}
                </button>
              ),
          )}
        </div>
        <p class="muted">
          {t('The newest memory gets this text. The others go to Deleted with their histories; Undo brings all back.')}
        </p>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Merge')} close={close} />
      </form>
    </Modal>
  );
}
