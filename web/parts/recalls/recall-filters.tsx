import type { Input } from '../../client/client.ts';
import { msg, t } from '../../languages/translate.ts';
import { Chip, Choice, TextFilter } from '../filters.tsx';
import { dayMs } from '../home/recent.ts';

const kinds = ['search', 'context', 'hook'] as const;
const shows = ['given', 'helped', 'gaps', 'settled'] as const;
const periods = ['today', undefined, 'month', 'all'] as const;

export type Show = (typeof shows)[number];
type Period = Exclude<(typeof periods)[number], undefined>;

/** The filter of recalls; it is in the address. */
export interface RecallFilter {
  /** Those that got memories, that helped by evidence, that got nothing, or were answered or dismissed since; undefined: all. */
  show?: Show | undefined;
  client?: string | undefined;
  kind?: (typeof kinds)[number] | undefined;
  words?: string | undefined;
  /** Undefined: a week, as Home tells of; all: as long as recalls are stored. */
  period?: Period | undefined;
}

export function recallFilterOf(search: string): RecallFilter {
  const given = new URLSearchParams(search);
  return {
    show: shows.find((one) => one === given.get('show')),
    client: given.get('client') ?? undefined,
    kind: kinds.find((one) => one === given.get('kind')),
    words: given.get('words') ?? undefined,
    period: periods.find((one) => one !== undefined && one === given.get('period')),
  };
}

/** When a period began, as an instant; today, at the browser's midnight. */
export function sinceOf(period: Period | undefined): string | undefined {
  if (period === 'all') return undefined;
  const at = new Date();
  if (period === 'today') at.setHours(0, 0, 0, 0);
  else at.setTime(at.getTime() - daysOf(period) * dayMs);
  return at.toISOString();
}

/** The filter as the API's fields. Equal questions are one. */
export function askedBy({
  show,
  period,
  ...filter
}: RecallFilter): Omit<Input<'listRecalls'>, 'characterId' | 'cursor'> {
  return {
    ...filter,
    since: sinceOf(period),
    grouped: true,
    ...(show === 'gaps' && { helped: false, dismissed: false }),
    ...(show === 'given' && { helped: true, asked: true }),
    ...(show === 'helped' && { used: true, asked: true }),
    ...(show === 'settled' && { dismissed: true }),
  };
}

const daysOf = (period: 'month' | undefined) => (period === 'month' ? 30 : 7);
const showNames = {
  given: msg('Given'),
  helped: msg('Helped'),
  gaps: msg('Not answered'),
  settled: msg('Settled'),
} as const;
const kindNames = {
  search: msg('searched by an agent'),
  context: msg('given as a context'),
  hook: msg('given by a hook'),
} as const;

function nameOf(period: Period | undefined): string {
  if (period === 'all') return t('All');
  return period === 'today' ? t('Today') : t('{days} days', { days: daysOf(period) });
}

/** What is shown alone, until it is taken away. */
function Chosen({ name, remove }: { name: string; remove: () => void }) {
  return (
    <Chip isOn run={remove}>
      <bdi>{name}</bdi> <span aria-hidden="true">×</span>
    </Chip>
  );
}

export function RecallFilters({ filter, set }: { filter: RecallFilter; set: (filter: RecallFilter) => void }) {
  const { show, client } = filter;
  return (
    <div class="facets">
      {periods.map((period) => (
        <Chip key={period} isOn={filter.period === period} run={() => set({ ...filter, period })}>
          {nameOf(period)}
        </Chip>
      ))}
      <Choice
        label={t('Way')}
        value={filter.kind}
        any={t('any way')}
        choices={kinds.map((kind) => [kind, t(kindNames[kind])])}
        choose={(kind) => set({ ...filter, kind })}
      />
      <TextFilter
        label={t('Words of the question')}
        hint={t('words')}
        value={filter.words}
        set={(words) => set({ ...filter, words })}
      />
      {show !== 'settled' && <Chip run={() => set({ ...filter, show: 'settled' })}>{t(showNames.settled)}</Chip>}
      {show !== undefined && <Chosen name={t(showNames[show])} remove={() => set({ ...filter, show: undefined })} />}
      {client !== undefined && <Chosen name={client} remove={() => set({ ...filter, client: undefined })} />}
    </div>
  );
}
