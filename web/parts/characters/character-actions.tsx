import { useEffect, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import type { Character } from '../../client/api.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { ConfirmButton } from '../confirm.tsx';
import { ExportDialog } from '../export/export-dialog.tsx';
import { readAll } from '../export/outgoing.ts';
import { FailureNote } from '../failure.tsx';
import { FormEnd } from '../form-end.tsx';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';

/** The actions on a whole character; removals can be undone. */
export function CharacterActions({ character, close }: { character: Character; close: () => void }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [open, setOpen] = useState<'rename' | 'clone' | 'export'>();
  const { id: characterId, memoryCount } = character;
  const name = dashboard.nameOf(character);
  const of = { characterId };
  const isActive = character.status === 'ACTIVE';
  const archive = () => client.call('archiveCharacter', of);
  const unarchive = () => client.call('unarchiveCharacter', of);
  const [place, go] = useLocation();
  const isToExport = new URLSearchParams(useSearch()).has('export');
  useEffect(() => {
    if (!isToExport) return;
    setOpen('export');
    go(place, { replace: true });
  }, [isToExport]);
  const remove = async () => {
    const restore = () => client.call('restoreCharacter', of);
    if (await run(() => client.call('deleteCharacter', of), t('{name} is deleted', { name }), restore)) close();
  };
  return (
    <>
      <div class="buttons">
        {isActive && dashboard.may('renameCharacter', characterId) && (
          <button type="button" onClick={() => setOpen('rename')} disabled={isBusy}>
            {t('Rename…')}
          </button>
        )}
        <button type="button" onClick={() => setOpen('export')}>
          {t('Export…')}
        </button>
        {isActive && dashboard.may('cloneCharacter') && (
          <button type="button" onClick={() => setOpen('clone')} disabled={isBusy}>
            {t('Clone…')}
          </button>
        )}
        {isActive && dashboard.may('archiveCharacter', characterId) && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            title={t('It can still be read, searched and exported, but gets no new memories.')}
            onClick={() => void run(archive, t('{name} is archived', { name }), unarchive)}
          >
            {t('Archive')}
          </button>
        )}
        {character.status === 'ARCHIVED' && dashboard.may('unarchiveCharacter') && (
          <button
            type="button"
            class="main"
            disabled={isBusy}
            onClick={() => void run(unarchive, t('{name} is active again', { name }), archive)}
          >
            {t('Take out of the archive')}
          </button>
        )}
        {dashboard.may('deleteCharacter') && character.access === 'WRITE' && (
          <ConfirmButton label={t('Delete')} title={t('Delete {name}?', { name })} run={() => void remove()}>
            <p>
              {tn(
                memoryCount,
                'With its memory. No search and no agent finds it any more.',
                'With its {n} memories. No search and no agent finds them any more.',
              )}{' '}
              {t('Undo brings everything back; later it is under Characters, Deleted.')}
            </p>
          </ConfirmButton>
        )}
      </div>
      <FailureNote failure={failure} />
      {open === 'rename' && <RenameDialog character={character} close={() => setOpen(undefined)} />}
      {open === 'export' && (
        <ExportDialog
          title={t('Export {name}', { name })}
          name={name}
          count={memoryCount}
          read={(progress, signal) => readAll(client, characterId, progress, signal)}
          isWhole
          close={() => setOpen(undefined)}
        />
      )}
      {open === 'clone' && <CloneDialog character={character} close={() => setOpen(undefined)} />}
    </>
  );
}

function RenameDialog({ character, close }: { character: Character; close: () => void }) {
  const { client, nameOf } = useDashboard();
  const { id: characterId, name } = character;
  const { run, failure, isBusy } = useAction();
  const rename = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget as HTMLFormElement).get('name')).trim();
    const call = (to: string) => client.call('renameCharacter', { characterId, name: to });
    const done = await run(
      () => call(wanted),
      t('{name} is called {wanted} now', { name, wanted }),
      () => call(name),
    );
    if (done) close();
  };
  return (
    <Modal label={t('Rename')} close={close}>
      <h2>{t('Rename {name}', { name: nameOf(character) })}</h2>
      <form class="fields" onSubmit={rename}>
        <label>
          {t('Name')}
          <input name="name" required maxLength={200} autocomplete="off" autofocus defaultValue={name} />
        </label>
        <p class="muted">{t('Its id, aliases and memories stay. Hosts that use its old name need the new one.')}</p>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Rename')} close={close} />
      </form>
    </Modal>
  );
}

function CloneDialog({ character, close }: { character: Character; close: () => void }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const [, go] = useLocation();
  const { run, failure, isBusy } = useAction();
  const { id: characterId, memoryCount } = character;
  const name = dashboard.nameOf(character);
  const clone = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const given = {
      characterId,
      name: String(data.get('name')).trim(),
      copyTags: data.has('tags'),
      ...(data.has('memories') && { memories: 'copy' as const }),
    };
    const made = await run(() => client.call('cloneCharacter', given));
    if (!made) return;
    const { character: copy, memoriesCopied } = made;
    const undo = async () => {
      await client.call('deleteCharacter', { characterId: copy.id });
      dashboard.changed();
      go(placeOf('characters', characterId));
    };
    const said = tn(memoriesCopied, '{name} has {n} memory', '{name} has {n} memories', { name: copy.name });
    dashboard.toasts.show(said, dashboard.may('deleteCharacter') ? undo : undefined);
    close();
    go(placeOf('characters', copy.id));
  };
  return (
    <Modal label={t('Clone')} close={close}>
      <h2>{t('Clone {name}', { name })}</h2>
      <form class="fields" onSubmit={clone}>
        <label>
          {t('Name of the clone')}
          <input
            name="name"
            required
            maxLength={200}
            autocomplete="off"
            autofocus
            defaultValue={t('{name} (copy)', { name })}
          />
        </label>
        <label class="check">
          <input name="memories" type="checkbox" defaultChecked />{' '}
          {tn(memoryCount, 'with its {n} memory', 'with its {n} memories')}
        </label>
        <label class="check">
          <input name="tags" type="checkbox" defaultChecked />
          {t('with its tags')}
        </label>
        <p class="muted">{t('Profile and categories are copied in any case.')}</p>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Clone')} close={close} />
      </form>
    </Modal>
  );
}
