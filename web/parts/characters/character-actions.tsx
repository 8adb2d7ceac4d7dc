import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Character } from '../../client/api.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { ConfirmButton } from '../confirm.tsx';
import { download } from '../download.ts';
import { FailureNote } from '../failure.tsx';
import { FormEnd } from '../form-end.tsx';
import { counted } from '../format.ts';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';

/** The actions on a whole character; removals can be undone. */
export function CharacterActions({ character, close }: { character: Character; close: () => void }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { run, failure, isBusy } = useAction();
  const [open, setOpen] = useState<'rename' | 'clone'>();
  const { id: characterId, name, memoryCount } = character;
  const of = { characterId };
  const isActive = character.status === 'ACTIVE';
  const archive = () => client.call('archiveCharacter', of);
  const unarchive = () => client.call('unarchiveCharacter', of);
  const save = () =>
    run(async () => {
      download(`${name}.md`, await client.call('exportCharacter', of), 'text/markdown');
    });
  const remove = async () => {
    const restore = () => client.call('restoreCharacter', of);
    if (await run(() => client.call('deleteCharacter', of), `${name} is deleted`, restore)) close();
  };
  return (
    <>
      <div class="buttons">
        {isActive && dashboard.may('renameCharacter', characterId) && (
          <button type="button" onClick={() => setOpen('rename')} disabled={isBusy}>
            Rename…
          </button>
        )}
        <button type="button" onClick={() => void save()} disabled={isBusy}>
          Export
        </button>
        {isActive && dashboard.may('cloneCharacter') && (
          <button type="button" onClick={() => setOpen('clone')} disabled={isBusy}>
            Clone…
          </button>
        )}
        {isActive && dashboard.may('archiveCharacter', characterId) && (
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            title="It can still be read, searched and exported, but gets no new memories."
            onClick={() => void run(archive, `${name} is archived`, unarchive)}
          >
            Archive
          </button>
        )}
        {character.status === 'ARCHIVED' && dashboard.may('unarchiveCharacter') && (
          <button
            type="button"
            class="main"
            disabled={isBusy}
            onClick={() => void run(unarchive, `${name} is active again`, archive)}
          >
            Take out of the archive
          </button>
        )}
        {dashboard.may('deleteCharacter') && character.access === 'WRITE' && (
          <ConfirmButton label="Delete" title={`Delete ${name}?`} run={() => void remove()}>
            <p>
              With {memoryCount === 1 ? 'its memory' : `its ${counted(memoryCount, 'memory', 'memories')}`}. No search
              and no agent finds {memoryCount === 1 ? 'it' : 'them'} any more. Undo brings everything back; later it is
              under Characters, Deleted.
            </p>
          </ConfirmButton>
        )}
      </div>
      <FailureNote failure={failure} />
      {open === 'rename' && <RenameDialog character={character} close={() => setOpen(undefined)} />}
      {open === 'clone' && <CloneDialog character={character} close={() => setOpen(undefined)} />}
    </>
  );
}

function RenameDialog({ character: { id: characterId, name }, close }: { character: Character; close: () => void }) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const rename = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget as HTMLFormElement).get('name')).trim();
    const call = (to: string) => client.call('renameCharacter', { characterId, name: to });
    const done = await run(
      () => call(wanted),
      `${name} is called ${wanted} now`,
      () => call(name),
    );
    if (done) close();
  };
  return (
    <Modal label="Rename" close={close}>
      <h2>Rename {name}</h2>
      <form class="fields" onSubmit={rename}>
        <label>
          Name
          <input name="name" required maxLength={200} autocomplete="off" autofocus defaultValue={name} />
        </label>
        <p class="muted">Its id, aliases and memories stay. Hosts that use its old name need the new one.</p>
        <FormEnd failure={failure} isBusy={isBusy} does="Rename" close={close} />
      </form>
    </Modal>
  );
}

function CloneDialog({ character, close }: { character: Character; close: () => void }) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const [, go] = useLocation();
  const { run, failure, isBusy } = useAction();
  const { id: characterId, name, memoryCount } = character;
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
    const said = `${copy.name} has ${counted(memoriesCopied, 'memory', 'memories')}`;
    dashboard.toasts.show(said, dashboard.may('deleteCharacter') ? undo : undefined);
    close();
    go(placeOf('characters', copy.id));
  };
  return (
    <Modal label="Clone" close={close}>
      <h2>Clone {name}</h2>
      <form class="fields" onSubmit={clone}>
        <label>
          Name of the clone
          <input name="name" required maxLength={200} autocomplete="off" autofocus defaultValue={`${name} (copy)`} />
        </label>
        <label class="check">
          <input name="memories" type="checkbox" defaultChecked /> with its {counted(memoryCount, 'memory', 'memories')}
        </label>
        <label class="check">
          <input name="tags" type="checkbox" defaultChecked /> with its tags
        </label>
        <p class="muted">Profile and categories are copied in any case.</p>
        <FormEnd failure={failure} isBusy={isBusy} does="Clone" close={close} />
      </form>
    </Modal>
  );
}
