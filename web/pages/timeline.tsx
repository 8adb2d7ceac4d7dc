import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Memory } from '../client/api.ts';
import { known } from '../languages/known.ts';
import { monthOf } from '../languages/times.ts';
import { t } from '../languages/translate.ts';
import { CharacterOf } from '../parts/character-of.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { hueOf } from '../parts/memory/category.tsx';
import { MemoryRow, memoryHeight } from '../parts/memory/memory-row.tsx';
import { OpenMemory } from '../parts/memory/open-memory.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Neighbourhood } from '../parts/timeline/neighbourhood.tsx';
import { around, instantsOf, nameOf, next, type Period, partsOf, periodOf, unitOf } from '../parts/timeline/period.ts';
import { TimeChart, type TimePart } from '../parts/timeline/time-chart.tsx';
import { type ListHandle, step, VirtualList } from '../parts/virtual-list.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

const size = 50;

/**
 * Memories by time and category, of a character or of all: from all years to one day, and the neighbours of one memory.
 * Without a period in its address it shows the newest of several years.
 */
export default function Timeline({ character: id, item: open }: PageProps) {
  const dashboard = useDashboard();
  const { client, changes, categories } = dashboard;
  const { character, isAll } = useScope(id);
  const given = new URLSearchParams(useSearch());
  const [, go] = useLocation();
  const list = useRef<ListHandle<Memory>>(null);
  const [isEditing, setEditing] = useState(false);
  const category = given.get('category') ?? undefined;
  const characterId = character?.id;
  const scope = isAll ? everyone : characterId;
  const isOpening = given.get('at') === null && open === undefined;
  const newest = useLoad(
    `${scope} newest ${isOpening}`,
    scope === undefined || !isOpening
      ? undefined
      : async (signal) => {
          const { since: from, until: to } = instantsOf('');
          return newestOf(await client.call('getStatistics', { characterId, from, to, timeline: 'YEAR' }, signal));
        },
  );
  const at = (isOpening ? newest.value : undefined) ?? periodOf(given.get('at'));
  // A day is shown in its month.
  const drawn = at.length === 10 ? around(at) : at;
  const found = useLoad(
    `${scope} ${drawn}`,
    scope === undefined
      ? undefined
      : (signal) => {
          const { since: from, until: to } = instantsOf(drawn);
          // All time is drawn by years, or by the months of its only year.
          const timeline = drawn === '' ? 'MONTH' : unitOf(drawn);
          return client.call('getStatistics', { characterId, from, to, timeline }, signal);
        },
  );
  useAbout(characterId);
  useEffect(() => setEditing(false), [open]);
  const addressOf = (period: Period, of = category, memory?: Pick<Memory, 'id' | 'characterId'>) =>
    placeOf('timeline', scope, memory?.id) +
    queryOf({ at: period || wholly, category: of, of: isAll ? memory?.characterId : undefined });
  const show = (memory: Memory | undefined, replace = false) => go(addressOf(at, category, memory), { replace });
  const ofOpen = characterId ?? given.get('of') ?? undefined;
  usePageKeys((key) => {
    if (key === 'Escape') show(undefined);
    else if (key === 'e' && open !== undefined) setEditing(true);
    else if (key === 'j' || key === 'k') {
      const isOpen = (one: Memory) => one.id === open;
      step(list.current, isOpen, key === 'j' ? 1 : -1, (row) => show(row, open !== undefined));
    }
  });
  if (scope === undefined || (!character && !isAll)) {
    return <WithoutCharacter />;
  }
  if (isOpening && newest.value === undefined && newest.failure === undefined)
    return <div class="scroll" aria-busy="true" />;
  const read = async (page: number, signal: AbortSignal) => {
    const asked = { ...(at !== '' && instantsOf(at)), category, page, limit: size };
    const { memories, total } =
      characterId === undefined
        ? await client.call('listEverywhere', asked, signal)
        : await client.call('listMemories', { characterId, ...asked }, signal);
    return { rows: memories, total };
  };
  const parts = (found.value?.timeline ?? []).filter((part) => category === undefined || part.category === category);
  const years = new Set(parts.map((part) => part.at.slice(0, 4)));
  const [year] = drawn === '' && years.size === 1 ? years : [drawn];
  const columns = drawn !== '' ? partsOf(drawn) : heldBetween(parts, year ? partsOf(year) : yearsOf([...years]));
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      <VirtualList<Memory>
        about={`${scope} ${at} ${category}`}
        version={changes.value}
        size={size}
        estimate={memoryHeight}
        identify={(memory) => memory.id}
        label={t('Timeline')}
        handle={list}
        read={read}
        empty={<p class="empty">{t('There are no memories of this time.')}</p>}
        draw={(memory, index, before) => {
          const month = monthOf(memory.occurredAt ?? memory.createdAt);
          // A month, or a day, is its own heading.
          const isNew = at.length <= 4 && !(before && monthOf(before.occurredAt ?? before.createdAt) === month);
          return (
            <>
              {isNew && <h2 class="day">{month}</h2>}
              <MemoryRow
                memory={memory}
                index={index}
                before={isNew ? undefined : before}
                address={addressOf(at, category, memory)}
                ofWhom={isAll ? dashboard.character(memory.characterId)?.name : undefined}
                isOpen={memory.id === open}
                actions={[]}
              />
            </>
          );
        }}
      >
        <h1 class="page-title">
          {t('Timeline')} <CharacterOf character={character} />
        </h1>
        <Crumbs at={at} addressOf={(period) => addressOf(period)} />
        {category !== undefined && (
          <div class="facets">
            <Link class="chip" href={addressOf(at, '')}>
              {t('{category} only: show all categories', { category: known(category) })}
            </Link>
          </div>
        )}
        <FailureNote failure={found.failure} again={found.again} />
        <Skeleton of={found} rows={3} />
        {parts.length > 0 && (
          <TimeChart
            label={t('Memories by category, {period}', { period: nameOf(year ?? '') })}
            columns={columns}
            parts={year ? parts : byYear(parts)}
            chosen={at}
            hueOf={(name) => hueOf(categories.value.get(characterId ?? ''), name)}
            addressOf={addressOf}
          />
        )}
      </VirtualList>
      {open !== undefined && ofOpen !== undefined && (
        <OpenMemory
          characterId={ofOpen}
          memoryId={open}
          isEditing={isEditing}
          edit={setEditing}
          close={() => show(undefined)}
          around={(memory) => (
            <Neighbourhood
              memory={memory}
              addressOf={(near) => addressOf(at, category, { id: near, characterId: ofOpen })}
            />
          )}
        />
      )}
    </div>
  );
}

