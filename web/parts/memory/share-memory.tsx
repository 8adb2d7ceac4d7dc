import { useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { known } from '../../languages/known.ts';
import { listed, rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { Modal } from '../modal.tsx';
import { Audience } from '../sharing.tsx';
import { isHere } from '../team/lines.ts';
import { useAction } from '../use-action.ts';
import { batchesOf, Edits } from './edits.ts';

/** Writes a text to the clipboard, and says so. */
export function useClipboard(): (text: string) => Promise<void> {
  const { toasts } = useDashboard();
  return (text) =>
    navigator.clipboard.writeText(text).then(
      () => toasts.show(t('Copied')),
      () => toasts.show(t('The browser does not allow copying: select the text and copy it yourself.')),
    );
}

/** Gives one memory to others: its text as the user leaves it, its address, or a copy in a character that they see. */
export function ShareMemory({ memory, close }: { memory: Memory; close: () => void }) {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const { run, failure, isBusy } = useAction();
  const { id, characterId, content, category, importance, occurredAt, validUntil, tags, metadata } = memory;
  const { personal = [] } =
    useLoad(id, (signal) => client.call('getMemory', { characterId, memoryId: id }, signal)).value ?? {};
  const others = (dashboard.characters.value ?? []).filter(
    (one) => one.id !== characterId && dashboard.may('addMemoryDirect', one.id),
  );
  const [chosen, setChosen] = useState<string>();
  const [text, setText] = useState(content);
  const target = others.find((one) => one.id === chosen) ?? others[0];
  // The address of `ui`, and any of the loopback interface, is this machine's alone.
  const isOfServer = dashboard.tier.value?.connections === undefined && !isHere(location.origin);
  const isEmpty = text.trim() === '';
  const toClipboard = useClipboard();
  const copy = async () => {
    if (!target) return;
    const { categories } = await client.call('listCategories', { characterId: target.id });
    const isThere = categories.some(({ name }) => name === category);
    // The user has seen the text, so a stored credential goes along.
    const labels = { ...(isThere && { category }), tags, metadata };
    const given = { content: text.trim(), importance, occurredAt, validUntil, ...labels, allowSecret: true };
    const made = await client.call('addMemoryDirect', { characterId: target.id, ...given });
    close();
    if (made.operation === 'NONE') {
      toasts.show(t('{name} has it already', { name: target.name }));
      return;
    }
    toasts.show(t('Copied to {name}', { name: target.name }), async () => {
      await client.call('deleteMemory', { characterId: target.id, memoryId: made.id });
      dashboard.changed();
    });
  };
  const move = async () => {
    if (!target) return;
    await new Edits(dashboard).changeMany(batchesOf([memory]), { moveTo: target.id });
    close();
  };
  return (
    <Modal label={t('Share this memory')} close={close}>
      <h2>{t('Share this memory')}</h2>
      <div class="fields">
        <label>
          {t('What they get: this text and nothing else. Take out what is private.')}
          <textarea dir="auto" rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        {personal.length > 0 && text.trim() === content && (
          <p class="failure">
            {t('It is private ({kinds}): take that out before you give it away.', {
              kinds: listed(personal.map(known)),
            })}
          </p>
        )}
      </div>
      <div class="buttons">
        <button type="button" class="main" disabled={isEmpty} onClick={() => void toClipboard(text.trim())}>
          {t('Copy the text')}
        </button>
        {isOfServer && (
          <button
            type="button"
            onClick={() => void toClipboard(location.origin + placeOf('memories', characterId, id))}
          >
            {t('Copy its address')}
          </button>
        )}
      </div>
      {target && (
        <div class="fields">
          <label>
            {t('Give it to another character')}
            <select value={target.id} onChange={(event) => setChosen(event.currentTarget.value)}>
              {others.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
          <p class="muted">
            {rich(t('Seen by: {audience}'), { audience: <Audience character={target} /> })}
            <br />
            {t('The text goes there with its date, category and tags.')}
          </p>
          <div class="buttons">
            <button type="button" disabled={isBusy || isEmpty} onClick={() => void run(copy)}>
              {t('Copy it there')}
            </button>
            {text.trim() === content && dashboard.may('changeMemories', characterId) && (
              <button type="button" disabled={isBusy} onClick={() => void run(move)}>
                {t('Move it there')}
              </button>
            )}
          </div>
        </div>
      )}
      <FailureNote failure={failure} />
      <div class="buttons">
        <button type="button" onClick={close}>
          {t('Close')}
        </button>
      </div>
    </Modal>
  );
}
