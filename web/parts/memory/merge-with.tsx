import { useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { FailureNote } from '../failure.tsx';
import { Modal } from '../modal.tsx';
import { Time } from '../time.tsx';
import { shortText } from './marking.ts';
import { inOrderOfMerge, MergeDialog, type Merged } from './merge-dialog.tsx';

const maxFound = 8;

/** Chooses the memory with which another one is merged. @param props.near those offered before anything is typed */
export function MergeWith(props: {
  memory: Memory;
  near: readonly Merged[];
  show: (memory: Merged) => void;
  close: () => void;
}) {
  const { memory, near, show, close } = props;
  const dashboard = useDashboard();
  const { client, me } = dashboard;
  const [query, setQuery] = useState('');
  const [other, setOther] = useState<Merged>();
  const asked = query.trim();
  const found = useLoad(
    asked,
    asked === ''
      ? undefined
      : async (signal) =>
          (await client.call('searchSeveral', { query: asked, limit: maxFound, everywhere: true }, signal)).memories,
  );
  if (other) {
    return (
      <MergeDialog
        memories={inOrderOfMerge([memory, other], me.value?.ownCharacter)}
        decide={(isDecided, into) => isDecided && into.id !== memory.id && show(into)}
        close={close}
      />
    );
  }
  const offered = (asked === '' ? near : (found.value ?? [])).filter(({ id }) => id !== memory.id);
  return (
    <Modal label={t('Merge with another…')} close={close}>
      <h2>{t('Which one says the same?')}</h2>
      <input
        type="search"
        autofocus
        aria-label={t('Search')}
        placeholder={t('Words of the other memory')}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      <FailureNote failure={found.failure} />
      <ul class="merge-with">
        {offered.map((one) => (
          <li key={one.id}>
            <button type="button" class="quiet" onClick={() => setOther(one)}>
              <span class="said" dir="auto">
                {shortText(one.content, 160)}
              </span>
              <span>
                {one.characterId !== memory.characterId && `${dashboard.character(one.characterId)?.name} · `}
                <Time at={one.occurredAt ?? one.createdAt} as="short" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
