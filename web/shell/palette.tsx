import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Modal } from '../parts/modal.tsx';
import { useDashboard } from './dashboard.ts';
import { pagesFor } from './pages.ts';
import { placeOf, useCharacter, useParts } from './places.ts';

interface Place {
  label: string;
  kind: string;
  address: string;
}

/** Goes to a page or to a character, found by what their names hold. */
export function Palette({ close }: { close: () => void }) {
  const dashboard = useDashboard();
  const { characters } = dashboard;
  const parts = useParts();
  const character = useCharacter(parts.character);
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const places: Place[] = [
    ...pagesFor(dashboard, character?.id).map(({ name, title }) => ({
      label: title,
      kind: 'page',
      address: placeOf(name, character?.id),
    })),
    ...(characters.value ?? []).map(({ id, name }) => ({
      label: name,
      kind: 'character',
      address: placeOf(parts.page, id),
    })),
  ];
  const wanted = text.trim().toLocaleLowerCase();
  const found = places.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)).slice(0, 12);
  const chosen = Math.min(at, found.length - 1);
  const open = (place: Place | undefined) => {
    if (!place) return;
    close();
    go(place.address);
  };
  return (
    <Modal label="Go to" class="palette" close={close}>
      <input
        aria-label="Go to"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosen < 0 ? undefined : `palette-${chosen}`}
        placeholder="Go to a page or a character"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, found.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0));
          else if (event.key === 'Enter') open(found[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="palette-list" role="listbox" aria-label="Places">
        {found.map((place, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field above has the focus and names the chosen one
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={place.address}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => open(place)}
          >
            {place.label}
            <span class="muted">{place.kind}</span>
          </div>
        ))}
      </div>
    </Modal>
  );
}
