import { useRef, useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import type { Shared } from '../../shell/shared.ts';
import { FormEnd } from '../form-end.tsx';
import { shortened } from '../format.ts';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';
import { batchesOf, Edits } from './edits.ts';
import { MemoryText } from './memory-text.tsx';
import { mergedText, withLost } from './words.ts';

/**
 * Merges memories: the first one gets the text, the others are deleted.
 * @param memories at least two, of a character the newest first
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
  const area = useRef<HTMLTextAreaElement>(null);
  if (!newest) return null;
  const merge = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const content = text.trim();
    await run(async () => {
      const takeBack = await mergedBy(dashboard, memories, content);
      decide(true);
      forget();
      dashboard.toasts.show(t('Merged into one'), async () => {
        await takeBack();
        decide(false);
      });
      close();
    });
  };
  const isOfOne = others.every((one) => one.characterId === newest.characterId);
  const name = isOfOne ? undefined : dashboard.character(newest.characterId)?.name;
  const lost = memories.flatMap(({ content }) => withLost(content, text)).filter(({ isLost }) => isLost).length;
  /** The button goes: the focus would be lost with it. */
  const take = (content: string) => {
    setText(content);
    area.current?.focus();
  };
  const nameOf = (place: number, content: string) => {
    if (others.length > 1 || name !== undefined) return t('Take “{text}”', { text: shortened(content, 60) });
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
          area={area}
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
                <button key={id} type="button" class="quiet" onClick={() => take(content)}>
                  {nameOf(place, content)}
                </button>
              ),
          )}
        </div>
        <p class="muted">
          {name === undefined
            ? t(
                'The newest memory gets this text. The others go to Deleted with their histories; Undo brings all back.',
              )
            : t('It stays in {name}. The others go to Deleted with their histories; Undo brings all back.', { name })}
        </p>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Merge')} close={close} />
      </form>
    </Modal>
  );
}

/** Makes one of memories: of the first one. Returns what takes that back. Throws Failures. */
async function mergedBy(
  shared: Shared,
  [kept, ...others]: readonly Pick<Memory, 'id' | 'characterId' | 'content'>[],
  content: string,
): Promise<() => Promise<void>> {
  if (!kept) return async () => undefined;
  const { client } = shared;
  const { characterId, id: keepId } = kept;
  // The user has seen the texts, so a stored credential stays.
  const given = { characterId, content, allowSecret: true };
  const batches: { batchId: string }[] = [];
  const here = others.filter((one) => one.characterId === characterId);
  for (const { id: deleteId } of here) batches.push(await client.call('mergeMemories', { ...given, keepId, deleteId }));
  const of = { ...given, memoryId: keepId };
  const edited = here.length === 0 && content !== kept.content ? await client.call('updateMemory', of) : undefined;
  const change = { state: 'DELETED' as const };
  let batchId: string | undefined;
  for (const part of batchesOf(others.filter((one) => !here.includes(one))))
    batchId ??= (await client.call('changeMemories', { ...part, change, batchId })).batchId;
  if (batchId !== undefined) batches.push({ batchId });
  return async () => {
    await new Edits(shared).undoBatches(batches);
    if (!edited) return;
    await client.call('updateMemory', { ...of, content: kept.content, expectedRevision: edited.revision });
    shared.changed();
  };
}
