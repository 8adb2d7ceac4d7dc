import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { type Client, Failure } from '../../client/client.ts';
import { momentOf } from '../../languages/times.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { FailureNote } from '../failure.tsx';
import { FormEnd } from '../form-end.tsx';
import { Modal } from '../modal.tsx';
import { OwnerChoice } from '../owner-choice.tsx';
import { useDraft } from '../use-draft.ts';
import { fieldsOf, MemoryFields, standardOf } from './memory-fields.tsx';
import { MemoryText } from './memory-text.tsx';
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
  const [typed, setTyped] = useState(text);
  const [ownerId, setOwner] = useState(character?.id);
  const characters = dashboard.characters.value ?? [];
  const owner = ownerId === undefined ? undefined : dashboard.character(ownerId);
  useEffect(() => {
    if (ownerId !== undefined) void dashboard.readAbout(ownerId).catch(setFailure);
    // The first memory makes the first character.
    else if (characters.length > 0) {
      const writable = characters.find(({ id }) => dashboard.may('addMemoryDirect', id));
      void dashboard.ownCharacter(writable?.id).then((id) => setOwner((chosen) => chosen ?? id), setFailure);
    }
  }, [dashboard, ownerId]);
  const save = async (allowSecret = false) => {
    if (!form.current || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const fields = fieldsOf(form.current);
      const characterId = ownerId ?? (await client.call('getCharacter', { characterId: 'me' })).id;
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
      const of = { characterId: made.characterId, memoryId: made.id };
      if (made.operation === 'NONE') {
        const said = t('Already known since {day}', { day: momentOf(new Date(made.createdAt)) });
        toasts.lead(said, { href: placeOf('memories', made.characterId, made.id), label: t('Show it') });
      } else {
        const again = asked === '' || done ? undefined : await askedAgain(client, made, asked);
        const said = made.operation === 'REVIVE' ? t('It holds again') : t('Remembered');
        toasts.show(again === undefined ? said : `${said}${t(', ')}${again}`, async () => {
          if (made.operation === 'ADD') await client.call('deleteMemory', of);
          else await client.call('revertMemory', { ...of, revision: made.revision - 1 });
          dashboard.changed();
        });
      }
      close();
      if (done) done(made);
      else if (asked === '') go(placeOf('memories', made.characterId, made.id));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Modal label={t('Remember')} close={close}>
      <h2>{owner ? t('Remember for {name}', { name: owner.name }) : t('Remember')}</h2>
      <OwnerChoice operation="addMemoryDirect" ownerId={ownerId} isDisabled={isBusy} choose={setOwner} />
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
        <MemoryText
          aria-label={t('Text of the memory')}
          placeholder={t('One fact, preference or decision, in a sentence that can be understood alone')}
          autofocus
          rows={4}
          defaultValue={text}
          typed={setTyped}
        />
        <MemoryFields categories={owner && categories.value.get(owner.id)} text={typed} />
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
    const { askAgain } = await import('../recalls/again.ts');
    return (await askAgain(client, { characterId, query }, id)).said;
  } catch {
    return undefined;
  }
}
