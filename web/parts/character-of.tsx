import { useLocation } from 'wouter-preact';
import type { Character } from '../client/api.ts';
import { t } from '../languages/translate.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { placeOf, useIsAllChosen, useParts } from '../shell/places.ts';

/** The character of a page that shows one; a choice while all are chosen. Undefined: the page shows all. */
export function CharacterOf({ character }: { character: Character | undefined }) {
  const dashboard = useDashboard();
  const [, go] = useLocation();
  const { page } = useParts();
  const known = dashboard.characters.value ?? [];
  const isAll = useIsAllChosen();
  if (!character) return <small>{t('all characters')}</small>;
  if (!isAll) return <small>{character.name}</small>;
  const shown = known.some(({ id }) => id === character.id) ? known : [character, ...known];
  return (
    <select
      class="chip"
      aria-label={t('Character of this page')}
      value={character.id}
      onChange={(event) => go(placeOf(page, event.currentTarget.value))}
    >
      {shown.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
