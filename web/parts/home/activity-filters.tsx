import { msg, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { Choice } from '../filters.tsx';
import { kinds } from '../memory/change.ts';
import type { HappenedAsked } from './happened.ts';

const types = ['CREATED', 'UPDATED', 'ENDED', 'REVIVED', 'DELETED', 'RESTORED', 'PROPOSED', 'REJECTED'] as const;
const authors = { user: msg('people'), model: msg('agents'), file: msg('files'), system: msg('the service') } as const;
const authorKinds = ['user', 'model', 'file', 'system'] as const;

/** The filter of what happened; it is in the address. */
type ActivityFilter = Omit<HappenedAsked, 'characterId'>;

export function activityFilterOf(search: string): ActivityFilter {
  const given = new URLSearchParams(search);
  return {
    changeType: types.find((one) => one === given.get('changeType')),
    by: authorKinds.find((one) => one === given.get('by')),
    client: given.get('client') ?? undefined,
  };
}

export function ActivityFilters(props: {
  characterId: string | undefined;
  filter: ActivityFilter;
  set: (filter: ActivityFilter) => void;
}) {
  const { characterId, filter, set } = props;
  const { client } = useDashboard();
  const statistics = useLoad(`${characterId}`, (signal) => client.call('getStatistics', { characterId }, signal));
  const known = (statistics.value?.byClient ?? []).map((one) => one.client);
  const hosts = [...new Set([...known, filter.client ?? ''])].filter((one) => one !== '');
  return (
    <div class="facets">
      <Choice
        label={t('What')}
        value={filter.changeType}
        any={t('anything')}
        choices={types.map((one) => [one, t(kinds[one])] as const)}
        choose={(changeType) => set({ ...filter, changeType })}
      />
      <Choice
        label={t('Who')}
        value={filter.by}
        any={t('anyone')}
        choices={authorKinds.map((one) => [one, t(authors[one])] as const)}
        choose={(by) => set({ ...filter, by })}
      />
      {hosts.length > 0 && (
        <Choice
          label={t('Host')}
          value={filter.client}
          any={t('any host')}
          choices={hosts.map((one) => [one, one] as const)}
          choose={(to) => set({ ...filter, client: to })}
        />
      )}
    </div>
  );
}
