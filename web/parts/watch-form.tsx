import type { Character } from '../client/api.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { FormEnd } from './form-end.tsx';
import { Modal } from './modal.tsx';
import { useAction } from './use-action.ts';

/** Asks for a folder or file of this machine that a character's memories are to follow. */
export function WatchDialog({ character, close }: { character: Character; close: () => void }) {
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const { id: characterId, name } = character;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const path = String(data.get('path')).trim();
    const label = String(data.get('label')).trim();
    const given = { characterId, path, deleteMissing: data.has('deleteMissing'), ...(label !== '' && { label }) };
    const made = await run(
      () => client.call('watchPath', given),
      `${path} is watched`,
      () => client.call('unwatchPath', { characterId, path }),
    );
    if (made) close();
  };
  return (
    <Modal label="Watch a folder" close={close}>
      <h2>Watch a folder for {name}</h2>
      <p class="muted">
        Its notes (Markdown and plain text) become memories now, and follow whenever a file changes. Keys, credentials
        and settings of programs are never read.
      </p>
      <form class="fields" onSubmit={submit}>
        <label>
          Folder or file, below your home directory
          <input name="path" required maxLength={4_096} placeholder="~/notes" autocomplete="off" spellcheck={false} />
        </label>
        <label>
          What to call it, if not by its path
          <input name="label" maxLength={200} autocomplete="off" dir="auto" />
        </label>
        <div class="checks">
          <label>
            <input type="checkbox" name="deleteMissing" />
            <span>
              Delete the memories of deleted files
              <small>They can be restored. Otherwise they stay.</small>
            </span>
          </label>
        </div>
        <FormEnd failure={failure} isBusy={isBusy} does="Watch" close={close} />
      </form>
    </Modal>
  );
}
