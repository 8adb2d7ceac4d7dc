import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Input } from '../client/client.ts';
import { useDashboard } from '../shell/dashboard.ts';
import { useLoad } from '../shell/use-load.ts';

/** What of a list is shown; it stands in the address. */
export type Filter = Pick<Input<'listMemories'>, 'category' | 'importance' | 'since' | 'until'> & {
  state?: 'DELETED' | 'ALL' | undefined;
};

const importances = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW'] as const;
/** How many categories are shown before one asks for all. */
const shownCategories = 5;

/** The filter that an address's query stands for; what it does not know is left out. */
export function filterOf(search: string): Filter {
  const given = new URLSearchParams(search);
  const importance = importances.find((one) => one === given.get('importance'));
  const state = given.get('state');
  return {
    category: given.get('category') ?? undefined,
    importance,
    state: state === 'DELETED' || state === 'ALL' ? state : undefined,
    since: given.get('since') ?? undefined,
    until: given.get('until') ?? undefined,
  };
}

export function Facets(props: { characterId: string; filter: Filter; set: (filter: Filter) => void }) {
  const { characterId, filter, set } = props;
  const { categories, client } = useDashboard();
  const [all, setAll] = useState(false);
  const deleted = useLoad(characterId, (signal) =>
    client.call('listMemories', { characterId, state: 'DELETED', limit: 1 }, signal),
  );
  const known = (categories.value.get(characterId) ?? []).filter(
    ({ name, memoryCount }) => memoryCount > 0 || name === filter.category,
  );
  const sorted = known.toSorted((a, b) => b.memoryCount - a.memoryCount);
  const chosenPlace = sorted.findIndex(({ name }) => name === filter.category);
  const shown = all || chosenPlace >= shownCategories ? sorted : sorted.slice(0, shownCategories);
  const isDeleted = filter.state === 'DELETED';
  return (
    <div class="facets">
      <Chip
        isOn={filter.category === undefined && !isDeleted}
        run={() => set({ ...filter, category: undefined, state: undefined })}
      >
        All categories
      </Chip>
      {shown.map(({ name, memoryCount }) => (
        <Chip
          key={name}
          isOn={filter.category === name}
          run={() => set({ ...filter, category: filter.category === name ? undefined : name })}
        >
          {name} <span class="number">{memoryCount.toLocaleString()}</span>
        </Chip>
      ))}
      {shown.length < sorted.length && <Chip run={() => setAll(true)}>more…</Chip>}
      <select
        class="chip"
        aria-label="Importance"
        value={filter.importance ?? ''}
        onChange={(event) =>
          set({ ...filter, importance: importances.find((one) => one === event.currentTarget.value) })
        }
      >
        <option value="">any importance</option>
        {importances.map((one) => (
          <option key={one} value={one}>
            {one.toLowerCase()}
          </option>
        ))}
      </select>
      <Days filter={filter} set={set} />
      {(isDeleted || (deleted.value?.total ?? 0) > 0) && (
        <Chip isOn={isDeleted} run={() => set({ ...filter, state: isDeleted ? undefined : 'DELETED' })}>
          Deleted <span class="number">{deleted.value?.total.toLocaleString()}</span>
        </Chip>
      )}
      <span class="count">newest first</span>
    </div>
  );
}

function Chip(props: { isOn?: boolean; run: () => void; children: ComponentChildren }) {
  return (
    <button type="button" class="chip" aria-pressed={props.isOn ?? false} onClick={props.run}>
      {props.children}
    </button>
  );
}

/** The time that is looked at, in whole days of the browser's own zone. */
function Days({ filter, set }: { filter: Filter; set: (filter: Filter) => void }) {
  const [isOpen, setOpen] = useState(filter.since !== undefined || filter.until !== undefined);
  if (!isOpen) return <Chip run={() => setOpen(true)}>any time</Chip>;
  const changed = (field: 'since' | 'until', day: string) => {
    const at = day === '' ? undefined : new Date(`${day}T00:00`);
    if (at && field === 'until') at.setDate(at.getDate() + 1);
    set({ ...filter, [field]: at?.toISOString() });
  };
  return (
    <>
      <input
        class="chip"
        type="date"
        aria-label="From this day on"
        value={dayIn(filter.since, 0)}
        onChange={(event) => changed('since', event.currentTarget.value)}
      />
      <input
        class="chip"
        type="date"
        aria-label="Up to this day"
        value={dayIn(filter.until, 1)}
        onChange={(event) => changed('until', event.currentTarget.value)}
      />
    </>
  );
}

/** The day that a field shows. @param before how many days before the instant it is */
function dayIn(at: string | undefined, before: number): string {
  const date = new Date(at ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  date.setDate(date.getDate() - before);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
