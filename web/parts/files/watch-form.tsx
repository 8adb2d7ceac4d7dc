import type { Character } from '../../client/api.ts';
import type { Output } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FormEnd } from '../form-end.tsx';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';
import { useDraft } from '../use-draft.ts';

export type Watch = Output<'listWatchedPaths'>['watches'][number];

/** The fields that create the same watch again. */
export function settingsOf({ characterId, path, deleteMissing, label }: Watch) {
  return { characterId, path, deleteMissing, ...(label !== undefined && { label }) };
}

/**
 * Asks for a folder or file of this machine that a character's memories are to follow.
 * @param watches the present watches: one of the same path gets the new settings, and Undo restores its own
 */
export function WatchDialog(props: { character: Character; watches: readonly Watch[]; close: () => void }) {
  const { character, watches, close } = props;
  const { client } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const { form: kept, end: forget } = useDraft(`watch ${character.id}`);
  const discard = () => {
    forget();
    close();
  };
  const { id: characterId, name } = character;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const path = String(data.get('path')).trim();
    const label = String(data.get('label')).trim();
    const given = { characterId, path, deleteMissing: data.has('deleteMissing'), ...(label !== '' && { label }) };
    let stored = path;
    const watch = async () => {
      const made = await client.call('watchPath', given);
      stored = made.path;
      return made;
    };
    const undo = () => {
      const before = watches.find((one) => one.path === stored);
      return before
        ? client.call('watchPath', settingsOf(before))
        : client.call('unwatchPath', { characterId, path: stored });
    };
    if (await run(watch, t('{path} is watched', { path }), undo)) discard();
  };
  return (
    <Modal label={t('Watch a folder')} close={close}>
      <h2>{t('Watch a folder for {name}', { name })}</h2>
      <p class="muted">
        {t(
          'Its notes (Markdown and plain text) become memories now, and follow whenever a file changes. Keys, credentials and settings of programs are never read.',
        )}
      </p>
      <form {...kept} class="fields" onSubmit={submit}>
        <label>
          {t('Folder or file, below your home directory')}
          <input name="path" required maxLength={4_096} placeholder="~/notes" autocomplete="off" spellcheck={false} />
        </label>
        <label>
          {t('What to call it, if not by its path')}
          <input name="label" maxLength={200} autocomplete="off" dir="auto" />
        </label>
        <div class="checks">
          <label>
            <input type="checkbox" name="deleteMissing" />
            <span>
              {t('Delete the memories of deleted files')}
              <small>{t('They can be restored. Otherwise they stay.')}</small>
            </span>
          </label>
        </div>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Watch')} close={discard} />
      </form>
    </Modal>
  );
}
