import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Character, Memory } from '../../client/api.ts';
import { Failure } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { FormEnd } from '../form-end.tsx';
import { Modal } from '../modal.tsx';
import { fieldsOf, MemoryFields, standardOf } from './memory-fields.tsx';

/**
 * The form for a new memory.
 * @param asked the question that the memory will answer
 * @param text the initial text
 * @param done called with the memory, instead of going to its page
 */
export function RememberDialog(props: {
  character: Character;
  asked?: string;
  text?: string;
  done?: (memory: Memory) => void;
  close: () => void;
}) {
  const { character, asked = '', text = '', done, close } = props;
  const dashboard = useDashboard();
  const { client, categories, toasts, drafts } = dashboard;
  const draft = `new ${character.id} ${asked}`;
  const form = useRef<HTMLFormElement>(null);
  const [, go] = useLocation();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void dashboard.readAbout(character.id).catch(setFailure);
  }, [dashboard, character.id]);
  const save = async (allowSecret = false) => {
    if (!form.current) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const fields = fieldsOf(form.current);
      // Before the categories have loaded, the default one is used.
      if (fields.category === undefined) await dashboard.readCategories(character.id);
      const { category = standardOf(categories.value.get(character.id) ?? []) ?? '' } = fields;
      const made = await client.call('addMemoryDirect', {
        characterId: character.id,
        ...fields,
        category,
        ...(allowSecret && { allowSecret }),
      });
      drafts.delete(draft);
      dashboard.changed();
      toasts.show(t('Remembered'), async () => {
        await client.call('deleteMemory', { characterId: character.id, memoryId: made.id });
        dashboard.changed();
      });
      close();
      if (done) done(made);
      else go(placeOf('memories', character.id, made.id));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Modal label={t('Remember')} close={close}>
      <h2>{t('Remember for {name}', { name: character.name })}</h2>
      {asked !== '' && (
        <p class="muted" dir="auto">
          {t('It answers: {asked}', { asked })}
        </p>
      )}
      <form
        ref={form}
        class="edit"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
        }}
      >
        <textarea
          name="content"
          aria-label={t('Text of the memory')}
          placeholder={t('One fact, preference or decision, in a sentence that can be understood alone')}
          dir="auto"
          required
          maxLength={10_000}
          rows={4}
          defaultValue={text || (drafts.get(draft)?.content ?? '')}
          onInput={({ currentTarget: { value } }) =>
            value.trim() === '' ? drafts.delete(draft) : drafts.set(draft, { content: value })
          }
        />
        <MemoryFields categories={categories.value.get(character.id)} />
        {failure instanceof Failure && failure.message.includes('allowSecret') ? (
          <div class="failure" role="alert">
            <p>{t('It looks like a password or a key. Agents, and everyone who sees this memory, would get it.')}</p>
            <button type="button" disabled={isBusy} onClick={() => void save(true)}>
              {t('Remember it all the same')}
            </button>
          </div>
        ) : (
          <FailureNote failure={failure} />
        )}
        <FormEnd failure={undefined} isBusy={isBusy} does={t('Remember')} close={close} />
      </form>
    </Modal>
  );
}
