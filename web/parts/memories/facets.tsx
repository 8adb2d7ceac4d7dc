import { useState } from 'preact/hooks';
import type { Input } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { msg, numeral, rich, t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { PinDialog } from '../../shell/pinned.tsx';
import { useLoad } from '../../shell/use-load.ts';
import { Chip, Choice, Days, FewChoices } from '../filters.tsx';
import { importances } from '../memory/memory-fields.tsx';
import { useFileName } from '../memory/source.ts';
import { SourceChoice, sources } from '../memory/source-choice.tsx';
import { Time } from '../time.tsx';
import { instantsOf } from '../timeline/period.ts';

/** The filter of a list; it is in the address. */
export type Filter = Pick<
  Input<'listMemories'>,
  | 'category'
  | 'importance'
  | 'leastImportance'
  | 'source'
  | 'fileId'
  | 'client'
  | 'batchId'
  | 'sessionId'
  | 'since'
  | 'until'
  | 'storedSince'
  | 'sort'
> & {
  state?: 'DELETED' | 'ALL' | undefined;
};

/** The orders of a list, with their names; the first is the default. */
export const sorts = [
  ['newest', msg('newest first')],
  ['oldest', msg('oldest first')],
  ['importance', msg('most important first')],
  ['recalled', msg('most recalled first')],
  ['changed', msg('last changed first')],
] as const;

/** How many categories are shown before "show all". */
const shownCategories = 4;

/** The filter of an address's query; unknown values are left out. */
export function filterOf(search: string): Filter {
  const given = new URLSearchParams(search);
  const importance = importances.find((one) => one === given.get('importance'));
  const state = given.get('state');
  const source = sources.find((one) => one === given.get('source'));
  return {
    category: given.get('category') ?? undefined,
    importance,
    leastImportance: importances.find((one) => one === given.get('leastImportance')),
    source,
    fileId: given.get('fileId') ?? undefined,
    client: given.get('client') ?? undefined,
    batchId: given.get('batchId') ?? undefined,
    sessionId: given.get('sessionId') ?? undefined,
    sort: sorts.find(([one]) => one === given.get('sort'))?.[0],
    state: state === 'DELETED' || state === 'ALL' ? state : undefined,
    since: given.get('since') ?? undefined,
    until: given.get('until') ?? undefined,
    storedSince: given.get('storedSince') ?? undefined,
  };
}

/** The choice of all that is more important than small talk, which is LOW. */
const withoutTalk = 'talk';
const importanceOf = (chosen: Filter['importance'] | typeof withoutTalk): Filter =>
  chosen === withoutTalk
    ? { importance: undefined, leastImportance: 'NORMAL' }
    : { importance: chosen, leastImportance: undefined };

/** Categories with the sums of their counts. */
function byName(counted: readonly { category: string; memories: number }[]): { name: string; memoryCount: number }[] {
  const counts = new Map<string, number>();
  for (const { category, memories } of counted) counts.set(category, (counts.get(category) ?? 0) + memories);
  return [...counts].map(([name, memoryCount]) => ({ name, memoryCount }));
}

/** @param props.characterId undefined: of all characters */
export function Facets(props: { characterId: string | undefined; filter: Filter; set: (filter: Filter) => void }) {
  const { characterId, filter, set } = props;
  const { categories, client } = useDashboard();
  const fileName = useFileName();
  const [all, setAll] = useState(false);
  const [isPinning, setPinning] = useState(false);
  const deleted = useLoad(`${characterId}`, (signal) => {
    const asked = { state: 'DELETED', limit: 1 } as const;
    return characterId === undefined
      ? client.call('listEverywhere', asked, signal)
      : client.call('listMemories', { characterId, ...asked }, signal);
  });
  const statistics = useLoad(`${characterId}`, (signal) => client.call('getStatistics', { characterId }, signal));
  const stored = (statistics.value?.byClient ?? []).filter((one) => one.stored > 0).map((one) => one.client);
  const hosts = [...new Set([...stored, ...(filter.client === undefined ? [] : [filter.client])])];
  const { leastImportance } = filter;
  const weighty = useLoad(
    `${characterId} ${leastImportance}`,
    leastImportance &&
      ((signal) => {
        const { since: from, until: to } = instantsOf('');
        return client.call('getStatistics', { characterId, from, to, timeline: 'YEAR', leastImportance }, signal);
      }),
  );
  const counted = leastImportance ? (weighty.value?.timeline ?? []) : (statistics.value?.byCategory ?? []);
  const some =
    characterId === undefined || leastImportance ? byName(counted) : (categories.value.get(characterId) ?? []);
  const held = some.filter(({ name, memoryCount }) => memoryCount > 0 || name === filter.category);
  const sorted = held.toSorted((a, b) => b.memoryCount - a.memoryCount);
  const chosenPlace = sorted.findIndex(({ name }) => name === filter.category);
  const shown = all || chosenPlace >= shownCategories ? sorted : sorted.slice(0, shownCategories);
  const isDeleted = filter.state === 'DELETED';
  const { sort, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <div class="facets">
      <Chip
        isOn={filter.category === undefined && !isDeleted}
        run={() => set({ ...filter, category: undefined, state: undefined })}
      >
        {t('All')}
      </Chip>
      {shown.map(({ name, memoryCount }) => (
        <Chip
          key={name}
          isOn={filter.category === name}
          run={() => set({ ...filter, category: filter.category === name ? undefined : name })}
        >
          {known(name)} <small>{numeral(memoryCount)}</small>
        </Chip>
      ))}
      {shown.length < sorted.length && <Chip run={() => setAll(true)}>{t('more…')}</Chip>}
      <Days filter={filter} set={(times) => set({ ...filter, ...times })} />
      {filter.batchId !== undefined && (
        <Chip isOn run={() => set({ ...filter, batchId: undefined })}>
          {t('of one import or batch')}
        </Chip>
      )}
      {filter.sessionId !== undefined && (
        <Chip isOn run={() => set({ ...filter, sessionId: undefined })}>
          {t('of one conversation')}
        </Chip>
      )}
      {filter.storedSince !== undefined && (
        <Chip isOn run={() => set({ ...filter, storedSince: undefined })}>
          {rich(t('stored since {day}'), { day: <Time at={filter.storedSince} as="date" /> })}
        </Chip>
      )}
      {filter.fileId !== undefined && (
        <Chip isOn run={() => set({ ...filter, fileId: undefined })}>
          {t('from {file}', { file: fileName(filter.fileId) ?? t('one file') })}
        </Chip>
      )}
      {(isDeleted || (deleted.value?.total ?? 0) > 0) && (
        <Chip
          class="near-first"
          isOn={isDeleted}
          run={() => set({ ...filter, state: isDeleted ? undefined : 'DELETED' })}
        >
          {t('Deleted')} <small>{deleted.value && numeral(deleted.value.total)}</small>
        </Chip>
      )}
      <FewChoices clear={isNarrowed ? () => set({ sort }) : undefined}>
        <Choice
          label={t('Importance')}
          value={filter.leastImportance ? withoutTalk : filter.importance}
          any={t('any importance')}
          choices={[
            [withoutTalk, t('without small talk')],
            ...importances.map((one) => [one, known(one.toLowerCase())] as const),
          ]}
          choose={(chosen) => set({ ...filter, ...importanceOf(chosen) })}
        />
        <SourceChoice value={filter.source} choose={(source) => set({ ...filter, source })} />
        {(hosts.length > 1 || filter.client !== undefined) && (
          <Choice
            label={t('Host')}
            value={filter.client}
            any={t('any host')}
            choices={hosts.map((one) => [one, one])}
            choose={(host) => set({ ...filter, client: host })}
          />
        )}
      </FewChoices>
      {(isNarrowed || sort !== undefined) && (
        <button type="button" class="quiet" onClick={() => setPinning(true)}>
          {t('Pin…')}
        </button>
      )}
      {isPinning && <PinDialog close={() => setPinning(false)} />}
    </div>
  );
}
