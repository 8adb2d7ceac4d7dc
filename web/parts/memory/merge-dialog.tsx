import { useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { language, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import type { Shared } from '../../shell/shared.ts';
import { FormEnd } from '../form-end.tsx';
import { Modal } from '../modal.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';
import { batchesOf, Edits } from './edits.ts';
import { partsOf } from './marking.ts';
import { MemoryText } from './memory-text.tsx';
import { Path } from './said.tsx';
import { useSource } from './source.ts';
import { areOfTwoTongues, placeOfBest } from './tongues.ts';
import { lostIn, mergedText, withLost } from './words.ts';

/** What a merge shows of a memory. */
export type Merged = Pick<Memory, 'id' | 'characterId' | 'content' | 'createdAt'> &
  Partial<Pick<Memory, 'source' | 'origin' | 'sessionId' | 'occurredAt'>>;

/** The memories of several characters that are merged: those of the user's own first, then the newest. */
export function inOrderOfMerge<One extends Merged>(memories: readonly One[], own: string | undefined): One[] {
  const isOwn = (one: One) => one.characterId === own;
  return memories.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || b.createdAt.localeCompare(a.createdAt));
}

const timeOf = ({ occurredAt, createdAt }: Merged) => occurredAt ?? createdAt;

/**
 * Merges memories: the chosen one gets the text, the others are deleted.
 * @param memories at least two, of a character the newest first
 */
export function MergeDialog(props: {
  memories: readonly Merged[];
  /** Called after the merge, and after it was taken back. @param into the memory that stays */
  decide: (isDecided: boolean, into: Merged) => void;
  close: () => void;
}) {
  const { memories, decide, close } = props;
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const sourceOf = useSource();
  const { form: kept, end: forget } = useDraft(`merge ${memories.map(({ id }) => id).join(' ')}`);
  const [parts] = useState(() => memories.map(partsOf));
  const texts = parts.map(({ text }) => text);
  const [joined] = useState(() => mergedText(texts));
  const isJoin = !texts.includes(joined);
  /** The place of the memory that stays; undefined: the first one, with the joined text. */
  const [best] = useState(() => (isJoin ? placeOfBest(texts, language.value.tag) : texts.indexOf(joined)));
  const [chosen, setChosen] = useState(best);
  const [text, setText] = useState(best === undefined ? joined : (texts[best] ?? joined));
  const into = memories[chosen ?? 0];
  const { path, before = '' } = parts[chosen ?? 0] ?? {};
  if (!into) return null;
  const merge = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    await run(async () => {
      const others = memories.filter((one) => one !== into);
      const takeBack = await mergedBy(dashboard, [into, ...others], before + text.trim());
      decide(true, into);
      forget();
      dashboard.toasts.show(t('Merged into one'), async () => {
        await takeBack();
        decide(false, into);
      });
      close();
    });
  };
  const isOfOne = memories.every((one) => one.characterId === into.characterId);
  const name = isOfOne ? undefined : dashboard.character(into.characterId)?.name;
  const newest = memories.map(timeOf).toSorted().at(-1);
  const isOneNewer = memories.some((one) => timeOf(one) !== newest);
  // In another language all words differ, whatever is said.
  const isOther = texts.map((one) => areOfTwoTongues(one, text));
  const lost = texts.reduce((sum, one, place) => sum + (isOther[place] ? 0 : lostIn(one, text)), 0);
  const choose = (place: number | undefined) => {
    setChosen(place);
    setText(place === undefined ? joined : (texts[place] ?? ''));
  };
  const radio = (place: number | undefined) => {
    return { type: 'radio', name: 'stays', checked: chosen === place, onChange: () => choose(place) } as const;
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
        <fieldset class="checks merged">
          <legend>{t('Which one stays?')}</legend>
          {memories
            .map((memory, place) => (
              <label key={memory.id}>
                <input {...radio(place)} />
                <span>
                  <Path path={parts[place]?.path} />
                  <span class="said" dir="auto">
                    {withLost(texts[place] ?? '', text).map(({ text: part, isLost }, at) =>
                      isLost && !isOther[place] ? <del key={`${at}`}>{part}</del> : part,
                    )}
                  </span>
                  <span class="meta">
                    {!isOfOne && <b dir="auto">{dashboard.character(memory.characterId)?.name}</b>}
                    {memory.source && <span>{sourceOf({ ...memory, source: memory.source })}</span>}
                    {memories.length === 2 && isOneNewer && (
                      <span>{timeOf(memory) === newest ? t('newer') : t('older')}</span>
                    )}
                    <Time at={timeOf(memory)} as="moment" />
                  </span>
                </span>
              </label>
            ))
            .toReversed()}
          {isJoin && (
            <label>
              <input {...radio(undefined)} />
              <span>{t('All of it, joined')}</span>
            </label>
          )}
        </fieldset>
        <Path path={path} />
        <MemoryText
          aria-label={t('Text of the merged memory')}
          autofocus
          rows={Math.min(14, 1 + linesOf(text))}
          value={text}
          typed={setText}
        />
        <p class="muted" role="status">
          {lost > 0
            ? tn(lost, '{n} word is left out', '{n} words are left out')
            : !isOther.includes(true) && t('Nothing is left out')}
        </p>
        <p class="muted">
          {name === undefined
            ? t('It keeps its date, category and history. The others go to Deleted; Undo brings all back.')
            : t('It stays in {name}. The others go to Deleted with their histories; Undo brings all back.', { name })}
        </p>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Merge')} close={close} />
      </form>
    </Modal>
  );
}

/** How many lines a text fills in the field. */
const linesOf = (text: string) => text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 55), 0);

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
