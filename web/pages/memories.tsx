import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import type { Memory } from '../client/api.ts';
import { monthOf } from '../languages/times.ts';
import { t, tn } from '../languages/translate.ts';
import { CharacterOf } from '../parts/character-of.tsx';
import { Choice } from '../parts/filters.tsx';
import { lazily } from '../parts/lazily.tsx';
import { Facets, type Filter, filterOf, sorts } from '../parts/memories/facets.tsx';
import { Scrubber } from '../parts/memories/scrubber.tsx';
import {
  allSelected,
  countOf,
  extended,
  isSelected,
  noSelection,
  type Selected,
  type Selection,
  toggled,
  without,
} from '../parts/memories/selection.ts';
import { SelectionBar } from '../parts/memories/selection-bar.tsx';
import { Edits } from '../parts/memory/edits.ts';
import { MemoryRow, memoryHeight } from '../parts/memory/memory-row.tsx';
import { type ListHandle, step, VirtualList } from '../parts/virtual-list.tsx';
import { NoMemories, WithoutCharacter } from '../parts/welcome.tsx';
import { type PageProps, useAbout, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';

const OpenMemory = lazily(async () => (await import('../parts/memory/open-memory.tsx')).OpenMemory);

/** Two screens of rows: the first view waits for no more. */
const size = 25;
/** The page size for reading all of them. */
const maxRead = 100;

/** A memory of the list; sorted by recalls, with how many gave it. */
type Listed = Memory & { recalls?: number | undefined };

/** All memories of a character, or of all, newest first, with the open one beside the list. */
export default function Memories({ character: id, item: open }: PageProps) {
  const dashboard = useDashboard();
  const { client, toasts, changes } = dashboard;
  const { character, isAll } = useScope(id);
  const search = useSearch();
  const [, go] = useLocation();
  const filter = filterOf(search);
  const list = useRef<ListHandle<Listed>>(null);
  const [editing, setEditing] = useState<string>();
  const [selection, setSelection] = useState<Selection>(noSelection);
  const [counted, setTotal] = useState<number>();
  const total = counted ?? 0;
  /** The characters that have matches, while all are shown. */
  const [owners, setOwners] = useState<readonly string[]>([]);
  const characterId = character?.id;
  const scope = isAll ? everyone : characterId;
  const about = `${scope} ${queryOf({ ...filter })}`;
  const version = changes.value;
  useAbout(characterId, version);
  useEffect(() => setSelection(noSelection), [about]);

  /** Among all, the address also says whose the memory is. */
  const addressOf = (memory: Pick<Memory, 'id' | 'characterId'> | undefined) =>
    placeOf('memories', scope, memory?.id) + queryOf({ ...filter, of: isAll ? memory?.characterId : undefined });
  const show = (memory: Memory | undefined) => go(addressOf(memory));
  const ofOpen = characterId ?? new URLSearchParams(search).get('of') ?? undefined;
  const selected = countOf(selection, total);
  const mayChange = (memory: Selected) => dashboard.may('updateMemory', memory.characterId);
  const edits = new Edits(dashboard);
  const run = (work: Promise<unknown>) => void work.catch((error) => toasts.fail(error));
  const remove = async (memory: Memory) => {
    await edits.remove(memory);
    setSelection((before) => without(before, memory.id));
  };

  const goBy = (by: number) =>
    step(
      list.current,
      ({ id }) => id === open,
      by,
      (row) => go(addressOf(row), { replace: open !== undefined }),
    );
  const readPage = async (page: number, limit: number, signal?: AbortSignal) => {
    const asked = { ...filter, page, limit };
    if (characterId !== undefined) return client.call('listMemories', { characterId, ...asked }, signal);
    const found = await client.call('listEverywhere', asked, signal);
    setOwners(found.counts.map((one) => one.characterId));
    return found;
  };
  /** Rows from one place to another, also those that were not loaded yet. */
  const between = async (from: number, to: number): Promise<Memory[]> => {
    const rows: Memory[] = [];
    for (let page = Math.floor(from / size); page <= Math.floor(to / size); page++) {
      const places = Array.from({ length: size }, (_, i) => page * size + i).filter((i) => i >= from && i <= to);
      const known = places.map((i) => list.current?.row(i));
      if (known.every((row) => row !== undefined)) rows.push(...known);
      else rows.push(...(await readPage(page, size)).memories.filter((_, i) => places.includes(page * size + i)));
    }
    return rows;
  };
  const select = (memory: Memory, index: number, isRange: boolean) => {
    const { anchor } = selection;
    if (!isRange || anchor === undefined) return setSelection(toggled(selection, memory, index));
    const rows = between(Math.min(anchor, index), Math.max(anchor, index));
    run(rows.then((found) => setSelection((before) => extended(before, found, index))));
  };
  const readSelected = async (progress: (done: number) => void, signal: AbortSignal): Promise<Selected[]> => {
    if (!selection.isAll) return [...selection.named.values()];
    const rows: Selected[] = [];
    for (let page = 0; rows.length < total || page === 0; page++) {
      const { memories } = await readPage(page, maxRead, signal);
      if (memories.length === 0) break;
      rows.push(...memories);
      progress(rows.length);
    }
    return rows.filter(({ id }) => isSelected(selection, id));
  };
  usePageKeys((key) => {
    const at = list.current?.find((one) => one.id === open) ?? -1;
    const current = at < 0 ? undefined : list.current?.row(at);
    if (key === 'j') goBy(1);
    else if (key === 'k') goBy(-1);
    else if (key === 'Escape' && open === undefined) setSelection(noSelection);
    else if (key === 'Escape') show(undefined);
    else if ((key === 'x' || key === 'X') && current) select(current, at, key === 'X');
    else if (key === '*') setSelection(allSelected);
    else if (ofOpen === undefined || !dashboard.may('updateMemory', ofOpen)) return;
    else if (key === 'e' && open !== undefined) setEditing(open);
    else if (key === '#' && selected === 0 && current?.state === 'ACTIVE') {
      if (!goBy(1)) goBy(-1);
      run(remove(current));
    }
  });

  if (scope === undefined || (!character && !isAll)) {
    return <WithoutCharacter />;
  }
  const actionsOf = (memory: Memory) =>
    !mayChange(memory)
      ? []
      : memory.state === 'DELETED'
        ? [{ label: t('Restore'), run: () => run(edits.restore(memory)) }]
        : [
            {
              label: t('Edit'),
              run: () => {
                show(memory);
                setEditing(memory.id);
              },
            },
            { label: t('Delete'), run: () => run(remove(memory)), isDangerous: true },
          ];
  const read = async (page: number, signal: AbortSignal) => {
    const found = await readPage(page, size, signal);
    setTotal(found.total);
    return { rows: found.memories, total: found.total };
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <div class={open === undefined ? 'body' : 'body two'}>
      <VirtualList<Listed>
        about={about}
        version={version}
        size={size}
        estimate={memoryHeight}
        identify={({ id }) => id}
        label={t('Memories')}
        handle={list}
        empty={<NoMemories character={character} isFiltered={isFiltered} />}
        read={read}
        draw={(memory, index, before) => {
          const month = monthOf(memory.occurredAt ?? memory.createdAt);
          const isByTime = filter.sort === undefined || filter.sort === 'oldest';
          const isNew = isByTime && (!before || monthOf(before.occurredAt ?? before.createdAt) !== month);
          return (
            <>
              {isNew && <h2 class="day">{month}</h2>}
              <MemoryRow
                key={memory.id}
                memory={memory}
                index={index}
                before={isNew ? undefined : before}
                address={addressOf(memory)}
                ofWhom={isAll ? dashboard.character(memory.characterId)?.name : undefined}
                isOpen={memory.id === open}
                isSelected={isSelected(selection, memory.id)}
                select={(isRange) => select(memory, index, isRange)}
                actions={actionsOf(memory)}
              />
            </>
          );
        }}
      >
        <h1 class="page-title">
          {t('Memories')} <CharacterOf character={character} />
        </h1>
        <Facets
          characterId={characterId}
          filter={filter}
          set={(next: Filter) => go(placeOf('memories', scope) + queryOf({ ...next }))}
        />
        <div class="list-head">
          <Scrubber
            characterId={characterId}
            filter={filter}
            total={total}
            jump={(index) => list.current?.reveal(index)}
          />
          <span class="count">
            {counted !== undefined && tn(counted, '{n} memory', '{n} memories')}
            <Choice
              label={t('Sort')}
              value={filter.sort}
              any={t(sorts[0][1])}
              choices={sorts.slice(1).map(([sort, name]) => [sort, t(name)])}
              choose={(sort) => go(placeOf('memories', scope) + queryOf({ ...filter, sort }))}
            />
            {selected === 0 && total > 0 && (
              <button type="button" class="quiet" onClick={() => setSelection(allSelected)}>
                {t('Select all')}
              </button>
            )}
          </span>
        </div>
        {selected > 0 && (
          <SelectionBar
            characterId={characterId}
            owners={characterId === undefined ? owners : [characterId]}
            selection={selection}
            filter={filter}
            total={total}
            states={statesIn(selection, filter)}
            isOffered={
              selection.isAll
                ? (characterId === undefined ? owners : [characterId]).some((one) => dashboard.may('updateMemory', one))
                : [...selection.named.values()].every(mayChange)
            }
            read={readSelected}
            selectAll={() => setSelection(allSelected)}
            done={() => setSelection(noSelection)}
            show={(into) => go(addressOf(into))}
          />
        )}
      </VirtualList>
      {open !== undefined && ofOpen !== undefined && (
        <OpenMemory
          characterId={ofOpen}
          memoryId={open}
          isEditing={editing === open}
          edit={(isOn) => setEditing(isOn ? open : undefined)}
          close={() => show(undefined)}
        />
      )}
    </div>
  );
}

/** The states of the selected memories, from the filter or the rows. */
function statesIn({ isAll, named }: Selection, { state }: Filter): Memory['state'][] {
  if (!isAll) return [...new Set([...named.values()].map((one) => one.state))];
  return state === 'ALL' ? ['ACTIVE', 'DELETED'] : [state ?? 'ACTIVE'];
}