/** All time, in an address. */
const wholly = 'all';

/** The newest of several years with memories, else all time. */
function newestOf({ timeline = [] }: { timeline?: readonly TimePart[] | undefined }): Period {
  const years = new Set(timeline.map(({ at }) => at.slice(0, 4)));
  return years.size > 1 ? ([...years].toSorted().at(-1) as Period) : '';
}

/** The most years that are drawn without a gap. */
const maxYears = 40;

/** The years between the first and the last; if there are many, only those with memories. */
function yearsOf(found: readonly Period[]): Period[] {
  const held = found.toSorted();
  const [first, last] = [held[0], held.at(-1)];
  if (first === undefined || last === undefined || Number(last) - Number(first) >= maxYears) return held;
  const years: Period[] = [];
  for (let year = first; year <= last; year = next(year, 1)) years.push(year);
  return years;
}

/** Periods from the first to the last one with memories. */
function heldBetween(parts: readonly TimePart[], periods: readonly Period[]): readonly Period[] {
  const holds = (period: Period) => parts.some(({ at }) => at.startsWith(period));
  return periods.slice(periods.findIndex(holds), periods.findLastIndex(holds) + 1);
}

/** Adds months up to years. */
function byYear(parts: readonly TimePart[]): TimePart[] {
  const years = new Map<string, TimePart>();
  for (const { at, category, memories } of parts) {
    const year = at.slice(0, 4);
    const key = `${year} ${category}`;
    years.set(key, { at: year, category, memories: (years.get(key)?.memories ?? 0) + memories });
  }
  return [...years.values()];
}

/** Links from all time to the present period, and to the periods before and after it. */
function Crumbs({ at, addressOf }: { at: Period; addressOf: (period: Period) => string }) {
  const way: Period[] = [];
  for (let period = at; period !== ''; period = around(period)) way.unshift(period);
  return (
    <nav class="facets" aria-label={t('Time')}>
      {['', ...way].map((period) => (
        <Link key={period} class="chip" href={addressOf(period)} aria-current={period === at}>
          {period === '' ? nameOf('') : nameOf(period, period === at ? 'whole' : 'part')}
        </Link>
      ))}
      {at !== '' && (
        <span class="count">
          <Link href={addressOf(next(at, -1))}>{t('← {period}', { period: nameOf(next(at, -1)) })}</Link>
          {/* Nothing was said in the future. */}
          {instantsOf(next(at, 1)).since <= new Date().toISOString() && (
            <>
              {' · '}
              <Link href={addressOf(next(at, 1))}>{t('{period} →', { period: nameOf(next(at, 1)) })}</Link>
            </>
          )}
        </span>
      )}
    </nav>
  );
}
