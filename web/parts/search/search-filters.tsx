import { known } from '../../languages/known.ts';
import { periodOf } from '../../languages/times.ts';
import { msg, t } from '../../languages/translate.ts';
import { Chip, Choice, Days, FewChoices } from '../filters.tsx';
import { importances } from '../memory/memory-fields.tsx';
import { SourceChoice, sources } from '../memory/source-choice.tsx';
import type { NamedTime } from './answer.ts';
import type { SearchFilter } from './filter.ts';

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
    client: given.get('client') ?? undefined,
    category: given.get('category') ?? undefined,
    having: given.get('having')?.split(' ').filter(Boolean),
    isOfAnyTime: given.has('anyTime') || undefined,
  };
}

/** The same as fields of an address. */
export function fieldsOf({ having, isOfAnyTime, ...filter }: SearchFilter): Record<string, string | undefined> {
  return { ...filter, having: having?.join(' '), anyTime: isOfAnyTime ? 'yes' : undefined };
}

/** Time, category, host, source, importance and validity of the memories that a search looks through. */
export function SearchFilters(props: {
  filter: SearchFilter;
  /** Those of the memories that are searched; undefined: not known yet. */
  known: { categories: readonly string[]; hosts: readonly string[] } | undefined;
  /** The time that the question names; without it, or where nothing is of it, `undefined`. */
  time: NamedTime | undefined;
  set: (filter: SearchFilter) => void;
}) {
  const { filter, set, time, known: { categories, hosts } = { categories: [], hosts: [] } } = props;
  const inTime = (times: Pick<SearchFilter, 'since' | 'until'>, isOfAnyTime: boolean) =>
    set({ ...filter, ...times, isOfAnyTime: isOfAnyTime || undefined });
  const narrow = ({ since, until }: NamedTime) => inTime({ since, until }, true);
  const withChosen = (all: readonly string[], chosen: string | undefined) => [
    ...new Set([...all, ...(chosen === undefined ? [] : [chosen])]),
  ];
  const [shownCategories, shownHosts] = [withChosen(categories, filter.category), withChosen(hosts, filter.client)];
  const isNarrowed = Object.values({ ...filter, isOfAnyTime: undefined }).some((one) => one !== undefined);
  return (
    <div class="facets">
      <Days
        filter={filter}
        set={(times) => inTime(times, true)}
        meant={
          time && {
            name: periodOf(time.since, time.until),
            times: { since: time.since, until: time.until },
            isOn: time.isOn,
            take: () => (time.isOffered ? narrow(time) : inTime({ since: undefined, until: undefined }, false)),
          }
        }
      />
      {(filter.since ?? filter.until) !== undefined && (
        <button
          type="button"
          class="quiet"
          aria-label={t('any time')}
          title={t('any time')}
          onClick={() => inTime({ since: undefined, until: undefined }, true)}
        >
          ×
        </button>
      )}
      {time?.isOffered && filter.since === undefined && (
        <Chip run={() => narrow(time)}>{periodOf(time.since, time.until)}</Chip>
      )}
      <FewChoices clear={isNarrowed ? () => set({ isOfAnyTime: filter.isOfAnyTime }) : undefined}>
        {shownCategories.length > 0 && (
          <Choice
            label={t('Category')}
            value={filter.category}
            any={t('any category')}
            choices={shownCategories.map((one) => [one, known(one)])}
            choose={(category) => set({ ...filter, category })}
          />
        )}
        {shownHosts.length > 0 && (
          <Choice
            label={t('Host')}
            value={filter.client}
            any={t('any host')}
            choices={shownHosts.map((one) => [one, one])}
            choose={(client) => set({ ...filter, client })}
          />
        )}
        <SourceChoice value={filter.source} choose={(source) => set({ ...filter, source })} />
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
      </FewChoices>
    </div>
  );
}
