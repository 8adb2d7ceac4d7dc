import { useState } from 'preact/hooks';
import type { Character } from '../client/api.ts';
import { numeral, t } from '../languages/translate.ts';
import { Modal } from '../parts/modal.tsx';
import { ListBox } from './list-box.tsx';
import { foldCase, found } from './matches.ts';
import { everyone } from './places.ts';

/** The characters, and all of them, to choose one by its name. */
export function SwitchMenu(props: {
  characters: readonly Character[];
  /** The id of the present one, or `everyone`. */
  present: string | undefined;
  choose: (id: string) => void;
  close: () => void;
}) {
  const { characters, present, choose, close } = props;
  const [text, setText] = useState('');
  const all = characters.reduce((sum, { memoryCount }) => sum + memoryCount, 0);
  const rows = [
    { id: everyone, label: t('All characters'), count: all },
    ...characters.map(({ id, name, memoryCount }) => ({ id, label: name, count: memoryCount })),
  ];
  const typed = foldCase(text.trim());
  return (
    <Modal label={t('Character')} class="palette switch" close={close}>
      <ListBox
        id="switch"
        label={t('Character')}
        placeholder={t('Find a name')}
        text={text}
        type={setText}
        rowsLabel={t('Characters')}
        rows={typed === '' ? rows : found(rows, typed)}
        first={Math.max(
          0,
          rows.findIndex(({ id }) => id === present),
        )}
        draw={({ id, label, count }) => (
          <>
            <b dir="auto">{label}</b>
            <span class="muted">
              {id === present && '✓ '}
              {numeral(count)}
            </span>
          </>
        )}
        areFocused={matchMedia('(pointer: coarse)').matches}
        run={(row) => {
          close();
          if (row) choose(row.id);
        }}
      />
    </Modal>
  );
}
