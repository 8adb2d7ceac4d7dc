import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { type Client, Failure } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { FormEnd } from '../form-end.tsx';
import { Modal } from '../modal.tsx';
import { useDraft } from '../use-draft.ts';
import { checkText, fieldsOf, MemoryFields, standardOf } from './memory-fields.tsx';
import type { Remembering } from './remembering.ts';

/** The form for a new memory. The shell shows it: the page below may change meanwhile. */
export function RememberDialog(props: Remembering & { close: () => void }) {
  const { character, asked = '', text = '', done, close } = props;
  const dashboard = useDashboard();
  const { client, categories, toasts } = dashboard;
  // Not of one character: a text that was begun for another one, or before there was any, is there too.
  const { element: form, form: kept, end: forget } = useDraft(`new ${asked}${text}`);
  const [, go] = useLocation();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (character) void dashboard.readAbout(character.id).catch(setFailure);
  }, [dashboard, character?.id]);
  const save = async (allowSecret = false) => {
    if (!form.current) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const fields = fieldsOf(form.current);
      const characterId = character?.id ?? (await client.call('getCharacter', { characterId: 'me' })).id;
      // Before the categories have loaded, the default one is used.
      if (fields.category === undefined) await dashboard.readCategories(characterId);
      const { category = standardOf(categories.value.get(characterId) ?? []) ?? '' } = fields;
      const made = await client.call('addMemoryDirect', {
        characterId,
        ...fields,
        category,
        ...(allowSecret && { allowSecret }),
      });
      forget();
      dashboard.changed();
      const again = asked === '' || done ? undefined : await askedAgain(client, made, asked);
      toasts.show(again === undefined ? t('Remembered') : `${t('Remembered')}${t(', ')}${again}`, async () => {
        await client.call('deleteMemory', { characterId, memoryId: made.id });
        dashboard.changed();
      });
      close();
      if (done) done(made);
      else if (asked === '') go(placeOf('memories', characterId, made.id));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Modal label={t('Remember')} close={close}>
      <h2>{character ? t('Remember for {name}', { name: character.name }) : t('Remember')}</h2>
      {asked !== '' && (
        <p class="muted" dir="auto">
          {t('It answers: {asked}', { asked })}
        </p>
      )}
      <form
        {...kept}
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
          defaultValue={text}
          onInput={({ currentTarget }) => checkText(currentTarget)}
        />
        <MemoryFields categories={character && categories.value.get(character.id)} />
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

/** What the question finds with the memory that was written for it; undefined where it can't be asked. */
async function askedAgain(client: Client, { id, characterId }: Memory, query: string): Promise<string | undefined> {
  try {
    const { askAgain } = await import('../recalls/recall.ts');
    return (await askAgain(client, { characterId, query }, id)).said;
  } catch {
    return undefined;
  }
}
