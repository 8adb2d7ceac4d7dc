import { useState } from 'preact/hooks';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { Check } from '../check.tsx';
import { FormEnd } from '../form-end.tsx';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';
import type { ConnectedCharacter } from './connection.ts';

/**
 * Asks whether the memories stay here, and ends the connection.
 * @param url of the whole server; absent: of one character
 * @param decided those whose order this machine decides: their memories stay
 */
export function DisconnectDialog(props: {
  url?: string;
  characters: readonly ConnectedCharacter[];
  decided?: readonly { id: string; name: string }[];
  close: () => void;
}) {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const { url, characters, decided = [], close } = props;
  const { run, failure, isBusy } = useAction();
  const [remove, setRemove] = useState(false);
  const [first] = characters;
  const what = url ?? (first ? dashboard.nameOf(first) : '');
  const unsent = characters.reduce((sum, one) => sum + one.waiting + one.refused, 0);
  const end = async (event: SubmitEvent) => {
    event.preventDefault();
    const characterIds = [...characters, ...decided].map(({ id }) => id);
    const problems = await run(async () => {
      const found: string[] = [];
      for (let at = 0; at < characterIds.length; at += atOnce) {
        const part = characterIds.slice(at, at + atOnce);
        found.push(...(await client.call('disconnectCharacters', { characterIds: part, remove })).problems);
      }
      return found;
    });
    if (!problems) return;
    const restore = async () => {
      for (const characterId of characterIds) await client.call('restoreCharacter', { characterId });
      dashboard.changed();
    };
    const said = t('{what} is disconnected', { what });
    toasts.show(remove ? t('{said}; the memories here are deleted', { said }) : said, remove ? restore : undefined);
    for (const problem of problems) toasts.show(problem);
    close();
  };
  return (
    <Modal label={t('Disconnect')} close={close}>
      <h2 dir="auto">{t('Disconnect {what}', { what })}</h2>
      <form class="fields" onSubmit={end}>
        {decided.length > 0 ? (
          <p>{t('The memories stay on both machines. They are no longer synced.')}</p>
        ) : (
          <fieldset class="checks">
            <legend>{t('The memories on this machine. The server keeps its own.')}</legend>
            <Check
              type="radio"
              name="here"
              label={t('Keep them')}
              about={t('They are no longer synced. Connecting again finds the same ones.')}
              checked={!remove}
              change={() => setRemove(false)}
            />
            <Check
              type="radio"
              name="here"
              label={t('Delete them here')}
              about={t('Undo brings them back, without the connection.')}
              checked={remove}
              change={() => setRemove(true)}
            />
          </fieldset>
        )}
        {unsent > 0 && (
          <p class="failure">
            {tn(
              unsent,
              'The server does not have {n} change that is here.',
              'The server does not have {n} changes that are here.',
            )}
          </p>
        )}
        <FormEnd failure={failure} isBusy={isBusy} does={t('Disconnect')} isDangerous close={close} />
      </form>
    </Modal>
  );
}

/** As many as one call takes. */
const atOnce = 10;
