import { useState } from 'preact/hooks';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { FormEnd } from '../form-end.tsx';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';
import type { ConnectedCharacter, RefusedMemory } from './connection.ts';

const pageSize = 100;

/** Asks where refused memories go, and moves them. @param memories `all`: every refused one of the character */
export function MoveDialog(props: {
  character: ConnectedCharacter;
  connected: readonly ConnectedCharacter[];
  memories: readonly RefusedMemory[] | 'all';
  close: () => void;
}) {
  const dashboard = useDashboard();
  const { client, characters, toasts } = dashboard;
  const { character, connected, memories, close } = props;
  const { id: characterId, refused } = character;
  const name = dashboard.nameOf(character);
  const { run, failure, isBusy } = useAction();
  // Another server's are refused by the service, which says so.
  const local = (characters.value ?? []).filter(
    (one) => one.status === 'ACTIVE' && one.access === 'WRITE' && connected.every(({ id }) => id !== one.id),
  );
  const [target, setTarget] = useState(local[0]?.id ?? '');
  const count = memories === 'all' ? refused : memories.length;
  const move = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget as HTMLFormElement).get('name') ?? '').trim();
    const said = await run(async () => {
      const ids = memories === 'all' ? undefined : memories.map(({ id }) => id);
      const into = target || (await client.call('createCharacter', { name: wanted })).id;
      // Should the move fail, the next try finds the character that was made.
      setTarget(into);
      const moved = await (ids ? withdraw(ids, into) : withdrawAll(into));
      const name = local.find(({ id }) => id === into)?.name ?? wanted;
      return tn(moved, '{n} memory moved to {name}', '{n} memories moved to {name}', { name });
    });
    if (said === undefined) return;
    toasts.show(said);
    close();
  };
  const withdraw = async (memoryIds: string[], toCharacterId: string) =>
    (await client.call('withdrawChanges', { characterId, memoryIds, toCharacterId })).moved;
  const withdrawAll = async (into: string) => {
    let moved = 0;
    for (;;) {
      const page = await client.call('listRefusedMemories', { characterId, page: 0, limit: pageSize });
      if (page.memories.length === 0) return moved;
      moved += await withdraw(
        page.memories.map(({ id }) => id),
        into,
      );
    }
  };
  return (
    <Modal label={t('Move to a local character')} close={close}>
      <h2>{tn(count, 'Move {n} memory to a local character', 'Move {n} memories to a local character')}</h2>
      <form class="fields" onSubmit={move}>
        <label>
          {t('Character')}
          <select value={target} onChange={(event) => setTarget(event.currentTarget.value)}>
            {local.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
            <option value="">{t('A new character…')}</option>
          </select>
        </label>
        {target === '' && (
          <label>
            {t('Its name')}
            <input
              name="name"
              required
              maxLength={200}
              autocomplete="off"
              defaultValue={t('{name} (this machine)', { name })}
            />
          </label>
        )}
        <p class="muted">
          {tn(
            count,
            'What it says goes there with its history, and to no server.',
            'What they say goes there with its history, and to no server.',
          )}{' '}
          {t(
            'In {name} what the server has comes back, and what it never had is deleted. Refused deletions are only taken back. There is no Undo.',
            { name },
          )}
        </p>
        <FormEnd failure={failure} isBusy={isBusy} does={t('Move')} close={close} />
      </form>
    </Modal>
  );
}
