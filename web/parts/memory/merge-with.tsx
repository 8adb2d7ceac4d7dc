import { useState } from 'preact/hooks';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { ListBox } from '../../shell/list-box.tsx';
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
    <Modal label={t('Merge with another…')} class="palette" close={close}>
      <h2>{t('Which one says the same?')}</h2>
      <FailureNote failure={found.failure} />
      <ListBox
        id="merge-with"
        label={t('Search')}
        placeholder={t('Words of the other memory')}
        text={query}
        type={setQuery}
        rowsLabel={t('Memories')}
        rows={offered}
        classOf={() => 'of-memory'}
        draw={(one) => (
          <>
            <b dir="auto">{shortText(one.content, 160)}</b>
            <span class="muted">
              {one.characterId !== memory.characterId && `${dashboard.character(one.characterId)?.name} · `}
              <Time at={one.occurredAt ?? one.createdAt} as="short" />
            </span>
          </>
        )}
        run={(one) => one && setOther(one)}
      />
    </Modal>
  );
}
