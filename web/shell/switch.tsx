import { useLocation } from 'wouter-preact';
import { useDashboard } from './dashboard.ts';
import { pageAt } from './pages.ts';
import { everyone, placeOf, useScope } from './places.ts';

/** The choice of one character, or all. The browser stores it. */
export function Switch() {
  const dashboard = useDashboard();
  const [address, go] = useLocation();
  const { character, isAll } = useScope();
  const known = dashboard.characters.value ?? [];
  const shown = character && !known.includes(character) ? [...known, character] : known;
  if (shown.length < 2) return <>{character?.name ?? 'Memory'}</>;
  const choose = (id: string) => {
    dashboard.remember(id);
    const page = pageAt(address);
    go(placeOf(id === everyone && !page.hasAll ? 'inbox' : page.name, id));
  };
  return (
    <select
      aria-label="Character"
      value={isAll ? everyone : character?.id}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value={everyone}>All characters</option>
      {shown.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
