import type { Input } from '../../client/client.ts';
import { msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { Chip, Choice, Days, TextFilter } from '../filters.tsx';

const kinds = ['search', 'context', 'hook'] as const;
const shows = ['gaps', 'helped', 'dismissed'] as const;

/** The filter of recalls; it is in the address. */
export interface RecallFilter {
  /** Queries without help, or with help; undefined: all. */
  show?: (typeof shows)[number] | undefined;
  client?: string | undefined;
  kind?: (typeof kinds)[number] | undefined;
  words?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

export function recallFilterOf(search: string): RecallFilter {
  const given = new URLSearchParams(search);
  return {
    show: shows.find((one) => one === given.get('show')),
    client: given.get('client') ?? undefined,
    kind: kinds.find((one) => one === given.get('kind')),
    words: given.get('words') ?? undefined,
    since: given.get('since') ?? undefined,
    until: given.get('until') ?? undefined,
  };
}

/** The filter as the API's fields. Equal questions are one. */
export function askedBy({ show, ...filter }: RecallFilter): Omit<Input<'listRecalls'>, 'characterId' | 'cursor'> {
  return {
    ...filter,
    grouped: true,
    ...(show === 'gaps' && { helped: false, dismissed: false }),
    ...(show === 'helped' && { helped: true }),
    ...(show === 'dismissed' && { dismissed: true }),
  };
}

const labels = { gaps: msg('Not helped'), helped: msg('Helped'), dismissed: msg('Dismissed') } as const;
const kindNames = {
  search: msg('searched by an agent'),
  context: msg('given as a context'),
  hook: msg('given by a hook'),
} as const;

export function RecallFilters(props: {
  characterId: string | undefined;
  filter: RecallFilter;
  set: (filter: RecallFilter) => void;
}) {
  const { characterId, filter, set } = props;
  const { client } = useDashboard();
  const statistics = useLoad(`${characterId}`, (signal) => client.call('getStatistics', { characterId }, signal));
  const known = (statistics.value?.byClient ?? []).map((one) => one.client);
  const hosts = [...new Set([...known, filter.client ?? ''])].filter((one) => one !== '');
  return (
    <div class="facets">
      <Chip isOn={filter.show === undefined} run={() => set({ ...filter, show: undefined })}>
        {t('All')}
      </Chip>
      {shows.map((show) => (
        <Chip key={show} isOn={filter.show === show} run={() => set({ ...filter, show })}>
          {t(labels[show])}
        </Chip>
      ))}
      <Choice
        label={t('Asked by')}
        value={filter.client}
        any={t('any host')}
        choices={hosts.map((one) => [one, one])}
        choose={(host) => set({ ...filter, client: host })}
      />
      <Choice
        label={t('Way')}
        value={filter.kind}
        any={t('any way')}
        choices={kinds.map((kind) => [kind, t(kindNames[kind])])}
        choose={(kind) => set({ ...filter, kind })}
      />
      <Days filter={filter} set={(times) => set({ ...filter, ...times })} />
      <TextFilter
        label={t('Words of the question')}
        hint={t('words')}
        value={filter.words}
        set={(words) => set({ ...filter, words })}
      />
      <span class="count">{t('only in the store, never sent')}</span>
    </div>
  );
}
