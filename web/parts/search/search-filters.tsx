import type { Input } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { msg, t } from '../../languages/translate.ts';
import { Choice, Days } from '../filters.tsx';
import { importances } from '../memory/memory-fields.tsx';
import { sourceKinds } from '../memory/source.ts';

/** What a search is narrowed to; it is in the address. */
export type SearchFilter = Pick<Input<'searchMemories'>, 'since' | 'until' | 'importance' | 'source' | 'holds'>;

const sources = Object.keys(sourceKinds) as (keyof typeof sourceKinds)[];
const holdings = [
  ['true', msg('what holds now')],
  ['false', msg('what has ended')],
] as const;

/** The filter of an address's query; unknown values are left out. */
export function searchFilterOf(given: URLSearchParams): SearchFilter {
  return {
    since: given.get('since') ?? undefined,
    until: given.get('until') ?? undefined,
    importance: importances.find((one) => one === given.get('importance')),
    source: sources.find((one) => one === given.get('source')),
    holds: holdings.map(([one]) => one).find((one) => one === given.get('holds')),
  };
}

/** Time, importance, source and validity of the memories that a search looks through. */
export function SearchFilters({ filter, set }: { filter: SearchFilter; set: (filter: SearchFilter) => void }) {
  return (
    <div class="facets">
      <Days filter={filter} set={(times) => set({ ...filter, ...times })} />
      <Choice
        label={t('Source')}
        value={filter.source}
        any={t('any source')}
        choices={sources.map((one) => [one, t(sourceKinds[one])])}
        choose={(source) => set({ ...filter, source })}
      />
      <Choice
        label={t('Importance')}
        value={filter.importance}
        any={t('any importance')}
        choices={importances.map((one) => [one, known(one.toLowerCase())])}
        choose={(importance) => set({ ...filter, importance })}
      />
      <Choice
        label={t('Validity')}
        value={filter.holds}
        any={t('held ever')}
        choices={holdings.map(([one, name]) => [one, t(name)])}
        choose={(holds) => set({ ...filter, holds })}
      />
    </div>
  );
}
